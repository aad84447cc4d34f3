import { gzipSync } from 'node:zlib'
import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, operatorEmail, recipientEmail, type ShareFields } from '#tests/support/world/make.ts'
import { codeFor, otherCode, proved, somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: sender } = await makeWorld()
const masked = 'r•••@example.net'

beforeEach(() => app.clock.advance(16 * minute))

/** The link in the newest invitation to an address, as its path. */
async function linkTo(email: string): Promise<string> {
  const links = (await app.outbox.to(email)).flatMap((mail) => mail.links)
  const link = links.findLast((one) => one.includes('/for/'))
  if (!link) throw new Error(`No email to ${email} has a link of its own`)
  return new URL(link).pathname
}

async function shared(fields: ShareFields = {}): Promise<{ guid: string; link: string }> {
  const guid = await makeShare(app, sender, {
    file: { name: 'merger-plan.pdf', type: 'application/pdf', bytes: pdf(['One', 'Two']) },
    ...fields,
  })
  return { guid, link: await linkTo(recipientEmail) }
}

function html(browser: Browser): string {
  return Buffer.from(browser.bytes).toString('utf8')
}

async function codesTo(email: string): Promise<number> {
  return (await app.outbox.to(email)).filter((mail) => mail.code).length
}

describe('the link in a recipient’s own email', () => {
  test('names the sender and masks the address; one button sends the code, and the code opens the file', async () => {
    const { guid, link } = await shared()
    const rita = await app.browser(somebody()).open(link)
    expect([rita.status, rita.heading()]).toEqual([200, 'Olivia shared a confidential file with you'])
    expect(rita.text()).toContain(`confirm that you are ${masked}`)
    expect(rita.text()).toContain(operatorEmail)
    await rita.send('ask')
    expect([rita.path, rita.heading()]).toEqual([`${link}?step=code`, 'Check your email'])
    expect(html(rita)).toMatch(/<input[^>]*autofocus=""[^>]*autocomplete="one-time-code"/i)
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    expect([rita.status, rita.path]).toEqual([200, `/view/${guid}`])
  })

  test('shows the address nowhere before the code, whatever is typed', async () => {
    const { link } = await shared()
    const thief = await app.browser(somebody()).open(link)
    const pages = [html(thief)]
    await thief.send('ask')
    pages.push(html(thief))
    await thief.send('prove', { code: otherCode(await codeFor(app, recipientEmail)) })
    pages.push(html(thief))
    expect([thief.status, thief.heading()]).toEqual([400, 'Check your email'])
    for (const page of pages) {
      expect(page).toContain(masked)
      expect(page).not.toContain(recipientEmail)
      expect(page).not.toContain('merger-plan')
    }
  })

  test('sends nothing by being opened, however often', async () => {
    const { link } = await shared()
    const before = await codesTo(recipientEmail)
    const scanner = app.browser(somebody())
    for (const query of ['', '?step=code', '?step=ask']) await scanner.open(link + query)
    await app.settle()
    expect(await codesTo(recipientEmail)).toBe(before)
  })

  test('passed on, opens nothing: the code goes to the recipient, and works only where it was asked for', async () => {
    const { guid, link } = await shared()
    const thief = await app.browser(somebody()).open(link)
    await thief.send('ask')
    const rita = await app.browser(somebody()).open(`${link}?step=code`)
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    expect([rita.status, rita.heading()]).toEqual([400, 'Check your email'])
    expect((await thief.fetch(`/view/${guid}/page/1`)).status).toBe(401)
    await thief.open(`/file/${guid}`)
    expect(thief.heading()).toBe('Open a protected file')
  })

  test('leads who is not that person to the form as ever', async () => {
    const { guid, link } = await shared()
    const other = await app.browser(somebody()).open(link)
    await other.follow('Not your address?')
    expect([other.path, other.page.valueOf('Your email address')]).toEqual([
      `/access/filelogin?share=${guid}`,
      '',
    ])
  })

  test('asks a browser that is known here for nothing more', async () => {
    const { guid, link } = await shared()
    const rita = await proved(app, guid)
    await rita.open(link)
    expect([rita.path, rita.heading()]).toEqual([`/file/${guid}`, 'merger-plan.pdf'])
    await rita.send('open')
    await rita.open(link)
    expect(rita.path).toBe(`/view/${guid}`)
  })

  test('shows the page of the file first where opening starts a timer', async () => {
    const { guid, link } = await shared({ expiry: 'destruct', destructAmount: '1', destructUnit: 'hours' })
    const rita = await app.browser(somebody()).open(link)
    await rita.send('ask')
    await rita.send('prove', { code: await codeFor(app, recipientEmail) })
    expect(rita.path).toBe(`/file/${guid}`)
    expect(rita.text()).toContain('self-destructs')
  })

  test('is limited like an address that is typed: no one is flooded by it', async () => {
    const { link } = await shared()
    const thief = app.browser(somebody())
    const before = await codesTo(recipientEmail)
    for (let time = 0; time < 8; time++) {
      await thief.open(link)
      await thief.send('ask')
    }
    await app.settle()
    expect(thief.text()).toContain('Too many attempts')
    expect(await codesTo(recipientEmail)).toBe(before + 5)
  })
})

describe('a link that names no recipient of the share', () => {
  test.each([
    ['of another share', async (one: string) => `${one}/for/${(await shared()).link.split('/').at(-1)}`],
    ['that was changed', async (one: string) => `${one}/for/${'0123456789abcdef'.repeat(2)}`],
    ['that is no identifier', async (one: string) => `${one}/for/..%2fx`],
    ['of no share', async () => `/file/${'0123456789abcdef'.repeat(2)}/for/${'0123456789abcdef'.repeat(2)}`],
  ])('is the door as strangers see it: one %s', async (_, wrong) => {
    const { guid } = await shared()
    const path = await wrong(`/file/${guid}`)
    const stranger = await app.browser(somebody()).open(path)
    expect([stranger.status, stranger.heading()]).toEqual([200, 'Open a protected file'])
    expect(stranger.path).toBe(`/access/filelogin?share=${path.split('/')[2]}`)
    for (const secret of ['Olivia', operatorEmail, '•', recipientEmail])
      expect(html(stranger)).not.toContain(secret)
  })

  test('is what it becomes for someone who was removed, also for a page that was open', async () => {
    const { guid, link } = await shared({ recipients: `${recipientEmail}, rob@example.net` })
    const rita = await app.browser(somebody()).open(link)
    const before = await codesTo(recipientEmail)
    await sender.open(`/s/${guid}/people/${link.split('/').at(-1)}`)
    await sender.send('revoke')
    await rita.send('ask')
    expect([rita.path, rita.heading()]).toEqual([`/access/filelogin?share=${guid}`, 'Open a protected file'])
    await app.settle()
    expect(await codesTo(recipientEmail)).toBe(before)
    expect((await rita.open(link)).heading()).toBe('Open a protected file')
  })
})

describe('at the door of a sender with a team', () => {
  const { kysely } = app.strongroom.services.database
  beforeEach(async () => {
    const team = { guid: 'c0ffee'.padEnd(32, '0'), name: 'Halden & Marsh LLP', created_at: 1 }
    const look = {
      allowed_methods: null,
      requires_second_factor: 0,
      bar_colour: '#1d2a44',
      text_colour: '#ffffff',
    }
    await kysely
      .insertInto('team')
      .values({ ...team, ...look } as never)
      .onConflict((conflict) => conflict.doNothing())
      .execute()
    await kysely
      .updateTable('user')
      .set({ team_guid: team.guid, team_role: 0 })
      .where('email', '=', operatorEmail)
      .execute()
  })

  test('the company is named in its colours, in the email too, and strangers hear nothing of it', async () => {
    const { guid, link } = await shared()
    const rita = await app.browser(somebody()).open(link)
    expect(rita.text()).toContain('Halden & Marsh LLP')
    expect(html(rita)).toContain('/bar/1d2a44-ffffff')
    const invitation = (await app.outbox.to(recipientEmail)).findLast((mail) => mail.html.includes(link))!
    expect(invitation.html).toContain('background:#1d2a44;color:#ffffff;">Halden &amp; Marsh LLP<')
    const stranger = await app.browser(somebody()).open(`/file/${guid}`)
    expect(html(stranger)).not.toContain('Halden')
  })

  test('no page on the way in weighs more than 20 KB with its sheet', async () => {
    const { link } = await shared()
    const rita = await app.browser(somebody()).open(link)
    const sheet = /href="(\/assets\/door-pages[^"]*)"/.exec(html(rita))![1]!
    const rules = Buffer.from(await (await rita.fetch(sheet)).arrayBuffer())
    const weigh = () => gzipSync(rita.bytes).length + gzipSync(rules).length
    const weights = [weigh()]
    await rita.send('ask')
    weights.push(weigh())
    for (const path of ['/access/login', '/access/register', '/access/reset', '/access/filelogin']) {
      await rita.open(path)
      weights.push(weigh())
    }
    expect(Math.max(...weights)).toBeLessThan(20 * 1024)
  })
})
