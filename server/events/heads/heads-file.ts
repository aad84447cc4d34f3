import { createReadStream } from 'node:fs'
import { mkdir, open, rename } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { headLine, readHeadLine, type SignedHead } from './statement.ts'

/** A line of a file of heads: the head, or null for what is none. */
export type FiledHead = { line: number; head: SignedHead | null }

/** The signed heads outside of the database: a line each, in the data folder of each machine. */
export class HeadsFile {
  readonly path: string

  constructor(dataDir: string) {
    this.path = path.join(dataDir, 'audit', 'heads.jsonl')
  }

  /** Adds heads; durable when it answers. */
  async add(heads: readonly SignedHead[]): Promise<void> {
    if (heads.length === 0) return
    await mkdir(path.dirname(this.path), { recursive: true, mode: 0o700 })
    const handle = await open(this.path, 'a', 0o600)
    try {
      await handle.writeFile(heads.map((head) => `${headLine(head)}\n`).join(''))
      await handle.sync()
    } finally {
      await handle.close()
    }
  }

  /** The heads of the file, or null if there is none. */
  async read(): Promise<FiledHead[] | null> {
    return readHeads(this.path)
  }

  /** Keeps what is there under another name, as it belongs to what a restore replaced. */
  async setAside(now: number): Promise<void> {
    const stamp = new Date(now).toISOString().replace(/[:.]/g, '-')
    await rename(this.path, path.join(path.dirname(this.path), `heads-until-${stamp}.jsonl`)).catch(
      (error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      },
    )
  }
}

/** The lines of a file of heads, or null if there is none. */
export async function readHeads(file: string): Promise<FiledHead[] | null> {
  const filed: FiledHead[] = []
  try {
    for await (const line of createInterface({ input: createReadStream(file), crlfDelay: Infinity }))
      if (line !== '') filed.push({ line: filed.length + 1, head: readHeadLine(line) })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
    throw error
  }
  return filed
}
