import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, minute } from '#tests/support/world/clock.ts'
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
import { somebody, ownLink } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'
import { addedPeople, allowForwarding, atForward, decisionLinks, forward, requestsOf } from './requests.ts'

let olivia: Browser

const { app } = await makeWorld()
beforeEach(async () => {
  app.clock.advance(20 * minute)
  olivia = await signIn(app, operatorEmail, somebody())
})

const nora = 'nora@example.net'

describe('where the share allows forwarding', () => {
  test('a recipient passes it on at once, and the new reader proves the own address', async () => {
    const guid = await makeShare(app, olivia)
    await allowForwarding(app, guid)
    const rita = await atForward(app, guid)
    expect(rita.text()).toContain('Olivia Ortega lets you forward this file.')
    await forward(rita, 'Nora@Example.net', { name: 'Nora Nilsen' })
    expect([rita.status, rita.path]).toEqual([200, `/file/${guid}/forward`])
    expect(rita.text()).toContain('Added. They’ll get an email with the link.')
    expect(await addedPeople(app, guid)).toEqual([
      {
        email: nora,
        name: 'Nora Nilsen',
        is_view_only: 0,
        expires_at: null,
        forwarded_by: recipientEmail,
        revoked_at: null,
      },
    ])
    const toNora = await app.outbox.newest(nora)
    expect(toNora.links).toEqual([ownLink(guid)])
    expect(toNora.text + toNora.subject).not.toContain('contract.pdf')
    const reader = await openShare(app, guid, nora, somebody())
    expect(reader.path).toBe(`/view/${guid}`)
  })

  test('the owner gets an email and sees it in the activity', async () => {
    const guid = await makeShare(app, olivia)
    await allowForwarding(app, guid)
    await forward(await atForward(app, guid), nora)
    const mail = await app.outbox.newest(operatorEmail)
    expect(mail.subject).toBe('Your file was forwarded')
    expect(mail.text).toContain(`${recipientEmail} forwarded the file you shared on`)
    expect(mail.text).not.toContain('contract.pdf')
    expect(mail.headers.get('list-unsubscribe')).toContain('/setting?tabActive=notifications')
    expect(await eventKinds(app, guid)).toContain('Forwarded')
    expect(await app.strongroom.services.tracking.verify(guid)).toBeNull()
    expect(await requestsOf(app, guid)).toEqual([])
  })

  test('who can only view passes on no more than that', async () => {
    const guid = await makeShare(app, olivia, { download: 'yes' })
    await allowForwarding(app, guid)
    const endsAt = app.clock.now() + 3 * day
    await app.strongroom.services.database.kysely
      .updateTable('recipient')
      .set({ is_view_only: 1, expires_at: endsAt })
      .where('share_guid', '=', guid)
      .execute()
    await forward(await atForward(app, guid), nora)
    expect(await addedPeople(app, guid)).toMatchObject([{ is_view_only: 1, expires_at: endsAt }])
  })

  test('people taken off the list come back only if the owner says so', async () => {
    const guid = await makeShare(app, olivia, { recipients: `${recipientEmail}, ${nora}` })
    await allowForwarding(app, guid)
    await app.strongroom.services.database.kysely
      .updateTable('recipient')
      .set({ revoked_at: app.clock.now() })
      .where('share_guid', '=', guid)
      .where('email', '=', nora)
      .execute()
    const rita = await forward(await atForward(app, guid), nora)
    expect(rita.text()).toContain('Request sent.')
    expect(await addedPeople(app, guid)).toMatchObject([{ email: nora, revoked_at: app.clock.now() }])
    await olivia.open((await decisionLinks(app, operatorEmail)).approve)
    await olivia.send('approve')
    expect(await addedPeople(app, guid)).toMatchObject([{ email: nora, revoked_at: null, is_view_only: 1 }])
  })

  test(
    'no more people than the plan has are added, however many are passed on at once',
    { tags: ['engines'] },
    async () => {
      const ulrich = await makeUser(app, { email: 'few@example.org', browser: somebody() })
      await app.strongroom.services.database.kysely
        .updateTable('user')
        .set({ tier_code: 0 })
        .where('email', '=', 'few@example.org')
        .execute()
      const guid = await makeShare(app, ulrich, {
        recipients: `${recipientEmail}, b@example.net, c@example.net`,
      })
      await allowForwarding(app, guid)
      const readers = [await atForward(app, guid), await atForward(app, guid), await atForward(app, guid)]
      await Promise.all(readers.map((reader, index) => forward(reader, `new${index}@example.net`)))
      expect(readers.map(({ status }) => status).toSorted()).toEqual([200, 200, 400])
      const refused = readers.find(({ status }) => status === 400)!
      expect(refused.text()).toContain('Your plan allows you to share to up to 5 recipients.')
      expect(refused.page.valueOf('Their email address')).toMatch(/^new\d@example\.net$/)
      expect((await addedPeople(app, guid)).length).toBe(4)
    },
  )

  test('the same person passed on twice at once is added once', { tags: ['engines'] }, async () => {
    const guid = await makeShare(app, olivia)
    await allowForwarding(app, guid)
    const readers = [await atForward(app, guid), await atForward(app, guid)]
    await Promise.all(readers.map((reader) => forward(reader, nora)))
    expect(readers.map(({ status }) => status).toSorted()).toEqual([200, 400])
    expect(await addedPeople(app, guid)).toHaveLength(1)
    const emails = (await app.outbox.to(nora)).filter(({ links }) => links[0]?.includes(guid))
    expect(emails).toHaveLength(1)
  })
})

describe('where the share does not allow it', () => {
  test('a recipient asks the owner, and sees that the request waits', async () => {
    const guid = await makeShare(app, olivia)
    const rita = await atForward(app, guid)
    expect(rita.text()).toContain('Olivia Ortega decides who else can open this file.')
    await forward(rita, nora, { name: 'Nora Nilsen' })
    expect(rita.text()).toContain('Request sent.')
    expect(rita.text()).toMatch(/Nora Nilsen \(nora@example\.net\)\s*Waiting for the sender/)
    expect(await addedPeople(app, guid)).toEqual([])
    expect(await app.outbox.to(nora)).not.toContainEqual(
      expect.objectContaining({ links: [expect.stringContaining(guid)] }),
    )
    const mail = await app.outbox.newest(operatorEmail)
    expect(mail.subject).toBe('A recipient asks to forward your file')
    expect(mail.text).toContain('Reason: Our tax adviser reads along')
    expect(mail.text + mail.subject).not.toContain('contract.pdf')
    expect(mail.html).toContain(`href="${(await decisionLinks(app, operatorEmail)).reject}"`)
    expect(await eventKinds(app, guid)).toContain('ForwardAsked')
  })

  test('asking again for the same person says that the sender has been asked', async () => {
    const guid = await makeShare(app, olivia)
    const rita = await forward(await atForward(app, guid), nora)
    await forward(rita, nora)
    expect(rita.status).toBe(400)
    expect(rita.text()).toContain('Access for this person has already been requested')
    expect(await requestsOf(app, guid)).toHaveLength(1)
  })

  test('after a refusal the same is asked again, a day later, and then no more', async () => {
    const guid = await makeShare(app, olivia)
    async function refuse() {
      const page = await app.browser(somebody()).open((await decisionLinks(app, operatorEmail)).reject)
      await page.send('reject')
    }
    await forward(await atForward(app, guid), nora)
    await refuse()
    const rita = await forward(await atForward(app, guid), nora)
    expect([rita.status, rita.text()]).toEqual([403, expect.stringContaining('didn’t approve this request')])
    app.clock.advance(day)
    expect((await forward(await atForward(app, guid), nora)).text()).toContain('Request sent.')
    await refuse()
    app.clock.advance(3 * day)
    expect((await forward(await atForward(app, guid), nora)).status).toBe(403)
    expect((await requestsOf(app, guid)).map(({ status }) => status)).toEqual(['Rejected', 'Rejected'])
  })

  test('after 14 days no one decides on it any more, and it can be asked again', async () => {
    const guid = await makeShare(app, olivia)
    await forward(await atForward(app, guid), nora)
    app.clock.advance(14 * day)
    const rita = await atForward(app, guid)
    expect(rita.text()).toMatch(/nora@example\.net\s*Expired/)
    await forward(rita, nora)
    expect(rita.text()).toContain('Request sent.')
    expect((await requestsOf(app, guid)).map(({ status }) => status)).toEqual(['Expired', 'Pending'])
  })
})

describe('a recipient cannot pass a file on', () => {
  test.each([
    ['to oneself', recipientEmail, 'This is your own address.'],
    ['to oneself in capitals', recipientEmail.toUpperCase(), 'This is your own address.'],
    ['to somebody on the list', nora, 'This person already has access.'],
    ['to its sender', operatorEmail, 'This person already has access.'],
    ['to what is no address', 'nora', 'Enter a full email address'],
    ['to nobody', '', 'Enter an email address.'],
  ])('%s', async (_, email, words) => {
    for (const isAllowed of [true, false]) {
      const guid = await makeShare(app, olivia, { recipients: `${recipientEmail}, ${nora}` })
      if (isAllowed) await allowForwarding(app, guid)
      const rita = await forward(await atForward(app, guid), email)
      expect([rita.status, rita.path]).toEqual([400, `/file/${guid}/forward`])
      expect(rita.text()).toContain(words)
      expect(await requestsOf(app, guid)).toEqual([])
      expect(await addedPeople(app, guid)).toHaveLength(1)
    }
  })

  test.each([
    ['without a reason', { reason: ' ' }, 'Say briefly why this person needs the file.'],
    ['with markup in the reason', { reason: '<b>now</b>' }, 'must not contain these characters <>'],
    [
      'with a link in the reason',
      { reason: 'see evil.com' },
      'links and some words are not allowed in the reason field',
    ],
    ['with too long a reason', { reason: 'a'.repeat(501) }, 'Shorten this to 500 characters or fewer.'],
    ['with a link as a name', { name: 'see evil.com' }, 'Enter a name of at least two letters'],
  ])('%s', async (_, fields, words) => {
    const guid = await makeShare(app, olivia)
    const rita = await forward(await atForward(app, guid), nora, fields)
    expect(rita.status).toBe(400)
    expect(rita.text()).toContain(words)
    expect(rita.page.valueOf('Their email address')).toBe(nora)
    expect(await requestsOf(app, guid)).toEqual([])
  })

  test('after it was unshared, has expired or destructed', async () => {
    const killed = await makeShare(app, olivia)
    const atKilled = await atForward(app, killed)
    await olivia.open(`/s/${killed}`)
    await olivia.send('unshare')
    await forward(atKilled, nora)
    expect([atKilled.status, atKilled.heading()]).toEqual([410, 'Unshared'])

    const expired = await makeShare(app, olivia)
    const atExpired = await atForward(app, expired)
    const { kysely } = app.strongroom.services.database
    await kysely
      .updateTable('share')
      .set({ destruct_seconds: 0, expires_at: app.clock.now() })
      .where('guid', '=', expired)
      .execute()
    await forward(atExpired, nora)
    expect([atExpired.status, atExpired.heading()]).toEqual([410, 'Expired'])
    expect((await atExpired.open(`/file/${expired}/forward`)).status).toBe(410)

    const gone = await makeShare(app, olivia, { expiry: 'destruct', destructAmount: '1' })
    const atGone = await openShare(app, gone, recipientEmail, somebody())
    await atGone.open(`/file/${gone}/forward`)
    app.clock.advance(minute)
    await forward(atGone, nora)
    expect([atGone.status, atGone.heading()]).toEqual([410, 'Destructed'])
    for (const guid of [killed, expired, gone]) expect(await requestsOf(app, guid)).toEqual([])
  })

  test('that anyone with the link can open', async () => {
    const guid = await makeShare(app, olivia, { visibility: 'public', recipients: recipientEmail })
    const visitor = await openPublicShare(app, guid, somebody())
    expect(visitor.page.links('Forward')).toEqual([])
    await visitor.open(`/file/${guid}/forward`)
    expect([visitor.status, visitor.text()]).toEqual([
      403,
      expect.stringContaining('people the sender specified'),
    ])
    const other = await makeShare(app, olivia)
    const rita = await proveAddress(app, other, recipientEmail, somebody())
    await rita.open(`/file/${guid}`)
    expect(rita.page.links('Forward')).toEqual([])
    expect((await rita.open(`/file/${guid}/forward`)).status).toBe(403)
  })

  test('more than 20 times a day', async () => {
    const guid = await makeShare(app, olivia)
    const rita = await atForward(app, guid)
    for (let number = 1; number <= 20; number++) await forward(rita, `p${number}@example.net`)
    await forward(rita, nora)
    expect(rita.status).toBe(429)
    expect(await requestsOf(app, guid)).toHaveLength(20)
    app.clock.advance(day)
    expect((await forward(await atForward(app, guid), nora)).status).toBe(200)
  })
})

describe('someone else', () => {
  test('a stranger is led to the door, and comes back afterwards', async () => {
    const guid = await makeShare(app, olivia)
    const stranger = await app.browser(somebody()).open(`/file/${guid}/forward`)
    expect(stranger.path).toBe(`/access/filelogin?share=${guid}&to=%2Ffile%2F${guid}%2Fforward`)
    await sendUnoffered(stranger, `/file/${guid}/forward`, 'forward')
    expect(stranger.url.pathname).toBe('/access/filelogin')
    expect(await requestsOf(app, guid)).toEqual([])
  })

  test('another user passes nothing on, nor does the owner, who is led to the share', async () => {
    const guid = await makeShare(app, olivia)
    const ulrich = await makeUser(app, { email: 'else@example.org', browser: somebody() })
    expect((await ulrich.open(`/file/${guid}/forward`)).status).toBe(403)
    expect(ulrich.text()).not.toContain('contract.pdf')
    expect((await olivia.open(`/file/${guid}/forward`)).path).toBe(`/s/${guid}`)
    const elsewhere = await makeShare(app, olivia, { recipients: 'else@example.org' })
    await ulrich.open(`/file/${elsewhere}/forward`)
    const submission = ulrich.page.submission(ulrich.page.form('forward'))
    const entries = submission.entries.map((entry) =>
      entry.name === 'email' || entry.name === 'reason' ? { ...entry, value: nora } : entry,
    )
    await ulrich.submit({ ...submission, entries, action: `/file/${guid}/forward` })
    expect(await requestsOf(app, guid)).toEqual([])
  })

  test('a form from another site passes nothing on', async () => {
    const guid = await makeShare(app, olivia)
    const rita = await atForward(app, guid)
    const { entries } = rita.page.submission(rita.page.form('forward'))
    const fields = Object.fromEntries(entries.map(({ name, value }) => [name, String(value)]))
    const body = new URLSearchParams({ ...fields, email: nora, reason: 'please' })
    for (const [changed, headers] of [
      [body.toString(), { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }],
      [new URLSearchParams({ ...Object.fromEntries(body), token: '' }).toString(), {}],
    ] as const) {
      const answer = await rita.fetch(rita.path, {
        method: 'POST',
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
        body: changed,
      })
      expect(answer.status).toBe(403)
    }
    expect(await requestsOf(app, guid)).toEqual([])
  })
})
