import type { Transaction } from '#server/db/open.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import type { UnshownItems } from '#server/rooms/news/unshown-items.ts'
import type { UploadedFile } from '#server/uploads/uploads.ts'

type Deps = { rendering: Pick<Rendering, 'takePassword'>; unshownItems: UnshownItems }

/**
 * For a file that has just been put into a room: where it asks for a password, its pages are made with the one that
 * came with it. Who brought a file that cannot be shown is told.
 */
export async function openOrTell(
  { rendering, unshownItems }: Deps,
  tx: Transaction,
  { guid, render_status: status }: Pick<UploadedFile, 'guid' | 'render_status'>,
  password: string,
): Promise<void> {
  const isTriedAgain = password !== '' && (await rendering.takePassword(tx, guid, password))
  if (status === 'Error' && !isTriedAgain) await unshownItems.tell(tx, guid)
}
