import type { Transaction } from '#server/db/open.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import type { ItemRenderFailures } from '#server/rooms/news/item-render-failures.ts'
import type { UploadedFile } from '#server/uploads/uploads.ts'

type Deps = { rendering: Pick<Rendering, 'takePassword'>; itemRenderFailures: ItemRenderFailures }

/**
 * For a file that has just been put into a room: where it asks for a password, its pages are made with the one that
 * came with it. The person who added a file that cannot be shown is notified.
 */
export async function openOrTell(
  { rendering, itemRenderFailures }: Deps,
  tx: Transaction,
  { guid, render_status: status }: Pick<UploadedFile, 'guid' | 'render_status'>,
  password: string,
): Promise<void> {
  const isTriedAgain = password !== '' && (await rendering.takePassword(tx, guid, password))
  if (status === 'Error' && !isTriedAgain) await itemRenderFailures.tell(tx, guid)
}
