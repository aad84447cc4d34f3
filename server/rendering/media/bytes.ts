/** The bytes of a file of which only parts are read; `end` is exclusive. */
export type MediaBytes = { size: number; read(start: number, end: number): AsyncIterable<Uint8Array> }

/** A part of it in memory; shorter if the file ends before. */
export async function partOf(bytes: MediaBytes, start: number, length: number): Promise<Buffer> {
  const end = Math.min(start + length, bytes.size)
  if (start >= end) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes.read(start, end)) chunks.push(chunk)
  return Buffer.concat(chunks)
}
