import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import {
  makeShare,
  openPublicShare,
  operatorEmail,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { somebody } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

let sender: Browser
const rob = 'rob@example.net'

const { app } = await makeWorld({ people: [{ email: 'ulrich@example.org', browser: somebody() }] })
beforeEach(() => app.clock.advance(16 * minute))

async function share(fields: Parameters<typeof makeShare>[2] = {}): Promise<string> {
  sender = await signIn(app, operatorEmail, somebody())
  return makeShare(app, sender, { recipients: `${recipientEmail}, ${rob}`, ...fields })
}

/** A recipient on the page of comments. */
async function reader(guid: string, email = recipientEmail): Promise<Browser> {
  const browser = await proveAddress(app, guid, email, somebody())
  return browser.open(`/file/${guid}/comments`)
}

async function write(browser: Browser, text: string): Promise<void> {
  await browser.fill('Your comment', text).press('Send comment')
  expect(browser.text()).toMatch(/comment (is )?sent\./i)
}

async function kept(guid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('comment')
    .select(['number', 'is_owners', 'text', 'read_at', 'deleted_at'])
    .where('share_guid', '=', guid)
    .orderBy('number')
    .execute()
}

async function emailsTo(email: string): Promise<string[]> {
  return (await app.outbox.to(email))
    .map(({ subject }) => subject)
    .filter((subject) => subject.includes('comment'))
}

describe('a thread', () => {
  test('is found from the file and from the viewer, and goes both ways', async () => {
    const guid = await share()
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await rita.follow('Comments')
    expect([rita.path, rita.heading()]).toEqual([`/file/${guid}/comments`, 'Comments'])
    await write(rita, 'Is page two final?\nI wonder.')
    await sender.open(`/s/${guid}`)
    await sender.follow(/^Comments 1$/)
    expect(sender.text()).toContain('Is page two final?')
    await write(sender, 'It is.')
    await sender.open(`/s/${guid}`)
    expect(sender.page.links(/^Comments$/)).toEqual([`/s/${guid}/comments`])
    await rita.open(`/file/${guid}`)
    expect(rita.text()).toContain('Comments (1 new)')
    await rita.press('Open')
    await rita.follow('Comments (1 new)')
    expect(rita.text()).toContain('It is.')
    expect(await eventKinds(app, guid)).toEqual(expect.arrayContaining(['Commented', 'Commented']))
  })

  test('is between one recipient and the sender: another recipient sees nothing of it', async () => {
    const guid = await share()
    await write(await reader(guid), 'Between us')
    const other = await reader(guid, rob)
    expect(other.text()).toContain('No comments yet.')
    expect(Buffer.from(other.bytes).toString()).not.toContain('Between us')
    await sender.open(`/s/${guid}/comments`)
    await sender.follow(rob)
    expect(sender.text()).not.toContain('Between us')
    await write(sender, 'Only for Rob')
    const rita = await reader(guid)
    expect(rita.text()).not.toContain('Only for Rob')
    expect((await other.reload()).text()).toContain('Only for Rob')
  })

  test('stays unread, however often it is looked at, until someone says so', async () => {
    const guid = await share()
    await write(await reader(guid), 'First')
    for (let times = 0; times < 2; times++) await sender.open(`/s/${guid}/comments`)
    await sender.fetch(`/s/${guid}/comments`, { method: 'HEAD' })
    expect((await kept(guid))[0]?.read_at).toBeNull()
    // What arrives while the page is open was not shown, so it stays unread.
    await write(await reader(guid), 'Second')
    await sender.press('Mark as read')
    expect((await kept(guid)).map(({ read_at }) => read_at !== null)).toEqual([true, false])
    expect(sender.page.links(/^Comments 1$/)).toEqual([`/s/${guid}/comments`])
  })

  test('keeps a stub of what its writer deletes, and no one else deletes it', async () => {
    const guid = await share()
    const rita = await reader(guid)
    await write(rita, 'Said too much')
    await sender.open(`/s/${guid}/comments`)
    expect(sender.page.root.querySelectorAll('input[value=remove]')).toHaveLength(0)
    await rita.press('Delete')
    expect(rita.text()).toContain('This comment was deleted.')
    expect(await kept(guid)).toMatchObject([{ text: '' }])
    await sender.reload()
    expect(sender.text()).toContain('This comment was deleted.')
    expect(sender.text()).not.toMatch(/Said too much|Comments \(1\)/)
  })

  test.each([
    ['nothing', ' ', 'Write a comment first.'],
    ['too much', 'x'.repeat(2001), 'Shorten this to 2000 characters or fewer.'],
    ['markup', 'a <b>', 'This field must not contain these characters'],
    ['a link', 'see www.evil.example', 'Email addresses and URLs are not allowed.'],
    ['an address', 'write to me@example.com', 'Email addresses and URLs are not allowed.'],
  ])('refuses %s in words, and what was typed stays', async (_, text, words) => {
    const guid = await share()
    const rita = await reader(guid)
    await rita.send('write', { text })
    expect([rita.status, rita.path]).toEqual([400, `/file/${guid}/comments`])
    expect(rita.text()).toContain(words)
    await sender.open(`/s/${guid}/comments`)
    await sender.send('write', { text })
    expect([sender.status, sender.text()]).toEqual([400, expect.stringContaining(words)])
    expect(await kept(guid)).toEqual([])
  })

  test('numbers what both write at once', { tags: ['engines'] }, async () => {
    const guid = await share()
    const [rita, other] = [await reader(guid), await reader(guid, rob)]
    await sender.open(`/s/${guid}/comments`)
    await Promise.all([rita, other, sender].map((browser) => browser.send('write', { text: 'At once' })))
    expect((await kept(guid)).map(({ number }) => number)).toEqual([1, 2, 3])
  })
})

describe('an email', () => {
  test('tells of all comments of five minutes together, without their words and the file', async () => {
    const before = (await emailsTo(operatorEmail)).length
    const guid = await share()
    const [rita, other] = [await reader(guid), await reader(guid, rob)]
    await write(rita, 'First words')
    await write(rita, 'Second words')
    await write(other, 'Third words')
    app.clock.advance(5 * minute - second)
    expect(await emailsTo(operatorEmail)).toHaveLength(before)
    app.clock.advance(second)
    expect((await emailsTo(operatorEmail)).slice(before)).toEqual(['3 new comments on your file'])
    const mail = await app.outbox.newest(operatorEmail)
    expect(mail.text + mail.html).not.toMatch(/contract|words/)
    expect(mail.links[0]).toBe(`http://localhost:3000/s/${guid}/comments`)
    expect(mail.headers.get('list-unsubscribe')).toBe(
      '<http://localhost:3000/setting?tabActive=notifications>',
    )
    await write(rita, 'Later words')
    app.clock.advance(5 * minute)
    expect((await emailsTo(operatorEmail)).at(-1)).toBe('1 new comment on your file')
  })

  test('does not come about what was read or deleted meanwhile', async () => {
    const before = (await emailsTo(operatorEmail)).length
    const guid = await share()
    const rita = await reader(guid)
    await write(rita, 'One')
    await sender.open(`/s/${guid}/comments`)
    await sender.press('Mark as read')
    await write(rita, 'Two')
    await rita.send('remove', { number: '2' })
    app.clock.advance(6 * minute)
    expect(await emailsTo(operatorEmail)).toHaveLength(before)
  })

  test('to a recipient without an account leads to where that address is left in peace; an account chooses in its settings', async () => {
    const guid = await share({ recipients: `${recipientEmail}, ulrich@example.org` })
    for (const person of [recipientEmail, 'ulrich@example.org']) {
      await sender.open(`/s/${guid}/comments`)
      await sender.follow(person)
      await write(sender, 'Look at page two')
    }
    app.clock.advance(5 * minute)
    const toRita = await app.outbox.newest(recipientEmail)
    expect(toRita.subject).toBe('1 new comment from Olivia Ortega')
    expect(toRita.links).toEqual([
      `http://localhost:3000/file/${guid}/comments`,
      expect.stringMatching(/^http:\/\/localhost:3000\/p\/letters\//),
    ])
    expect(toRita.headers.get('list-unsubscribe')).toBe(`<${toRita.links[1]}>`)
    expect((await app.outbox.newest('ulrich@example.org')).headers.has('list-unsubscribe')).toBe(true)
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    await ulrich.open('/setting?tabActive=notifications')
    await ulrich.clear('someone sends me a comment').press('Save notifications')
    const before = (await emailsTo('ulrich@example.org')).length
    await write(sender, 'And at page three')
    app.clock.advance(5 * minute)
    expect(await emailsTo('ulrich@example.org')).toHaveLength(before)
    const rita = await app.browser(somebody()).open(toRita.links[1]!)
    await rita.press('Unsubscribe')
    await sender.open(`/s/${guid}/comments`)
    await sender.follow(recipientEmail)
    await write(sender, 'And at page four')
    app.clock.advance(5 * minute)
    expect(await app.outbox.newest(recipientEmail)).toEqual(toRita)
  })

  test('does not call a recipient to a file that was closed meanwhile', async () => {
    const guid = await share()
    await sender.open(`/s/${guid}/comments`)
    await sender.follow(rob)
    await write(sender, 'Look')
    await changeShare(app, guid, { status: 'Killed' })
    const before = (await emailsTo(rob)).length
    app.clock.advance(5 * minute)
    expect(await emailsTo(rob)).toHaveLength(before)
  })
})

describe('a closed share', () => {
  test('closes its threads to recipients, and the sender reads on', async () => {
    const guid = await share()
    const rita = await reader(guid)
    await write(rita, 'Before the end')
    await sender.open(`/s/${guid}/comments`)
    await changeShare(app, guid, { status: 'Killed' })
    await sender.send('write', { text: 'Too late' })
    expect([sender.status, sender.text()]).toEqual([409, expect.stringContaining('you can’t add comments')])
    await sender.open(`/s/${guid}/comments`)
    expect(sender.text()).toContain('Before the end')
    expect(sender.page.root.querySelectorAll('input[value=write]')).toHaveLength(0)
    await rita.reload()
    expect([rita.status, rita.heading()]).toEqual([410, 'Unshared'])
    await sendUnoffered(rita, `/file/${guid}/comments`, 'write')
    expect(await kept(guid)).toHaveLength(1)
  })

  test('for one person whose time has run out is open to the others', async () => {
    const guid = await share({ expiry: 'destruct', destructAmount: '10', destructUnit: 'minutes' })
    const [rita, other] = [await reader(guid), await reader(guid, rob)]
    await rita.open(`/file/${guid}`)
    await rita.send('open')
    app.clock.advance(10 * minute)
    expect((await rita.open(`/file/${guid}/comments`)).status).toBe(410)
    await write(other, 'Still here')
    await sender.open(`/s/${guid}/comments`)
    await sender.follow(recipientEmail)
    expect(sender.text()).toContain('This person has no access now, so no comments can be added.')
    await sender.follow(new RegExp(rob))
    expect(sender.page.root.querySelectorAll('input[value=write]')).toHaveLength(1)
  })
})

describe('who has no thread', () => {
  test('a visitor of a link is told that it is for named people', async () => {
    const guid = await share({ visibility: 'public', recipients: '' })
    const visitor = await openPublicShare(app, guid, somebody())
    expect(visitor.text()).not.toContain('Comments')
    await visitor.open(`/file/${guid}/comments`)
    expect([visitor.status, visitor.heading()]).toEqual([403, 'Only people specified'])
    for (const intent of ['write', 'read', 'remove']) {
      await sendUnoffered(visitor, `/file/${guid}/comments`, intent)
      expect([400, 403], intent).toContain(visitor.status)
    }
    await sender.open(`/s/${guid}/comments`)
    expect(sender.text()).toContain('This file was shared without naming anyone.')
  })

  test('a stranger, a recipient of something else and a removed person have none', async () => {
    const guid = await share()
    const rita = await reader(guid)
    await write(rita, 'Mine')
    const stranger = await app.browser(somebody()).open(`/file/${guid}/comments`)
    expect(stranger.url.pathname).toBe('/access/filelogin')
    const other = await share({ recipients: 'eve@example.net' })
    const eve = await reader(other, 'eve@example.net')
    await eve.open(`/file/${guid}/comments`)
    expect([eve.status, eve.heading()]).toEqual([403, 'Not shared with you'])
    await eve.open(`/file/${other}/comments`)
    const form = eve.page.submission(eve.page.form('write'))
    await eve.submit({ ...form, action: `/file/${guid}/comments` })
    await app.strongroom.services.database.kysely
      .updateTable('recipient')
      .set({ revoked_at: app.clock.now() })
      .where('share_guid', '=', guid)
      .where('email', '=', recipientEmail)
      .execute()
    expect((await rita.reload()).status).toBe(403)
    expect(await kept(guid)).toMatchObject([{ text: 'Mine' }])
  })

  test('another account neither reads nor answers, nor does the owner in another share', async () => {
    const guid = await share()
    await write(await reader(guid), 'Mine')
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    const own = await makeShare(app, ulrich)
    const { guid: recipient } = await app.strongroom.services.database.kysely
      .selectFrom('recipient')
      .select('guid')
      .where('share_guid', '=', guid)
      .where('email', '=', recipientEmail)
      .executeTakeFirstOrThrow()
    for (const address of [`/s/${guid}/comments`, `/s/${own}/comments?with=${recipient}`]) {
      await ulrich.open(address)
      expect([ulrich.status, ulrich.heading()], address).toEqual([404, 'Page not found'])
    }
    await ulrich.open(`/s/${own}/comments`)
    for (const address of [`/s/${guid}/comments`, `/s/${own}/comments`]) {
      await ulrich.open(`/s/${own}/comments`)
      const form = ulrich.page.submission(ulrich.page.form('write'))
      const entries = form.entries.map((entry) =>
        entry.name === 'recipient'
          ? { ...entry, value: recipient }
          : entry.name === 'text'
            ? { ...entry, value: 'Hello' }
            : entry,
      )
      await ulrich.submit({ ...form, action: address, entries })
      expect([ulrich.status, ulrich.heading()], address).toEqual([404, 'Page not found'])
    }
    expect(await kept(guid)).toHaveLength(1)
  })
})
