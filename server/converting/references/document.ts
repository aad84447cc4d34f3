import { createReadStream, createWriteStream } from 'node:fs'
import { open } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { PartNames } from './addresses.ts'
import { Budget } from './budget.ts'
import { isBareText, isBareWorkbook } from '#server/rules/files/signatures.ts'
import { rewrittenCompound, rewrittenBare } from './compound/compound.ts'
import { Damaged } from './damaged.ts'
import { rewrittenPackage } from './package.ts'
import { isMetafile, rewrittenMetafile } from './metafiles.ts'
import { headBytes, partKind } from './part-kind.ts'
import { rewrittenXml } from './xml-part.ts'
import { rewrittenRtf } from './rtf.ts'

/**
 * The extensions of documents that are read as compound files: a reader of the others would find something else in one.
 */
const compoundEndings = new Set(['doc', 'dot', 'xls', 'xlt', 'ppt', 'pot', 'pps'])

/** The endings of workbooks and texts that may be in no compound file. */
const [bookEndings, textEndings] = [new Set(['xls', 'xlt']), new Set(['doc', 'dot'])]

/** Writes a document without the references that leave it, by what it is, not by what it is called. */
export async function rewrittenDocument(from: string, to: string, ending: string): Promise<void> {
  const budget = new Budget()
  const head = await headOf(from)
  const kind = partKind(head)
  const bytes = (): AsyncIterable<Buffer> => createReadStream(from)
  const target = (): NodeJS.WritableStream => createWriteStream(to, { mode: 0o600 })
  let files = 0
  if (kind === 'package') {
    return rewrittenPackage(from, to, { budget, depth: 0, newFile: () => `${to}.${++files}` })
  }
  if (kind === 'xml') {
    return pipeline(
      rewrittenXml(bytes(), { name: '', parts: new PartNames([]), root: 'document' }, budget),
      target(),
    )
  }
  if (kind === 'rtf') return pipeline(rewrittenRtf(bytes()), target())
  if (kind === 'binary' && isMetafile(head)) return pipeline(rewrittenMetafile(bytes()), target())
  if (kind === 'compound' && compoundEndings.has(ending)) return rewrittenCompound(from, to, budget)
  const isBook = isBareWorkbook(head) && bookEndings.has(ending)
  if (kind === 'binary' && (isBook || (isBareText(head) && textEndings.has(ending))))
    return rewrittenBare(from, to, { isBook, budget })
  throw new Damaged('the document is of no kind that is known')
}

async function headOf(file: string): Promise<Buffer> {
  const handle = await open(file)
  try {
    const { buffer, bytesRead } = await handle.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}
