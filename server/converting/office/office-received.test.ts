import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, test } from 'vitest'
import { largeCompoundFile } from '#tests/support/files/compound.ts'
import { filterFor } from './office-received.ts'

/** As Word itself writes it: what is shorter would be kept elsewhere in the file. */
test.each([
  ['doc', 'dca56500', 'MS Word 95'],
  ['dot', 'dca56800', 'MS Word 95'],
  ['doc', 'eca5c100', 'MS Word 97'],
  ['odt', 'dca56500', 'writer8'],
])('a %s that begins with %s is read by %s', async (ending, head, filter) => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-filter-'))
  try {
    const file = path.join(folder, 'received')
    const text = Buffer.concat([Buffer.from(head, 'hex'), Buffer.alloc(8000)])
    await writeFile(file, largeCompoundFile('WordDocument', text))
    expect(await filterFor({ file, ending })).toBe(filter)
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
