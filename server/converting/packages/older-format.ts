import { open } from 'node:fs/promises'
import { CompoundStreams } from './compound-file.ts'

const mainStreams = [
  ['WordDocument', 'doc'],
  ['Workbook', 'xls'],
  ['Book', 'xls'],
  ['PowerPoint Document', 'ppt'],
] as const

/** The ending that a document of the old Office formats should have, whatever it has; null for everything else. */
export async function olderFormat(file: string): Promise<'doc' | 'xls' | 'ppt' | null> {
  const handle = await open(file)
  try {
    const streams = await CompoundStreams.open(async (start, length) => {
      const { buffer, bytesRead } = await handle.read(Buffer.alloc(length), 0, length, start)
      return buffer.subarray(0, bytesRead)
    })
    return mainStreams.find(([name]) => streams.has(name))?.[1] ?? null
  } catch {
    return null
  } finally {
    await handle.close()
  }
}
