import { pino } from 'pino'
import { afterAll, expect, test } from 'vitest'
import { RenderEngine } from '#server/rendering/engine.ts'
import { count, isInk, look, lockedPdf, pdfOf, thaiPdf, words } from '#server/rendering/test-documents.ts'

const engine = new RenderEngine({ workers: 1, log: pino({ level: 'silent' }) })
afterAll(() => engine.close())

const thai = 'BT /F 48 Tf 60 600 Td <00010002> Tj ET'

let keys = 0
const source = (bytes: Buffer) => [async () => new Uint8Array(bytes), `letters ${++keys}`] as const

test('letters of a font that a PDF does not bring, and nothing here has, are blank: their pages are told', async () => {
  const bytes = thaiPdf(['', thai, thai, ''])
  expect(await engine.missingLetters(...source(bytes))).toEqual({ first: 2, pages: 2, looked: 4 })
  const page = await engine.render('pdf', ...source(bytes), 2, 800)
  expect(count(await look(await engine.compose(page, null)), isInk)).toBe(0)
})

test.each([
  ['words in a font of ours', pdfOf([words('Purchase agreement')])],
  ['letters with accents and signs', pdfOf([words('\\344\\226\\265\\200')])],
  ['the hidden words of a scan', thaiPdf([`3 Tr ${thai}`])],
  ['a page without words', pdfOf([''])],
  ['what is not a letter', thaiPdf(['BT /F 48 Tf 60 600 Td <0003> Tj ET'])],
])('%s are not told of', async (_, bytes) => {
  expect(await engine.missingLetters(...source(bytes))).toBe(null)
})

test('a document that needs a password is not looked through without it', async () => {
  await expect(engine.missingLetters(...source(lockedPdf()))).rejects.toMatchObject({ reason: 'password' })
})
