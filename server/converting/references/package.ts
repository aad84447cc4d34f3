import { createReadStream, createWriteStream } from 'node:fs'
import { open, rm, truncate } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { openPromise, type Entry, type ZipFile } from 'yauzl'
import { ConversionFailed } from '#server/converting/conversion-failed.ts'
import { PartNames } from './addresses.ts'
import type { Budget } from './budget.ts'
import { Damaged } from './damaged.ts'
import { isMetafile, rewrittenMetafile } from './metafiles.ts'
import { PackageWriter } from './package-writer.ts'
import { partKind } from './part-kind.ts'
import { rewrittenRecords } from './binary/records.ts'
import { counted, rewrittenXml, withHead } from './xml-part.ts'
import type { Place } from './xml-rules.ts'

export type Work = {
  budget: Budget
  depth: number
  /** The name of a new temporary file. */
  newFile(): string
}

/** Bytes of a package as it is rewritten. */
const maxBytes = 300 * 1024 * 1024
/** Parts that contain programs. */
const programs = /^(?:Basic|Dialogs|Scripts)\//i
/** Parts of binary workbooks. */
const records = /\.bin$/i
/** Parts that compression does not make smaller. */
const packedAlready = /\.(?:png|jpe?g|gif|webp|docx|xlsx|pptx|odt|ods|odp|mp4|m4a|mp3)$/i

/**
 * Rewrites a package from what its directory lists, each part as it may stay, so that a reader finds nothing
 * else in it. Cuts off what follows its end. Throws ConversionFailed.
 */
export async function rewrittenPackage(from: string, to: string, work: Work): Promise<void> {
  await dropTail(from)
  const source = await openPromise(from, { autoClose: false }).catch(asDamaged)
  try {
    const entries = await entriesOf(source, work)
    const parts = new PartNames(entries.map(({ fileName }) => fileName))
    const written = await PackageWriter.create(to, maxBytes)
    try {
      for (const entry of entries) {
        const { fileName: name } = entry
        const bytes = await source.openReadStreamPromise(entry)
        if (name === 'mimetype') await written.add(name, mediaType(bytes), { isPacked: false })
        else
          await written.add(name, rewrittenPart(bytes, { name, parts }, work), {
            isPacked: !packedAlready.test(name),
          })
      }
      await written.end()
    } finally {
      await written.close()
    }
  } catch (error) {
    asDamaged(error)
  } finally {
    source.close()
  }
}

const endOfDirectory = Buffer.from('PK\x05\x06', 'latin1')
const [shortestEnd, maxEndLength] = [22, 22 + 0xffff]

/** What some programs and ways of sending leave after the end of an archive is not part of it. */
async function dropTail(file: string): Promise<void> {
  const handle = await open(file)
  try {
    const { size } = await handle.stat()
    const start = Math.max(0, size - maxEndLength)
    const { buffer: tail } = await handle.read(Buffer.alloc(size - start), 0, size - start, start)
    const at = tail.lastIndexOf(endOfDirectory)
    if (at < 0 || at + shortestEnd > tail.length) return
    const end = start + at + shortestEnd + tail.readUInt16LE(at + 20)
    if (end < size) await truncate(file, end)
  } finally {
    await handle.close()
  }
}

/**
 * A part of a package as it may stay: XML without external references, images and fonts as they are, records without
 * formulas, and nothing of text, programs and compound files. Throws ConversionFailed.
 */
async function* rewrittenPart(
  bytes: AsyncIterable<Buffer>,
  place: Place,
  work: Work,
): AsyncGenerator<Buffer, void> {
  const { head, whole } = await withHead(counted(bytes, (count) => work.budget.takeBytes(count)))
  const kind = partKind(head)
  // Programs take a part for records by this name alone, whatever it begins with.
  if (records.test(place.name) && kind === 'binary')
    yield* rewrittenRecords(isMetafile(head) ? rewrittenMetafile(whole) : whole)
  else if (records.test(place.name)) for await (const chunk of whole) void chunk
  else if (kind === 'binary') yield* isMetafile(head) ? rewrittenMetafile(whole) : whole
  else if (kind === 'xml') yield* rewrittenXml(whole, place, work.budget)
  else if (kind === 'gzip') {
    yield* rewrittenPart(unpacked(whole), place, deeper(work))
  } else if (kind === 'package') yield* packageInPackage(whole, deeper(work))
  else for await (const chunk of whole) void chunk
}

async function* packageInPackage(bytes: AsyncIterable<Buffer>, work: Work): AsyncGenerator<Buffer, void> {
  const [from, to] = [work.newFile(), work.newFile()]
  try {
    await pipeline(Readable.from(bytes), createWriteStream(from, { mode: 0o600 }))
    await rewrittenPackage(from, to, work)
    yield* createReadStream(to)
  } finally {
    await Promise.all([from, to].map((file) => rm(file, { force: true })))
  }
}

function unpacked(bytes: AsyncIterable<Buffer>): AsyncIterable<Buffer> {
  const source = Readable.from(bytes)
  const gunzip = createGunzip()
  // What fails before fails here.
  source.on('error', (error) => gunzip.destroy(error))
  return source.pipe(gunzip)
}

function deeper(work: Work): Work {
  work.budget.requireDepth(work.depth + 1)
  return { ...work, depth: work.depth + 1 }
}

const maxMediaType = 256

/** Each part once: the one that is listed last, as readers of packages do. */
async function entriesOf(source: ZipFile, { budget }: Work): Promise<Entry[]> {
  budget.takeParts(source.entryCount)
  const entries = new Map<string, Entry>()
  let declared = 0
  for await (const entry of source.eachEntry()) {
    // What is encrypted cannot be checked.
    if (entry.isEncrypted()) throw new ConversionFailed('password')
    budget.requireRoom((declared += entry.uncompressedSize))
    if (!entry.canDecodeFileData()) throw new Damaged('a part is packed in a way that is not known')
    const isFolder = entry.fileName.endsWith('/')
    if (!isFolder && !programs.test(entry.fileName)) entries.set(entry.fileName, entry)
  }
  return [...entries.values()].sort((one, other) => rank(one) - rank(other))
}

/** What kind of document it is is first where it is said, and relations are known before what names them. */
function rank({ fileName }: Entry): number {
  if (fileName === 'mimetype') return 0
  return /\.rels$/i.test(fileName) ? 1 : 2
}

/** The kind of document it is. Throws Damaged if that is more than a word. */
async function* mediaType(bytes: AsyncIterable<Buffer>): AsyncGenerator<Buffer, void> {
  const { head } = await withHead(bytes)
  if (head.length > maxMediaType || !/^[\w.+/-]+\s*$/.test(head.toString('latin1'))) {
    throw new Damaged('the media type is none')
  }
  yield head
}

function asDamaged(error: unknown): never {
  // An error of the disk, not of the input.
  const isOurs = error instanceof ConversionFailed || (error instanceof Error && 'syscall' in error)
  throw isOurs ? error : new Damaged(error instanceof Error ? error.message : String(error))
}
