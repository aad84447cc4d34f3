import { fromBufferPromise } from 'yauzl'
import { gunzipSync } from 'node:zlib'

/** Each part of a package by its name, with the parts of packages in it, unpacked; the whole where it is no package. */
export async function partsOf(bytes: Buffer, name = ''): Promise<Record<string, Buffer>> {
  if (bytes[0] === 0x1f && bytes[1] === 0x8b) return partsOf(gunzipSync(bytes), name)
  if (!bytes.toString('latin1', 0, 4).startsWith('PK\x03\x04')) return { [name]: bytes }
  const zip = await fromBufferPromise(bytes)
  const parts: Record<string, Buffer> = {}
  for await (const entry of zip.eachEntry()) {
    const chunks: Buffer[] = []
    for await (const chunk of await zip.openReadStreamPromise(entry)) chunks.push(chunk as Buffer)
    Object.assign(parts, await partsOf(Buffer.concat(chunks), name + '/' + entry.fileName))
  }
  return parts
}
