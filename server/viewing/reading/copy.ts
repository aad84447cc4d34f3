import type { MarkedCopies, MarkedCopy } from '#server/rendering/watermark/marked-copies.ts'
import type { WatermarkLook } from '#server/rendering/rendering.ts'
import type { SealedReader, Vault } from '#server/storage/vault.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'

/** A copy to send: the original, or one with the watermark that is made while it is sent. */
export type Copy =
  | { kind: 'original'; found: ShareAccess; source: SealedReader }
  | { kind: 'watermarked'; found: ShareAccess; copy: MarkedCopy }

type Deps = { vault: Vault; markedCopies: MarkedCopies }

/** The original only if there is no watermark to be put into it. */
export async function copyOf(
  { vault, markedCopies }: Deps,
  found: ShareAccess,
  look: WatermarkLook | null,
): Promise<Copy> {
  if (look) return { kind: 'watermarked', found, copy: markedCopies.copy(found.file, look) }
  return { kind: 'original', found, source: await vault.open(found.file.objectGuid, found.file.key) }
}
