import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import { partBytes } from '#server/rules/files/resumable.ts'
import { Problem } from '#server/rules/problems.ts'
import { consume } from '#server/uploads/consume.ts'

export type Checksum = { algorithm: 'sha1' | 'sha256'; digest: Buffer }

/** Bytes that all parts may take that wait for their checksum. */
const mostHeld = 16 * partBytes

/**
 * Parts that are held in memory until their checksum is known: what is sealed once cannot be taken back. Together they
 * take no more than 80 MiB.
 */
export class HeldParts {
  #bytes = 0

  /**
   * Hands over a part once it is known to be whole. Throws Problem tooManyTransfers, checkedTooLong, checksumWrong, and
   * uploadBroken.
   */
  async checked<Result>(
    body: Readable,
    { algorithm, digest }: Checksum,
    take: (whole: Readable) => Promise<Result>,
  ): Promise<Result> {
    if (this.#bytes + partBytes > mostHeld) throw new Problem('tooManyTransfers')
    this.#bytes += partBytes
    try {
      const chunks = await chunksOf(body)
      const hash = createHash(algorithm)
      for (const chunk of chunks) hash.update(chunk)
      if (!hash.digest().equals(digest)) throw new Problem('checksumWrong')
      return await take(Readable.from(chunks, { objectMode: false }))
    } finally {
      this.#bytes -= partBytes
    }
  }
}

async function chunksOf(body: Readable): Promise<Buffer[]> {
  const chunks: Buffer[] = []
  let bytes = 0
  try {
    await consume(body, (chunk) => {
      bytes += chunk.length
      if (bytes > partBytes) throw new Problem('checkedTooLong')
      chunks.push(Buffer.from(chunk))
      return true
    })
  } catch (error) {
    throw error instanceof Problem ? error : new Problem('uploadBroken')
  }
  return chunks
}
