import { describe, expect, test, vi } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { day } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, openShare, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { rowsUnder, facts } from '#tests/support/browser/shown.ts'
import { expectHidden, personPage } from './own-pages.ts'

const rita = 'rita@example.net'

const { app, operator } = await makeWorld()
let sender = operator

async function recipientOf(guid: string, email = rita): Promise<string> {
  const { kysely } = app.strongroom.services.database
  const row = await kysely
    .selectFrom('recipient')
    .select('guid')
    .where('share_guid', '=', guid)
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return row.guid
}

test('the page of a person says whether the email came, what was done, and how many copies are left', async () => {
  const guid = await makeShare(app, sender, { print: 'yes' })
  await sender.open(`/s/${guid}/edit`)
  await sender.fill('Number of copies', '2').press('Save changes')
  const reader = await openShare(app, guid)
  await reader.press('Print')
  await personPage(sender, guid, rita)
  expect(sender.page.links('Overview')).toEqual([`/s/${guid}`])
  expect(facts(sender)).toMatchObject({
    Address: rita,
    Email: 'Sent just now',
    Status: 'Opened',
    Views: '1',
    'Copies printed': '1 of 2',
    Downloads: '0',
  })
  await reader.open(`/view/${guid}`)
  await reader.press('Print')
  await reader.open(`/view/${guid}`)
  expect(reader.page.root.toString()).not.toContain('Print</button>')
  await sender.reload()
  await sender.press('Reset print count')
  expect(facts(sender)['Copies printed']).toBe('0 of 2')
  await reader.open(`/view/${guid}`)
  await reader.press('Print')
  expect(reader.status).toBe(200)
  expect(await eventKinds(app, guid)).toContain('PrintsReset')
})

describe('the file', () => {
  test('is taken away from one person in mid-reading, and given back', async () => {
    const guid = await makeShare(app, sender, { recipients: `${rita}, rob@example.net` })
    const [one, other] = [await openShare(app, guid), await openShare(app, guid, 'rob@example.net')]
    await personPage(sender, guid, rita)
    await sender.press('Remove access')
    expect(sender.text()).toContain('Access removed. It ends with the next page.')
    expect(facts(sender)['Status']).toBe('Access removed')
    expect((await one.fetch(`/view/${guid}/page/1`)).status).toBe(403)
    expect((await one.reload()).status).toBe(403)
    expect((await other.reload()).status).toBe(200)
    await sender.open(`/s/${guid}`)
    expect(rowsUnder(sender, 'Person')[0]).toContain('Access removed')
    await personPage(sender, guid, rita)
    await sender.press('Restore access')
    expect((await one.reload()).status).toBe(200)
    expect((await eventKinds(app, guid)).filter((kind) => /Re(voked|stored)/.test(kind))).toEqual([
      'Revoked',
      'Restored',
    ])
  })

  test('is for reading only to one person, whatever the share allows', async () => {
    const guid = await makeShare(app, sender, { download: 'yes', recipients: `${rita}, rob@example.net` })
    const [one, other] = [await openShare(app, guid), await openShare(app, guid, 'rob@example.net')]
    await personPage(sender, guid, rita)
    await sender.press('Make view only')
    expect((await one.fetch(`/view/${guid}/download`)).status).toBe(403)
    expect((await other.fetch(`/view/${guid}/download`)).status).toBe(200)
    expect((await sender.open(`/s/${guid}`)).text()).toContain('View only')
    await personPage(sender, guid, rita)
    await sender.press('Use the share’s settings')
    expect((await one.fetch(`/view/${guid}/download`)).status).toBe(200)
  })

  test('ends for one person before it ends for the others', async () => {
    const guid = await makeShare(app, sender, { recipients: `${rita}, rob@example.net` })
    await personPage(sender, guid, rita)
    await sender.fill('Last day for this person', '2020-01-01').press('Set end date')
    expect([sender.status, sender.text().includes('The earliest date is tomorrow.')]).toEqual([400, true])
    const last = app.clock.dateIn(2)
    await sender.fill('Last day for this person', last).fill('Time', '12:00').press('Set end date')
    expect(sender.text()).toContain('Personal end date saved.')
    expect(sender.page.control('Last day for this person', 'input').getAttribute('value')).toBe(last)
    await sender.press('Set end date')
    expect((await eventKinds(app, guid)).filter((kind) => kind === 'Changed')).toHaveLength(1)
    app.clock.advance(3 * day)
    sender = await signIn(app, operatorEmail)
    const [one, other] = [app.browser(), await openShare(app, guid, 'rob@example.net')]
    expect(other.status).toBe(200)
    await one.open(`/file/${guid}`)
    await personPage(sender, guid, rita)
    expect(facts(sender)['Status']).toBe('Expired')
    expect(sender.page.root.querySelector('input[value="Send link again"]')).toBeNull()
    await sender.fill('Last day for this person', '').fill('Time', '').press('Set end date')
    expect(facts(sender)['Status']).toBe('Not opened yet')
  })
})

test('the link is sent again, three times an hour, and then the page says why not', async () => {
  const guid = await makeShare(app, sender)
  const before = (await app.outbox.to(rita)).length
  await personPage(sender, guid, rita)
  for (let time = 0; time < 3; time++) {
    await sender.press('Send link again')
    expect(sender.text()).toContain('Link sent again.')
    await app.settle()
  }
  await sender.press('Send link again')
  expect([sender.status, sender.text().includes('There is a problem')]).toEqual([429, true])
  await app.settle()
  expect(await app.outbox.to(rita)).toHaveLength(before + 3)
})

test('an email that was not delivered is named with what the mail server said, and nothing that it should not say', async () => {
  const guid = await makeShare(app, sender)
  const recipient = await recipientOf(guid)
  const said = `550 <${rita}> no such mailbox, see https://mail.example.com/?key=c2VjcmV0`
  await app.strongroom.services.shares.sent.noteDelivery(recipient, 'Failed', said)
  await sender.open(`/s/${guid}`)
  expect(rowsUnder(sender, 'Person')[0]).toMatch(
    /Not delivered.*The email server replied: 550 \(address\) no such mailbox, see \(link\)/,
  )
  await sender.follow('Activity')
  expect(sender.text()).toContain('could not be emailed: 550 (address) no such mailbox, see (link)')
})

test('of a thousand people two hundred are on a page', async () => {
  const guid = await makeShare(app, sender)
  await addPeople(guid, 999)
  await sender.open(`/s/${guid}`)
  expect(rowsUnder(sender, 'Person')).toHaveLength(200)
  expect(sender.text()).toContain('Page 1 of 5')
  await sender.follow('Next')
  expect([sender.path, rowsUnder(sender, 'Person').length]).toEqual([`/s/${guid}?people=2`, 200])
  await sender.open(`/s/${guid}?people=5`)
  expect(rowsUnder(sender, 'Person').at(-1)).toContain('p0998@example.net')
  expect((await sender.open(`/s/${guid}?people=6`)).status).toBe(404)
  await sender.open(`/s/${guid}/edit`)
  expect(sender.text()).toContain('800 more are on the overview')
})

test('the overview asks the database as often for a thousand people and records as for one', async () => {
  const guid = await makeShare(app, sender)
  await sender.open(`/s/${guid}`)
  const few = await questionsOf(() => sender.reload())
  await addPeople(guid, 999)
  const { events, database } = app.strongroom.services
  await database.transaction(async (tx) => {
    for (let number = 0; number < 1000; number++) {
      const [email, visitGuid] = [`p${String(number).padStart(4, '0')}@example.net`, `visit${number}`]
      await events.record(tx, { subject: guid, kind: 'View', actor: email, visitGuid })
    }
  })
  const many = await questionsOf(() => sender.reload())
  expect(rowsUnder(sender, 'Person')[1]).toMatch(/p0000@example\.net.*Views1/)
  expect(many - few).toBeLessThanOrEqual(1)
})

async function addPeople(guid: string, count: number): Promise<void> {
  const { kysely } = app.strongroom.services.database
  const people = Array.from({ length: count }, (_, at) => ({
    guid: newGuid(),
    share_guid: guid,
    email: `p${String(at).padStart(4, '0')}@example.net`,
    name: '',
    first_viewed_at: null,
    added_at: app.clock.now() + 1 + at,
    mail_status: 'Sent' as const,
  }))
  for (let at = 0; at < people.length; at += 200)
    await kysely
      .insertInto('recipient')
      .values(people.slice(at, at + 200))
      .execute()
}

/** How many queries are sent meanwhile. */
async function questionsOf(work: () => Promise<unknown>): Promise<number> {
  const executor = app.strongroom.services.database.kysely.getExecutor()
  const spy = vi.spyOn(executor, 'executeQuery')
  await work()
  const count = spy.mock.calls.length
  spy.mockRestore()
  expect(count).toBeGreaterThan(3)
  return count
}

test("a person of another's share is no one, and so is who is in another share of one's own", async () => {
  const guid = await makeShare(app, sender)
  const other = await makeUser(app)
  const own = await makeShare(app, other, { recipients: 'olga@example.net' })
  const mine = `/s/${own}/people/${await recipientOf(own, 'olga@example.net')}`
  const recipient = await recipientOf(guid)
  const intents = {
    sendAgain: {},
    revoke: {},
    restore: {},
    resetPrints: {},
    setViewOnly: { isViewOnly: 'yes' },
    setEnd: { expiryDate: '2027-03-01' },
  }
  const never = `/s/${'f'.repeat(32)}/people/${'e'.repeat(32)}`
  await expectHidden(other, mine, [`/s/${guid}/people/${recipient}`, never], intents)
  await expectHidden(other, mine, [`/s/${own}/people/${recipient}`, never], intents)
  expect(await eventKinds(app, guid)).toEqual(['Shared', 'Mailed'])
  const stranger = await app.browser().open(`/s/${guid}/people/${recipient}`)
  expect(stranger.url.pathname).toBe('/access/login')
})
