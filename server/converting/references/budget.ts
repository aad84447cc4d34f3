import { ConversionFailed } from '#server/converting/conversion-failed.ts'

/** Parts of one document, with those of the documents in it. */
const mostParts = 20_000
/** Bytes of one document as it is unpacked. */
const mostUnpacked = 1024 ** 3
/** Bytes of it that are XML: those are what takes time and memory. */
const mostXml = 256 * 1024 ** 2
/** How deep documents may be nested. */
const mostDeep = 4

/** What a document may take of this server while it is unpacked. Throws ConversionFailed where it takes more. */
export class Budget {
  #parts = 0
  #unpacked = 0
  #xml = 0

  takeParts(count: number): void {
    this.#parts += count
    if (this.#parts > mostParts) throw new ConversionFailed('too large', `over ${mostParts} parts`)
  }

  takeBytes(count: number): void {
    this.#unpacked += count
    this.requireRoom(this.#unpacked)
  }

  /** Whether so many bytes may be unpacked at all. */
  requireRoom(count: number): void {
    if (count > mostUnpacked) throw new ConversionFailed('too large', `over ${mostUnpacked} bytes in parts`)
  }

  takeXml(count: number): void {
    this.#xml += count
    if (this.#xml > mostXml) throw new ConversionFailed('too large', `over ${mostXml} bytes of XML`)
  }

  requireDepth(depth: number): void {
    if (depth > mostDeep)
      throw new ConversionFailed('too large', `documents in documents, over ${mostDeep} deep`)
  }
}
