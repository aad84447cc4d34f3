import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
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
import { codeFor, somebody } from '#tests/support/world/people.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database

const olivia = (): Promise<Browser> => signIn(app, operatorEmail, somebody())
const nowhere = '0'.repeat(32)

/** Where a reader can go from the page, but by the mark at its top. */
function waysOn(reader: Browser): string[] {
  return reader.page.links().filter((link) => !link.startsWith('#') && link !== '/home')
}

const asking = (subject: string) => `mailto:${operatorEmail}?subject=${encodeURIComponent(subject)}`

async function endShare(guid: string, change: Record<string, unknown>): Promise<void> {
  await kysely
    .updateTable('share')
    .set(change as never)
    .where('guid', '=', guid)
    .execute()
}

describe('a file that is closed to its reader', () => {
  const now = app.clock.now()
  test.each([
    [
      'unshared',
      'Unshared',
      { status: 'Killed' },
      'Olivia Ortega stopped sharing this file.',
      'Access to a file you stopped sharing',
    ],
    [
      'expired',
      'Expired',
      { destruct_seconds: 0, expires_at: now },
      /Access to this file ended on 20 Nov 2026, \d\d:\d\d UTC\./,
      'More time for a file you shared',
    ],
  ])(
    'because it is %s says who sent it, what happened, and where to go',
    async (_, title, change, words, subject) => {
      const guid = await makeShare(app, await olivia())
      const rita = await openShare(app, guid, recipientEmail, somebody())
      await endShare(guid, change)
      for (const address of [`/file/${guid}`, `/view/${guid}`, `/view/${guid}/print`]) {
        await rita.open(address)
        expect([rita.status, rita.heading()], address).toEqual([410, title])
        expect(rita.text()).toMatch(words)
        expect(rita.text()).toContain(operatorEmail)
        expect(rita.text()).not.toMatch(/Status|contract/)
        const more = title === 'Expired' ? [`/p/request/${guid}`] : []
        expect(waysOn(rita)).toEqual([...more, asking(subject), '/files'])
      }
    },
  )

  test('because its time after opening is over says so, also after a button', async () => {
    const guid = await makeShare(app, await olivia(), {
      expiry: 'destruct',
      destructAmount: '5',
      destructUnit: 'minutes',
    })
    const rita = await openShare(app, guid, recipientEmail, somebody())
    app.clock.advance(6 * minute)
    await rita.open(`/file/${guid}`)
    expect([rita.status, rita.heading()]).toEqual([410, 'Destructed'])
    expect(rita.text()).toContain('The time to view this file has ended: it has self-destructed.')
    expect(waysOn(rita)).toEqual([asking('More time for a file you shared'), '/files'])
  })

  test('leads who has an account to the received files', async () => {
    await makeUser(app, { email: 'ulrich@example.org', browser: somebody() })
    const guid = await makeShare(app, await olivia(), { recipients: 'ulrich@example.org' })
    await endShare(guid, { status: 'Killed' })
    const ulrich = await signIn(app, 'ulrich@example.org', somebody())
    await ulrich.open(`/file/${guid}`)
    expect(ulrich.text()).toContain('Olivia Ortega stopped sharing this file.')
    expect(waysOn(ulrich)).toEqual([asking('Access to a file you stopped sharing'), '/r'])
  })

  test('names the sender to who read by the link, and to no one who comes by it afterwards', async () => {
    const guid = await makeShare(app, await olivia(), { visibility: 'public' })
    const visitor = await openPublicShare(app, guid, somebody())
    await endShare(guid, { status: 'Killed' })
    await visitor.reload()
    expect([visitor.status, visitor.text()]).toEqual([410, expect.stringContaining('Olivia Ortega stopped')])
    const late = await app.browser(somebody()).open(`/file/${guid}`)
    expect([late.status, late.heading()]).toEqual([410, 'Unshared'])
    expect(late.text()).not.toMatch(/Olivia|example\.org|contract/)
  })

  test('tells a stranger nothing, by whatever name', async () => {
    const guid = await makeShare(app, await olivia())
    const rob = await proveAddress(
      app,
      await makeShare(app, await olivia(), { recipients: 'rob@example.net' }),
      'rob@example.net',
      somebody(),
    )
    await endShare(guid, { status: 'Killed' })
    const told = async (address: string) => (await rob.open(address)).text()
    expect(await told(`/file/${guid}`)).toBe(await told(`/file/${nowhere}`))
    expect(rob.text()).not.toContain('Olivia')
    const stranger = await app.browser(somebody()).open(`/file/${guid}`)
    expect([stranger.status, stranger.heading()]).toEqual([200, 'Open a protected file'])
  })
})

describe('a file that cannot be shown', async () => {
  const guid = await makeShare(app, await olivia())
  const { file_guid: file } = await kysely
    .selectFrom('share')
    .select('file_guid')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()

  test.each([
    ['password', 'it’s protected by a password. Ask Olivia Ortega for a copy without a password.'],
    ['corrupt', 'it’s damaged or has no pages. Ask Olivia Ortega for another copy.'],
    ['too many pages', 'it has more than 5,000 pages. Ask Olivia Ortega for it in several parts.'],
    ['too large', 'it’s too large. Ask Olivia Ortega for a smaller copy.'],
    ['timeout', 'processing it took too long. Ask Olivia Ortega for a simpler copy, as PDF.'],
    ['memory', 'processing it took too much memory. Ask Olivia Ortega for a simpler copy, as PDF.'],
    ['no converter', 'this server has no converter for this file type. Ask Olivia Ortega for a copy as PDF.'],
  ])('because of "%s" says so in words of its own, and what to ask for', async (reason, words) => {
    await kysely
      .updateTable('file')
      .set({ render_status: 'Error', render_error: reason })
      .where('guid', '=', file)
      .execute()
    app.clock.advance(hour)
    const rita = await proveAt(guid)
    expect([rita.status, rita.heading()]).toEqual([422, 'Can’t be displayed'])
    expect(rita.text()).toContain(`“contract.pdf” can’t be displayed: ${words}`)
    expect(waysOn(rita)).toEqual([asking('A file you shared can’t be displayed'), '/files'])
  })

  test('leads its sender to its details', async () => {
    const sender = await olivia()
    for (const address of [`/view/${guid}`, `/filesender/${guid}`, `/file/${guid}`]) {
      await sender.open(address)
      expect([sender.status, sender.path]).toEqual([200, `/s/${guid}`])
      expect(sender.text()).toContain('The file can’t be displayed')
    }
  })
})

test('the sender of a file that cannot be shown is told by email and on the start page, and not of a download', async () => {
  const broken = { name: 'broken.pdf', type: 'application/pdf', bytes: Buffer.from('%PDF-1.4 nothing more') }
  const sender = await olivia()
  const before = (await app.outbox.to(operatorEmail)).length
  app.clock.advance(minute)
  const guid = await makeShare(app, sender, { file: broken })
  const mail = await app.outbox.newest(operatorEmail)
  expect(mail.subject).toBe('A file you shared can’t be displayed')
  expect(mail.text).toContain('can’t be displayed: it’s damaged or has no pages.')
  expect(mail.text).not.toContain('broken')
  await sender.open(mail.links[0]!)
  expect([sender.path, sender.heading()]).toEqual([`/s/${guid}`, 'broken.pdf'])
  await sender.open('/home')
  expect(sender.text()).toContain('Strongroom couldn’t display broken.pdf')
  await makeShare(app, sender, { file: broken, download: 'yes', watermark: 'off', webView: 'no' })
  expect(await app.outbox.to(operatorEmail)).toHaveLength(before + 1)
})

describe('a data room in the trash', () => {
  test('tells its owner what happened, until when it can be restored, and leads to the trash', async () => {
    const sender = await olivia()
    const room = await makeRoom(app, { name: 'Project Alba', tree: { 'plan.pdf': 'The plan' } })
    await sender.open(`/rooms/${room.guid}/remove`)
    await sender.send('removeRoom', { roomName: 'Project Alba' })
    for (const address of [
      `/dr/${room.guid}`,
      `/rooms/${room.guid}/people`,
      `/view/${room.items['plan.pdf']}`,
    ]) {
      await sender.open(address)
      expect([sender.status, sender.heading()], address).toEqual([410, 'Data room closed'])
      expect(sender.text()).toMatch(/“Project Alba” was moved to trash on .*, and is closed to everyone\./)
      expect(sender.text()).toMatch(/You can restore it until .*\. Then it’s deleted permanently/)
      expect(waysOn(sender)).toEqual(['/d/bin', '/r'])
    }
    await sender.follow('Open trash')
    await sender.press('Restore Project Alba')
    expect((await sender.open(`/dr/${room.guid}`)).status).toBe(200)
  })

  test('tells a co-owner who can restore it, and a member no more than that it is closed', async () => {
    const [carla, mia] = ['carla@example.org', 'mia@example.org']
    for (const email of [carla, mia]) await makeUser(app, { email, browser: somebody() })
    const room = await makeRoom(app, { name: 'Project Berg', members: { [carla]: 5, [mia]: 1 } })
    const sender = await olivia()
    await sender.open(`/rooms/${room.guid}/remove`)
    await sender.send('removeRoom', { roomName: 'Project Berg' })
    const manager = await (await signIn(app, carla, somebody())).open(`/dr/${room.guid}`)
    expect(manager.text()).toContain('Olivia Ortega can restore it until')
    expect(waysOn(manager)).toEqual([asking('A data room in trash'), '/r'])
    const member = await (await signIn(app, mia, somebody())).open(`/dr/${room.guid}`)
    expect(member.text()).toContain('This data room is closed.')
    expect(member.text()).not.toMatch(/Berg|trash/)
    await makeUser(app, { email: 'sam@example.org', browser: somebody() })
    const sam = await (await signIn(app, 'sam@example.org', somebody())).open(`/dr/${room.guid}`)
    const other = (await sam.open(`/dr/${nowhere}`)).text()
    expect((await sam.open(`/dr/${room.guid}`)).text()).toBe(other)
  })
})

describe('a file that can only be downloaded', () => {
  const zip = {
    name: 'plans.zip',
    type: 'application/zip',
    bytes: Buffer.from('PK\u0003\u0004 no more than its beginning'),
  }

  test('says so to who can only read, tells its sender once, and leads to asking', async () => {
    const sender = await olivia()
    const guid = await makeShare(app, sender, { download: 'yes', file: zip })
    const rita = await proveAddress(app, guid, recipientEmail, somebody())
    await sender.open(`/s/${guid}`)
    await sender.follow(recipientEmail)
    expect(sender.text()).toContain('The file can only be downloaded, so they couldn’t open it.')
    await sender.press('Make view only')
    expect(sender.text()).toContain('The file can only be downloaded, so they can’t open it.')
    const before = (await app.outbox.to(operatorEmail)).length
    app.clock.advance(minute)
    for (const address of [`/file/${guid}`, `/view/${guid}`]) {
      await rita.open(address)
      expect([rita.status, rita.heading()], address).toEqual([403, 'Download only'])
      expect(rita.text()).toContain('“plans.zip” can only be downloaded, and you have view-only access')
      expect(rita.text()).toContain('We’ve told Olivia Ortega.')
      expect(waysOn(rita)).toEqual([asking('A view-only file that I can’t open'), '/files'])
    }
    const [mail, ...more] = (await app.outbox.to(operatorEmail)).slice(before)
    expect(more).toEqual([])
    expect(mail!.text).toContain(`can only be downloaded, but you only let ${recipientEmail} read it.`)
    expect(mail!.text).not.toContain('plans.zip')
    await sender.open(mail!.links[0]!)
    expect(sender.path).toMatch(new RegExp(`^/s/${guid}/people/`))
    await sender.press('Use the share’s settings')
    await rita.open(`/file/${guid}`)
    expect([rita.status, rita.heading()]).toEqual([200, 'plans.zip'])
  })
})

async function proveAt(guid: string): Promise<Browser> {
  const reader = await app.browser(somebody()).open(`/file/${guid}`)
  await reader.send('ask', { email: recipientEmail })
  const code = await codeFor(app, recipientEmail)
  return reader.send('prove', { code })
}

describe('the bar of the sender’s company on a page of a file that ended', () => {
  test('is there for who may know the sender, and for no one else', async () => {
    const team = { guid: 'c0ffee'.padEnd(32, '0'), name: 'Halden & Marsh LLP', created_at: 1 }
    const look = { allowed_methods: null, requires_second_factor: 0 }
    const colours = { bar_colour: '#1d2a44', text_colour: '#ffffff' }
    await kysely
      .insertInto('team')
      .values({ ...team, ...look, ...colours } as never)
      .execute()
    await kysely
      .updateTable('user')
      .set({ team_guid: team.guid, team_role: 0 })
      .where('email', '=', operatorEmail)
      .execute()
    const html = ({ bytes }: Browser) => Buffer.from(bytes).toString('utf8')
    const named = await makeShare(app, await olivia())
    const rita = await openShare(app, named, recipientEmail, somebody())
    const open = await makeShare(app, await olivia(), { visibility: 'public' })
    const visitor = await openPublicShare(app, open, somebody())
    for (const guid of [named, open]) await endShare(guid, { status: 'Killed' })
    for (const [reader, guid] of [
      [rita, named],
      [visitor, open],
    ] as const) {
      for (const address of [`/file/${guid}`, `/view/${guid}`]) {
        await reader.open(address)
        expect([reader.status, reader.text()]).toEqual([410, expect.stringContaining('Halden & Marsh LLP')])
        expect(html(reader)).toContain('/bar/1d2a44-ffffff')
      }
    }
    for (const guid of [named, open]) {
      const stranger = await app.browser(somebody()).open(`/file/${guid}`)
      expect(html(stranger)).not.toMatch(/Halden|\/bar\//)
    }
  })
})
