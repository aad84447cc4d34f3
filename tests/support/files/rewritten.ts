import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { rewrittenDocument } from '#server/converting/references/document.ts'

/** A document as it is given to LibreOffice. */
export async function rewritten(ending: string, bytes: Buffer): Promise<Buffer> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-references-'))
  const [from, to] = [path.join(folder, 'received'), path.join(folder, 'document')]
  try {
    await writeFile(from, bytes)
    await rewrittenDocument(from, to, ending)
    return await readFile(to)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
