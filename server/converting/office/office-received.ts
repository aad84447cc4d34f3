import { createWriteStream } from 'node:fs'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { isOfPowerPoint95, isOfWord95, olderFormat } from '#server/converting/packages/older-format.ts'
import { filterOf } from './office-formats.ts'

/** A document as a file, and the ending of its kind. */
export type OfficeFile = { file: string; ending: string }

type Coming = { input: AsyncIterable<Uint8Array>; ending: string }

/** Puts a document down as it comes, in a folder that goes with its process. Throws ConversionFailed. */
export async function receivedIn(
  folder: string,
  { input, ending }: Coming,
  maxBytes: number,
): Promise<OfficeFile> {
  if (!filterOf(ending)) throw new Error(`LibreOffice reads no files with the ending ${ending}`)
  const file = path.join(folder, `received.${ending.toLowerCase()}`)
  const into = createWriteStream(file, { mode: 0o600 })
  await pipeline(Readable.from(input, { objectMode: true }), limited(maxBytes), into)
  if (ofPresentations.test(ending) && (await isOfPowerPoint95(file)))
    throw new ConversionFailed('older presentation')
  return { file, ending: await endingOf(file, ending.toLowerCase()) }
}

/** The endings of packages, under which programs also open a document of the format before. */
const ofPackages = /^(?:doc|dot|xls|xlt|ppt|pps|pot)[xm]$/

const ofPresentations = /^(?:ppt|pps|pot)[xm]?$/i

async function endingOf(file: string, ending: string): Promise<string> {
  return ofPackages.test(ending) ? ((await olderFormat(file)) ?? ending) : ending
}

/** The filter that reads a document: its reader of Word 97 takes no text of the versions before. */
export async function filterFor({ file, ending }: OfficeFile): Promise<string> {
  const isOld = (ending === 'doc' || ending === 'dot') && (await isOfWord95(file))
  return isOld ? 'MS Word 95' : filterOf(ending)!
}

function limited(max: number): Transform {
  let size = 0
  return new Transform({
    transform(chunk: Buffer, _, pass) {
      size += chunk.length
      pass(size > max ? new ConversionFailed('too large', `the document has over ${max} bytes`) : null, chunk)
    },
  })
}
