import { open, type FileHandle } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { crc32, createDeflateRaw } from 'node:zlib'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'

const [ofPart, ofDirectory, ofEnd] = [0x0403_4b50, 0x0201_4b50, 0x0605_4b50]
/** Names are in UTF-8. */
const flags = 0x0800
/** The earliest date that can be written: when a part was changed is no one's business. */
const date = 0x0021

/** A new ZIP archive of up to 65,535 parts and `most` bytes. */
export class PackageWriter {
  readonly #handle: FileHandle
  readonly #max: number
  readonly #directory: Buffer[] = []
  #at = 0

  private constructor(handle: FileHandle, max: number) {
    this.#handle = handle
    this.#max = max
  }

  static async create(file: string, max: number): Promise<PackageWriter> {
    return new PackageWriter(await open(file, 'wx', 0o600), max)
  }

  /** Writes a part, before the next one. Throws ConversionFailed if the archive becomes too large. */
  async add(name: string, bytes: AsyncIterable<Buffer>, { isPacked }: { isPacked: boolean }): Promise<void> {
    const start = this.#at
    const encoded = Buffer.from(name)
    const facts = { sum: 0, size: 0 }
    this.#at += 30 + encoded.length
    const dataStart = this.#at
    async function* measured(): AsyncGenerator<Buffer, void> {
      for await (const chunk of bytes) {
        facts.sum = crc32(chunk, facts.sum)
        facts.size += chunk.length
        yield chunk
      }
    }
    for await (const chunk of isPacked ? packed(measured()) : measured()) await this.#write(chunk)
    const header = Buffer.alloc(26)
    header.writeUInt16LE(20, 0)
    header.writeUInt16LE(flags, 2)
    header.writeUInt16LE(isPacked ? 8 : 0, 4)
    header.writeUInt16LE(date, 8)
    header.writeUInt32LE(facts.sum, 10)
    header.writeUInt32LE(this.#at - dataStart, 14)
    header.writeUInt32LE(facts.size, 18)
    header.writeUInt16LE(encoded.length, 22)
    await this.#handle.write(Buffer.concat([signature(ofPart), header, encoded]), 0, undefined, start)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(start, 10)
    this.#directory.push(
      Buffer.concat([signature(ofDirectory), Buffer.from([20, 0]), header, place, encoded]),
    )
  }

  /** Writes what every archive ends with. */
  async end(): Promise<void> {
    const [start, directory] = [this.#at, Buffer.concat(this.#directory)]
    const end = Buffer.alloc(18)
    end.writeUInt16LE(this.#directory.length, 4)
    end.writeUInt16LE(this.#directory.length, 6)
    end.writeUInt32LE(directory.length, 8)
    end.writeUInt32LE(start, 12)
    await this.#write(Buffer.concat([directory, signature(ofEnd), end]))
  }

  async close(): Promise<void> {
    await this.#handle.close()
  }

  async #write(bytes: Buffer): Promise<void> {
    if (this.#at + bytes.length > this.#max)
      throw new ConversionFailed('too large', `over ${this.#max} bytes`)
    await this.#handle.write(bytes, 0, undefined, this.#at)
    this.#at += bytes.length
  }
}

function packed(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(bytes)
  const deflate = createDeflateRaw({ level: 1 })
  // What fails before fails here.
  source.on('error', (error) => deflate.destroy(error))
  return source.pipe(deflate)
}

function signature(value: number): Buffer {
  const bytes = Buffer.alloc(4)
  bytes.writeUInt32LE(value)
  return bytes
}
