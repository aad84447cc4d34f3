import { beforeEach, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { pdf } from '#tests/support/files/documents.ts'
import {
  makeShare,
  makeUser,
  openPublicShare,
  openShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { askCode, codeFor, otherCode, somebody } from '#tests/support/world/people.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

let sender: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  app.clock.advance(20 * minute)
  sender = await signIn(app, operatorEmail, somebody())
})

/** The refused attempts as the sender reads them, newest first. */
async function refused(guid: string): Promise<string[]> {
  const page = await (await signIn(app, operatorEmail, somebody())).open(`/s/${guid}`)
  const table = page.page.root
    .querySelectorAll('table')
    .find((one) => one.querySelector('th')?.text === 'When')
  const cells = (table?.querySelectorAll('tbody tr') ?? []).map((row) =>
    row
      .querySelectorAll('td')
      .slice(1, 3)
      .map((cell) => cell.text.replace(/\s+/g, ' ').trim()),
  )
  expect(await app.strongroom.services.tracking.verify(guid)).toBeNull()
  return cells
    .filter(([, what]) => what?.includes('Blocked'))
    .map(([who, what]) => `${who}: ${what?.replace(/^\s*Blocked\s*/, '')}`)
}

test('a reader who comes back to an unshared file', async () => {
  const guid = await makeShare(app, sender)
  const rita = await openShare(app, guid, recipientEmail, somebody())
  await sender.send('unshare')
  await rita.reload()
  expect(await refused(guid)).toEqual([`${recipientEmail}: The file was unshared`])
})

test('a recipient who opens the link of the email after the file was unshared', async () => {
  const guid = await makeShare(app, sender)
  const rita = await proveAddress(app, guid, recipientEmail, somebody())
  await sender.send('unshare')
  await rita.open(`/file/${guid}`)
  expect(rita.status).toBe(410)
  expect(await refused(guid)).toEqual([`${recipientEmail}: The file was unshared`])
})

test('a scanner that opens a public link after the file was unshared is no news', async () => {
  const guid = await makeShare(app, sender, { visibility: 'public' })
  await sender.send('unshare')
  await app.browser(somebody()).open(`/file/${guid}`)
  expect(await refused(guid)).toEqual([])
})

test('a reader after the end, by date and by self-destruct', async () => {
  const expiryDate = app.clock.dateIn(1)
  const dated = await makeShare(app, sender, { expiry: 'date', expiryDate })
  const timed = await makeShare(app, sender, { expiry: 'destruct', destructAmount: '2' })
  const rita = await openShare(app, timed, recipientEmail, somebody())
  app.clock.advance(3 * minute)
  await rita.reload()
  expect(await refused(timed)).toEqual([`${recipientEmail}: The file had destructed`])
  app.clock.advance(2 * day)
  const late = await askCode(app, dated, recipientEmail)
  await late.send('prove', { code: await codeFor(app, recipientEmail) })
  expect([late.status, late.heading()]).toEqual([410, 'Expired'])
  expect(await refused(dated)).toEqual([`${recipientEmail}: The file had expired`])
})

test('someone who types a wrong code for an address on the list, each time', async () => {
  const guid = await makeShare(app, sender)
  const thief = await askCode(app, guid, recipientEmail)
  const code = await codeFor(app, recipientEmail)
  await thief.send('prove', { code: otherCode(code, 1) })
  await thief.send('prove', { code: otherCode(code, 2) })
  expect(await refused(guid)).toEqual(Array<string>(2).fill(`${recipientEmail}: Entered a wrong code`))
})

test('someone who types a code for an address that is not on the list leaves no trace', async () => {
  const guid = await makeShare(app, sender)
  const stranger = await askCode(app, guid, 'stranger@example.com')
  await stranger.send('prove', { code: '123456' })
  expect(await refused(guid)).toEqual([])
})

test('a reader who tries to download and print without being allowed to', async () => {
  const guid = await makeShare(app, sender, { visibility: 'public' })
  const visitor = await openPublicShare(app, guid, somebody())
  await visitor.fetch(`/view/${guid}/download`)
  await sendUnoffered(visitor, `/view/${guid}`, 'print')
  expect(await refused(guid)).toEqual(['Link visitor: Tried to print', 'Link visitor: Tried to download'])
})

test('someone with an account who is not on the list', async () => {
  const guid = await makeShare(app, sender)
  const ulrich = await makeUser(app, { browser: somebody() })
  await ulrich.open(`/view/${guid}`)
  expect(ulrich.status).toBe(403)
  expect(await refused(guid)).toEqual(['ulrich@example.org: Not on the list'])
})

test('a screen of 25 refused images is one line a minute, however often it is asked for', async () => {
  const bytes = pdf(Array.from({ length: 25 }, (_, at) => `Page ${at + 1}`))
  const guid = await makeShare(app, sender, { visibility: 'public', file: { name: 'a.pdf', bytes } })
  const visitor = await openPublicShare(app, guid, somebody())
  await sender.send('unshare')
  const all = () =>
    Promise.all(Array.from({ length: 25 }, (_, at) => visitor.fetch(`/view/${guid}/page/${at + 1}`)))
  expect(new Set((await all()).map(({ status }) => status))).toEqual(new Set([410]))
  expect(await refused(guid)).toHaveLength(1)
  app.clock.advance(minute)
  await all()
  expect(await refused(guid)).toHaveLength(2)
})

test('a sender who looks at a file they unshared is not', async () => {
  const guid = await makeShare(app, sender)
  await sender.send('unshare')
  await sender.open(`/view/${guid}`)
  await sender.fetch(`/view/${guid}/download`)
  expect(await refused(guid)).toEqual([])
})

test('a changed, removed or invented event is found by the chain', async () => {
  const guid = await makeShare(app, sender)
  await openShare(app, guid, recipientEmail, somebody())
  const { tracking, database } = app.strongroom.services
  expect(await tracking.verify(guid)).toBeNull()
  await database.kysely
    .updateTable('event')
    .set({ email: 'nobody@example.com' })
    .where('subject_guid', '=', guid)
    .where('kind', '=', 'View')
    .execute()
  expect(await tracking.verify(guid)).toBeGreaterThan(1)
})
