import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import {
  makeShare,
  makeUser,
  openShare,
  operatorEmail,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { somebody, stranger, ownLink } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import {
  addedPeople,
  askAccess,
  requestForAccess,
  requestToForward,
  atForward,
  decisionLinks,
  requestsOf,
  type MadeRequest,
  statusOf,
} from './requests.ts'

let olivia: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  app.clock.advance(20 * minute)
  olivia = await signIn(app, operatorEmail, somebody())
})

describe('who has the link of the email', () => {
  test('sees who asks, for whom, which file and its protections, and approves to view only', async () => {
    const request = await requestToForward(app, olivia, { download: 'yes' })
    const page = await stranger(app).open(request.links.approve)
    expect([page.status, page.heading()]).toEqual([200, `Give ${request.email} access?`])
    for (const words of [
      recipientEmail,
      'contract.pdf',
      'Our tax adviser reads along',
      'Recipients can download',
    ])
      expect(page.text()).toContain(words)
    expect(page.page.isChosen('View only')).toBe(true)
    await page.press('Approve')
    expect(page.heading()).toBe('This request has been decided')
    expect(page.text()).toContain('Approved, view only')
    expect(await addedPeople(app, request.guid)).toMatchObject([
      { email: request.email, is_view_only: 1, expires_at: null, forwarded_by: recipientEmail },
    ])
    expect(await requestsOf(app, request.guid)).toMatchObject([
      { status: 'Approved', decided_by: 'letter', granted: 'view' },
    ])
    expect((await app.outbox.newest(request.email)).links).toEqual([ownLink(request.guid)])
    expect((await app.outbox.newest(recipientEmail)).text).toContain(`gave ${request.email} access`)
    const reader = await openShare(app, request.guid, request.email, somebody())
    expect(reader.page.links('Download')).toEqual([])
    expect(await eventKinds(app, request.guid)).toContain('Approved')
  })

  test('has as long as they like to write a note: the page does not load itself again', async () => {
    const request = await requestToForward(app, olivia)
    for (const link of [request.links.approve, request.links.reject]) {
      const page = await stranger(app).open(link)
      expect([page.status, page.page.root.querySelectorAll('meta[http-equiv=refresh]')]).toEqual([200, []])
    }
  })

  test('gives the same permissions, until a day', async () => {
    const request = await requestToForward(app, olivia, { download: 'yes' })
    const page = await stranger(app).open(request.links.approve)
    const last = app.clock.dateIn(5)
    await page
      .choose('Same permissions')
      .fill(/^Last day/, last)
      .press('Approve')
    expect(page.text()).toContain('Approved')
    const endsAt = Date.parse(`${last}T00:00:00Z`) + day
    expect(await addedPeople(app, request.guid)).toMatchObject([{ is_view_only: 0, expires_at: endsAt }])
    const reader = await openShare(app, request.guid, request.email, somebody())
    expect(reader.page.links('Download')).toHaveLength(1)
  })

  test.each([
    ['a day that is over', '2020-01-01', '', 'The earliest date is tomorrow.'],
    ['a time alone', '', '10:00', 'Enter the date as well'],
    ['what is no time', '2099-01-01', 'noon', 'Enter a time like 17:30'],
  ])('corrects %s', async (_, date, time, words) => {
    const request = await requestToForward(app, olivia)
    const page = await stranger(app).open(request.links.approve)
    await page.send('approve', { endDate: date, endTime: time })
    expect([page.status, page.text()]).toEqual([400, expect.stringContaining(words)])
    expect(await statusOf(app, request)).toEqual(['Pending'])
  })

  test('rejects, with a word or without one', async () => {
    const silent = await requestToForward(app, olivia)
    await (await stranger(app).open(silent.links.reject)).press('Reject')
    const told = await app.outbox.newest(recipientEmail)
    expect(told.text).toContain(
      `Your request to forward a protected file to ${silent.email} wasn’t approved.`,
    )
    expect(told.text).not.toContain('The sender’s message')
    expect(await eventKinds(app, silent.guid)).toContain('Rejected')
    const spoken = await requestToForward(app, olivia)
    const page = await stranger(app).open(spoken.links.reject)
    await page.fill('Reason (optional)', 'Only the board reads this').press('Reject')
    expect(page.text()).toContain('Not approved')
    expect((await app.outbox.newest(recipientEmail)).text).toContain(
      'The sender’s message: Only the board reads this',
    )
    expect(await addedPeople(app, spoken.guid)).toEqual([])
    expect(await app.outbox.to(spoken.email)).toEqual([])
    const rita = await atForward(app, spoken.guid)
    expect(rita.text()).toMatch(/Not approved[^]*Olivia Ortega wrote: Only the board reads this/)
  })

  test('writes no links and no markup to who asked', async () => {
    const request = await requestToForward(app, olivia)
    const page = await stranger(app).open(request.links.reject)
    await page.send('reject', { note: 'see https://evil.example' })
    expect([page.status, page.text()]).toEqual([
      400,
      expect.stringContaining('not allowed in the note field'),
    ])
    expect(await statusOf(app, request)).toEqual(['Pending'])
  })
})

describe('a link that was used', () => {
  test('shows what was decided, both links of it, and a second press changes nothing', async () => {
    for (const make of [requestToForward, requestForAccess]) {
      const request = await make(app, olivia)
      const [first, second] = [
        await stranger(app).open(request.links.approve),
        await stranger(app).open(request.links.approve),
      ]
      const rejecting = await stranger(app).open(request.links.reject)
      await first.press('Approve')
      const emails = (await app.outbox.all()).length
      await second.send('approve', { granted: 'same' })
      expect([second.status, second.heading()]).toEqual([200, 'This request has been decided'])
      await rejecting.send('reject', { note: 'No' })
      expect(rejecting.text()).toContain('Approved, view only')
      expect(await requestsOf(app, request.guid)).toMatchObject([
        { status: 'Approved', granted: 'view', note: '' },
      ])
      expect(await addedPeople(app, request.guid)).toMatchObject([{ is_view_only: 1 }])
      expect((await app.outbox.all()).length).toBe(emails)
    }
  })

  test('two approvals at once: one wins, and there is one email', { tags: ['engines'] }, async () => {
    for (const make of [requestToForward, requestForAccess]) {
      const request = await make(app, olivia)
      const pages = [
        await stranger(app).open(request.links.approve),
        await stranger(app).open(request.links.approve),
      ]
      await Promise.all(
        pages.map((page, index) => page.send('approve', { granted: index === 0 ? 'view' : 'same' })),
      )
      for (const page of pages)
        expect([page.status, page.heading()]).toEqual([200, 'This request has been decided'])
      expect(await addedPeople(app, request.guid)).toHaveLength(1)
      expect((await eventKinds(app, request.guid)).filter((kind) => kind === 'Approved')).toHaveLength(1)
      const links = (await app.outbox.to(request.email)).filter((mail) => mail.links.length > 0)
      expect(links).toHaveLength(1)
    }
  })

  test('an approval and a refusal at once: one of them holds whole', { tags: ['engines'] }, async () => {
    const request = await requestToForward(app, olivia)
    const [approving, rejecting] = [
      await stranger(app).open(request.links.approve),
      await stranger(app).open(request.links.reject),
    ]
    await Promise.all([approving.send('approve'), rejecting.send('reject')])
    const [row] = await requestsOf(app, request.guid)
    const people = await addedPeople(app, request.guid)
    const kinds = (await eventKinds(app, request.guid)).filter(
      (kind) => kind === 'Approved' || kind === 'Rejected',
    )
    expect(kinds).toEqual([row!.status])
    expect(people).toHaveLength(row!.status === 'Approved' ? 1 : 0)
    expect(approving.heading()).toBe('This request has been decided')
    expect(rejecting.heading()).toBe('This request has been decided')
  })

  test('works for 7 days; after that the owner signs in', async () => {
    const request = await requestToForward(app, olivia)
    app.clock.advance(7 * day)
    const late = await stranger(app).open(request.links.approve)
    expect(late.path).toBe(`/access/login?to=${encodeURIComponent(`/s/${request.guid}/requests`)}`)
    olivia = await signIn(app, operatorEmail, somebody())
    expect((await olivia.open(request.links.approve)).path).toBe(`/s/${request.guid}/requests`)
    await olivia.follow(/^Approve/)
    await olivia.press('Approve')
    expect(await requestsOf(app, request.guid)).toMatchObject([{ status: 'Approved', decided_by: 'owner' }])
  })

  test('a page that was kept open longer than that decides nothing', async () => {
    const request = await requestToForward(app, olivia)
    const kept = await stranger(app).open(request.links.reject)
    app.clock.advance(7 * day)
    await kept.send('reject')
    expect(kept.status).toBe(410)
    expect(await statusOf(app, request)).toEqual(['Pending'])
  })
})

describe('a request that no one can approve any more', () => {
  async function expectOver(request: MadeRequest) {
    const kept = await stranger(app).open(request.links.approve)
    return async () => {
      for (const link of [request.links.approve, request.links.reject]) {
        const page = await stranger(app).open(link)
        expect([page.status, page.text()]).toEqual([410, expect.stringContaining('no longer active')])
      }
      await kept.send('approve')
      expect([kept.status, kept.text()]).toEqual([410, expect.stringContaining('no longer active')])
      expect(await addedPeople(app, request.guid)).toEqual([])
    }
  }

  test('because the file was unshared, until it is shared again', async () => {
    const request = await requestToForward(app, olivia)
    const check = await expectOver(request)
    await olivia.open(`/s/${request.guid}`)
    await olivia.send('unshare')
    await check()
    await olivia.send('shareAgain')
    await (await stranger(app).open(request.links.approve)).press('Approve')
    expect(await addedPeople(app, request.guid)).toHaveLength(1)
  })

  test.each([
    ['because the file has expired', { destruct_seconds: 0, expires_at: 1 }],
    ['because the file lies in the bin', { binned_at: 1 }],
  ])('%s', async (_, columns) => {
    const request = await requestForAccess(app, olivia)
    const check = await expectOver(request)
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('share').set(columns).where('guid', '=', request.guid).execute()
    await check()
  })

  test('because 14 days are over, for the owner too', async () => {
    const request = await requestForAccess(app, olivia)
    await olivia.open(`/s/${request.guid}/requests`)
    const [address = ''] = olivia.page.links(/^Approve/)
    app.clock.advance(14 * day)
    await app.strongroom.services.sweep()
    olivia = await signIn(app, operatorEmail, somebody())
    await olivia.open(address)
    expect([olivia.status, olivia.text()]).toEqual([410, expect.stringContaining('no longer active')])
    await olivia.open(`/s/${request.guid}/requests`)
    expect(olivia.page.links(/^Approve/)).toEqual([])
    expect(olivia.text()).toContain('Expired without a decision')
  })

  test('because the plan has no more room: the page says so, and the request waits on', async () => {
    const few = 'few@example.org'
    const ulrich = await makeUser(app, { email: few, browser: somebody() })
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('user').set({ tier_code: 0 }).where('email', '=', few).execute()
    const people = [recipientEmail, ...['a', 'b', 'c', 'd'].map((one) => `${one}@example.net`)].join(', ')
    const guid = await makeShare(app, ulrich, { recipients: people })
    await askAccess(app, guid, 'sixth@example.net')
    const page = await stranger(app).open((await decisionLinks(app, few)).approve)
    await page.send('approve')
    expect([page.status, page.text()]).toEqual([400, expect.stringContaining('up to 5 recipients')])
    expect((await requestsOf(app, guid)).map(({ status }) => status)).toEqual(['Pending'])
    expect(await app.outbox.to('sixth@example.net')).toHaveLength(1)
  })
})
