import { ConversionFailed } from '#server/converting/conversion-failed.ts'

/** Parts of one document, including those of embedded documents. */
const maxParts = 20_000
/** Bytes of one document as it is unpacked. */
const maxUnpacked = 1024 ** 3
/** Bytes of it that are XML: those are what takes time and memory. */
const maxXml = 256 * 1024 ** 2
/** How deep documents may be nested. */
const maxDeep = 4

/** What a document can take of this server while it is unpacked. Throws ConversionFailed if it takes more. */
export class Budget {
  #parts = 0
  #unpacked = 0
  #xml = 0

  takeParts(count: number): void {
    this.#parts += count
    if (this.#parts > maxParts) throw new ConversionFailed('too large', `over ${maxParts} parts`)
  }

  takeBytes(count: number): void {
    this.#unpacked += count
    this.requireRoom(this.#unpacked)
  }

  /** Whether that many bytes can be unpacked at all. */
  requireRoom(count: number): void {
    if (count > maxUnpacked) throw new ConversionFailed('too large', `over ${maxUnpacked} bytes in parts`)
  }

  takeXml(count: number): void {
    this.#xml += count
    if (this.#xml > maxXml) throw new ConversionFailed('too large', `over ${maxXml} bytes of XML`)
  }

  requireDepth(depth: number): void {
    if (depth > maxDeep)
      throw new ConversionFailed('too large', `documents in documents, over ${maxDeep} deep`)
  }
}
