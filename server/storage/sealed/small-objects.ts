import { maxSmall, type SmallObject, type Storage } from '#server/storage/storage.ts'
import { hasNewNonces } from './nonces.ts'
import { FrameOpener, SealBroken, frameCount, headerSize, sealedSize, tagSize } from './sealing.ts'

/** The most plaintext bytes of an object that is read at once, together with others. */
export const maxWhole = 128 * 1024

/** What they take together. */
export function lengthOf(objects: readonly Pick<SmallObject, 'size' | 'gap'>[]): number {
  return objects.reduce((sum, { size, gap }) => sum + gap + size, 0)
}

/**
 * Small objects, one behind the other, each behind its gap, which is for the caller to fill: very many are read in few
 * steps. Throws ObjectMissing, SealBroken.
 */
export async function readSmall(
  storage: Pick<Storage, 'open' | 'small'>,
  objects: readonly SmallObject[],
): Promise<Buffer> {
  if (storage.small && !objects.some(({ key }) => hasNewNonces(key))) return storage.small(objects)
  const bytes = Buffer.from(new ArrayBuffer(lengthOf(objects)))
  let at = 0
  const reading = objects.map(async (object) => {
    at += object.gap + object.size
    return openStored(storage, object, bytes.subarray(at - object.size, at))
  })
  await Promise.all(reading)
  return bytes
}

async function openStored(storage: Pick<Storage, 'open'>, object: SmallObject, into: Buffer): Promise<void> {
  const stored = await storage.open(object.guid)
  try {
    if (stored.size > maxSmall) throw new SealBroken(object.guid, 'its length')
    for await (const bytes of stored.read(0, stored.size, stored.size)) openSmallInto(into, object, bytes)
  } finally {
    await stored.close()
  }
}

/** Writes what an object is, from all that is stored of it. Throws SealBroken. */
export function openSmallInto(
  into: Buffer,
  { guid, size, key }: Omit<SmallObject, 'gap'>,
  stored: Buffer,
): void {
  if (stored.length < headerSize) throw new SealBroken(guid, 'its length')
  const opener = new FrameOpener(guid, key, stored.subarray(0, headerSize))
  if (stored.length !== sealedSize(size, opener.frameSize)) throw new SealBroken(guid, 'its length')
  const perFrame = opener.frameSize + tagSize
  const last = frameCount(size, opener.frameSize) - 1
  let written = 0
  for (let index = 0; index <= last; index++) {
    const at = headerSize + index * perFrame
    for (const chunk of opener.open(stored.subarray(at, at + perFrame), index, index === last)) {
      into.set(chunk, written)
      written += chunk.length
    }
  }
}
