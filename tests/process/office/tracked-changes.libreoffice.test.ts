import { expect, test } from 'vitest'
import { docx, tracked } from '#server/converting/packages/test-documents.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, makeUser, openShare, recipientEmail } from '#tests/support/world/make.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()

const changed = docx(`<w:p>${tracked('del', 'Nine')}${tracked('ins', 'Eight')}</w:p>`)

async function readBy(reader: Browser, guid: string): Promise<string> {
  await reader.open(`/view/${guid}/text`)
  return reader.text()
}

test('readers see a document as if its changes were accepted, unless its sender has them shown', async () => {
  const file = { name: 'offer.docx', bytes: changed }
  const guid = await makeShare(app, sender, { file, readText: 'yes', download: 'yes' })
  const rita = await openShare(app, guid, recipientEmail)
  expect(await readBy(rita, guid)).toContain('Eight')
  expect(await readBy(rita, guid)).not.toContain('Nine')

  await sender.open(`/s/${guid}`)
  expect(sender.text()).toContain(
    'This document has tracked changes. Its pages look as if they were all accepted.',
  )
  expect(sender.text()).toContain('Downloads are the original file, with its changes and comments.')
  await sender.press('Show tracked changes')
  await app.settle()
  expect(await readBy(rita, guid)).toContain('Nine')
  expect(await eventKinds(app, guid)).toContain('RenderTried')

  await sender.open(`/s/${guid}`)
  await sender.press('Hide tracked changes')
  await app.settle()
  expect(await readBy(rita, guid)).not.toContain('Nine')
})

test('no one else has them shown, and nothing is done twice', async () => {
  const file = { name: 'offer.docx', bytes: changed }
  const guid = await makeShare(app, sender, { file })
  await sender.open(`/s/${guid}`)
  const chosen = sender.page.submission(sender.page.form('showChanges'))
  const other = await makeUser(app)
  const own = await makeShare(app, other, { file })
  await other.open(`/s/${own}`)
  const submission = other.page.submission(other.page.form('showChanges'))
  await other.submit({ ...submission, action: `/s/${guid}` })
  expect(other.status).toBe(404)
  const tries = async () => (await eventKinds(app, guid)).filter((kind) => kind === 'RenderTried').length
  await sender.submit(chosen)
  await app.settle()
  await sender.submit(chosen)
  await app.settle()
  expect([sender.status, await tries()]).toEqual([200, 1])
})
