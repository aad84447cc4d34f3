import { open } from 'node:fs/promises'
import { CompoundStreams } from './compound-file.ts'

const mainStreams = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
] as const

/** What a text of Word 6 or 95 begins with; that of Word 97 has another number. */
const wordOfBefore97 = 0xa5dc

/** The ending that a document of the old Office formats should have, whatever it has; null for everything else. */
export async function olderFormat(file: string): Promise<'doc' | 'xls' | 'ppt' | null> {
  return withStreams(file, async (streams) => mainStreams.find(([name]) => streams.has(name))?.[1] ?? null)
}

/** Whether a document is a text of Word 6 or 95. */
export async function isOfWord95(file: string): Promise<boolean> {
  const isOld = await withStreams(file, async (streams) => {
    const head = await streams.start('WordDocument')
    return head !== null && head.length >= 2 && head.readUInt16LE(0) === wordOfBefore97
  })
  return isOld ?? false
}

/** Whether a document is a presentation of PowerPoint 4 or 95, and not one of PowerPoint 97 as well. */
export async function isOfPowerPoint95(file: string): Promise<boolean> {
  const isOld = await withStreams(
    file,
    async (streams) => streams.has('PP40') && !streams.has('PowerPoint Document'),
  )
  return isOld ?? false
}

/** What is found in a compound file; null for a file that is none. */
async function withStreams<Found>(
  file: string,
  find: (streams: CompoundStreams) => Promise<Found>,
): Promise<Found | null> {
  const handle = await open(file)
  try {
    const streams = await CompoundStreams.open(async (start, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    })
    return await find(streams)
  } catch {
    return null
  } finally {
    await handle.close()
  }
}
