import { expect, test } from 'vitest'
import { pdfOf, thaiPdf, words } from '#server/rendering/test-documents.ts'
import { makeShare, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()

const blank = 'Some characters are blank on page 1: the PDF doesn’t contain their fonts'

test('the sender of a PDF with blank letters is told of them, and its readers are not', async () => {
  const bytes = thaiPdf(['BT /F 48 Tf 60 600 Td <00010002> Tj ET'])
  const guid = await makeShare(app, sender, { file: { name: 'a.pdf', bytes } })
  expect((await sender.open(`/s/${guid}`)).text()).toContain(blank)
  const rita = await openShare(app, guid, recipientEmail)
  expect([rita.status, rita.text().includes('blank')]).toEqual([200, false])
})

test('nothing is said of a PDF whose letters are all there', async () => {
  const file = { name: 'b.pdf', bytes: pdfOf([words('Purchase agreement')]) }
  const guid = await makeShare(app, sender, { file })
  expect((await sender.open(`/s/${guid}`)).text()).not.toContain('blank')
})
