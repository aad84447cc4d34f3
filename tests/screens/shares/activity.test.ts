import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, makeUser, openShare, proveAddress } from '#tests/support/world/make.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { rows } from '#tests/support/browser/shown.ts'
import { expectHidden } from './own-pages.ts'

const { app, operator: sender } = await makeWorld()

test('all that happened stands newest first: who, what, when, from where', async () => {
  const guid = await makeShare(app, sender)
  const rita = await openShare(app, guid, 'rita@example.net', { ip: '8.8.8.8' })
  await loadPictures(rita)
  expect((await rita.fetch(`/view/${guid}/download`)).status).toBe(403)
  await proveAddress(app, guid)
  await sender.open(`/s/${guid}`)
  await sender.press('Unshare')
  await sender.follow('Activity')
  const seen = rows(sender)
  expect(seen[0]).toMatch(/olivia@example\.org.*unshared the file/)
  expect(seen.at(-1)).toMatch(/^Just now.*olivia@example\.org.*shared the file with 1 person.*Record1$/)
  const whole = seen.join('\n')
  expect(whole).toMatch(/rita@example\.net.*viewed pages 1–2.*8\.8\.8\.8 \(United States\)/)
  expect(whole.match(/viewed/g)).toHaveLength(1)
  expect(whole).toMatch(/rita@example\.net.*Blocked was blocked: tried to download/)
  expect(whole).toMatch(/rita@example\.net.*was sent the link by email/)
  const [time] = sender.page.root.querySelectorAll('time')
  expect(time!.getAttribute('title')).toMatch(/^20 Nov 2026, \d\d:\d\d \(UTC\)$/)
})

test('records are shown by kind', async () => {
  const guid = await makeShare(app, sender)
  const rita = await openShare(app, guid)
  await rita.fetch(`/view/${guid}/download`)
  await sender.open(`/s/${guid}/activity`)
  const words: Record<string, RegExp> = {
    Reading: /opened the file|viewed/,
    Changes: /shared the file with/,
    Email: /by email|requested a code/,
    Blocked: /was blocked/,
  }
  for (const [name, what] of Object.entries(words)) {
    await sender.follow(name)
    expect(rows(sender).length).toBeGreaterThan(0)
    for (const row of rows(sender)) expect(row).toMatch(what)
  }
  await sender.open(`/s/${guid}/activity?about=nonsense&before=x&after=-1`)
  expect([sender.status, rows(sender).length]).toEqual([200, 5])
})

test('two hundred records are on a page, which leads to the older and back', async () => {
  const guid = await makeShare(app, sender)
  const { events, database } = app.strongroom.services
  await database.transaction(async (tx) => {
    for (let number = 0; number < 400; number++)
      await events.record(tx, { subject: guid, kind: 'CodeSent', actor: `p${number}@example.net` })
  })
  await sender.open(`/s/${guid}/activity`)
  expect([rows(sender).length, sender.text().includes('Records 402–203')]).toEqual([200, true])
  await sender.follow('Next')
  expect(rows(sender)[0]).toContain('p199@example.net')
  await sender.follow('Next')
  expect(rows(sender)).toHaveLength(2)
  await sender.follow('Previous')
  expect(rows(sender)[0]).toContain('p199@example.net')
})

test('the chain of records is checked by a button only, and what was changed is found', async () => {
  const guid = await makeShare(app, sender)
  await openShare(app, guid)
  await sender.open(`/s/${guid}/activity`)
  expect(sender.text()).not.toContain('is intact')
  await sender.press('Check all records')
  expect(sender.text()).toContain('The audit log is intact')
  const { kysely } = app.strongroom.services.database
  await kysely
    .updateTable('event')
    .set({ at: 1 })
    .where('subject_guid', '=', guid)
    .where('sequence', '=', 2)
    .execute()
  await sender.press('Check all records')
  expect(sender.text()).toContain('The audit log is broken at record 2')
})

test('what readers bring along stays text', async () => {
  const guid = await makeShare(app, sender)
  const detail = { person: '<img src=x onerror=alert(1)>' }
  await app.strongroom.services.events.record(null, { subject: guid, kind: 'Added', detail })
  await sender.open(`/s/${guid}/activity`)
  expect(Buffer.from(sender.bytes).toString()).not.toContain('<img src=x')
  expect(sender.text()).toContain('added <img src=x onerror=alert(1)>')
})

test("another person's activity is neither shown nor checked", async () => {
  const guid = await makeShare(app, sender)
  const other = await makeUser(app)
  const own = `/s/${await makeShare(app, other)}/activity`
  const pair: [string, string] = [`/s/${guid}/activity`, `/s/${'f'.repeat(32)}/activity`]
  await expectHidden(other, own, pair, { check: {} })
  expect((await app.browser().open(pair[0])).url.pathname).toBe('/access/login')
})
