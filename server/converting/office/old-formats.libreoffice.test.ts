import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { older } from '#tests/support/files/older.ts'
import { pdfText } from '#tests/support/files/pdf-text.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { bareWorkbook } from '#server/converting/packages/test-bare-workbook.ts'
import { odt } from '#server/converting/packages/test-documents.ts'
import { LibreOffice } from './libre-office.ts'

const office = new LibreOffice({ program: programOf('soffice')!, log: pino({ level: 'silent' }) })
afterAll(() => office.close())

async function pagesOf(bytes: Buffer, ending = 'xls'): Promise<string[]> {
  async function* input() {
    yield bytes
  }
  return office.convert({ input: input(), ending, to: 'pdf' }, async (made) => {
    const chunks: Buffer[] = []
    for await (const chunk of made.read()) chunks.push(chunk)
    return pdfText(Buffer.concat(chunks))
  })
}

test.each([2, 3, 4] as const)('a workbook of Excel %s is shown', async (version) => {
  expect((await pagesOf(bareWorkbook(version, 'Purchase agreement'))).join()).toContain('Purchase agreement')
})

test('a document of the old formats under the ending of a new one is shown as what it is', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-older-'))
  try {
    const old = await older(folder, 'odt', odt('Purchase agreement'), 'doc')
    expect((await pagesOf(old, 'docm')).join()).toContain('Purchase agreement')
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})

test('a workbook of Excel 4 with a password is said to ask for it', async () => {
  await expect(pagesOf(bareWorkbook(4, 'Purchase agreement', true))).rejects.toMatchObject({
    reason: expect.stringContaining('password'),
  })
})
