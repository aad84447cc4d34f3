import { describe, expect, test } from 'vitest'
import { utcMinute } from '#server/rules/text/format.ts'
import { writeVisitCode } from '#server/rules/reading/visit-code.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, openShare } from '#tests/support/world/make.ts'
import { changeShare } from '#tests/support/world/conditions.ts'
import { askCode, codeFor, somebody } from '#tests/support/world/people.ts'

const rita = 'rita@example.net'
const nothing = 'No page of your sent files has this code.'

const {
  app,
  operator: sender,
  people: [other],
  share: guid,
} = await makeWorld({ people: [{}], share: { watermark: 'on', recipients: `${rita}, rob@example.net` } })
await openShare(app, guid, rita, {
  ip: '8.8.8.8',
  userAgent: 'Mozilla/5.0 (Windows NT 10.0) Firefox/130.0',
})
app.clock.advance(20 * minute)
await openShare(app, guid, 'rob@example.net', somebody())

/** The code on the pages of a share's visits, by reader. */
async function codeOf(share: string, email: string | null): Promise<string> {
  const view = await app.strongroom.services.database.kysely
    .selectFrom('event')
    .select('visit_guid')
    .where('subject_guid', '=', share)
    .where('kind', '=', 'View')
    .where('email', email === null ? 'is' : '=', email)
    .executeTakeFirstOrThrow()
  return writeVisitCode(share, view.visit_guid)
}

function lookUp(who: Browser, fields: Record<string, string>): Promise<Browser> {
  return who.open(`/s/trace?${new URLSearchParams(fields)}`)
}

describe('the code of a visit', () => {
  test('tells its sender who was shown the page, when and from where, with links to the person and the record', async () => {
    const code = await codeOf(guid, rita)
    await lookUp(sender, { code })
    const text = sender.text()
    expect(sender.status).toBe(200)
    for (const words of ['contract.pdf', rita, '8.8.8.8 (United States)', 'Firefox, Windows'])
      expect(text).toContain(words)
    expect(text).not.toContain('rob@example.net')
    await sender.follow(rita)
    expect(sender.path).toContain(`/s/${guid}/people/`)
    await lookUp(sender, { code })
    await sender.follow('All activity on this file')
    expect(sender.path).toBe(`/s/${guid}/activity`)
  })

  test('is understood as people type it', async () => {
    const code = await codeOf(guid, rita)
    for (const typed of [
      code.toLowerCase(),
      code.replaceAll('-', ' '),
      ` ${code.replaceAll('-', '')} `,
      code.replaceAll('0', 'O').replaceAll('1', 'l'),
    ]) {
      await lookUp(sender, { code: typed })
      expect(sender.text(), typed).toContain(rita)
    }
  })

  test('can be typed into the form, which keeps it', async () => {
    const code = await codeOf(guid, 'rob@example.net')
    await sender.open('/s')
    await sender.follow('Who leaked this?')
    sender.fill('Code on the page', code)
    await sender.press('Look up')
    expect(sender.text()).toContain('rob@example.net')
    expect(sender.page.root.querySelector('#code')!.getAttribute('value')).toBe(code)
  })

  test('of a link says what its visitor said, and that no one verified it', async () => {
    const link = await makeShare(app, sender, { visibility: 'public' })
    await changeShare(app, link, { asks_name: 1 })
    const visitor = await app.browser(somebody()).open(`/file/${link}`)
    await visitor.send('introduce', { firstName: 'Ann', lastName: 'Example' })
    await visitor.send('open')
    await lookUp(sender, { code: await codeOf(link, null) })
    expect(sender.text()).toContain('Link visitor, says: Ann Example')
    expect(sender.text()).toContain('203.0.')
  })

  test('of the sender’s own looking says so', async () => {
    await lookUp(sender, { code: writeVisitCode(guid, null) })
    expect(sender.text()).toContain('You viewed this page yourself, as its sender.')
    expect(sender.text()).not.toContain(rita)
  })

  test('still answers when the file is in the trash, and when the visit is long over', async () => {
    const share = await makeShare(app, sender)
    await openShare(app, share, rita, somebody())
    const code = await codeOf(share, rita)
    await sender.open(`/s/${share}/delete`)
    await sender.send('deleteShare')
    await app.strongroom.services.database.kysely
      .deleteFrom('visit')
      .where('share_guid', '=', share)
      .execute()
    await lookUp(sender, { code })
    expect(sender.text()).toContain(rita)
    expect(sender.text()).toContain('The file is in trash.')
    expect(sender.page.links('contract.pdf')).toEqual([])
  })
})

describe('the large print of the mark', () => {
  test('leads by address and minute to the visit in which the page was shown', async () => {
    const at = utcMinute((await openedAt(guid, rita)) + minute)
    for (const typed of [at, at.replace(' UTC', '')]) {
      await lookUp(sender, { code: guid.slice(0, 8), address: rita.toUpperCase(), minute: typed })
      expect(sender.text()).toContain('8.8.8.8')
      expect(sender.text()).not.toContain('rob@example.net')
    }
  })

  test('without the address names all who had it open then', async () => {
    const minuteOfRob = utcMinute(await openedAt(guid, 'rob@example.net'))
    await lookUp(sender, { code: guid.slice(0, 8), minute: minuteOfRob })
    expect(sender.text()).toContain('rob@example.net')
    expect(sender.text()).toContain(rita)
    expect(sender.text()).toContain('The page could have been shown in any of these visits.')
  })

  test('before anyone opened it, and of someone who never did, names no one', async () => {
    const before = utcMinute((await openedAt(guid, rita)) - 5 * minute)
    const searches: Record<string, string>[] = [{ minute: before }, { address: 'nobody@example.net' }, {}]
    for (const fields of searches) {
      await lookUp(sender, { code: guid.slice(0, 8), ...fields })
      expect(sender.text()).toContain('No recorded visit matches')
      expect(sender.text()).not.toContain('8.8.8.8')
    }
  })
})

describe('nothing is learnt', () => {
  test('of anyone else’s file: the answer is that of a code that names nothing', async () => {
    const code = await codeOf(guid, rita)
    const answers = []
    for (const typed of [code, 'ABCD-0123-4567-89AB']) {
      await lookUp(other, { code: typed })
      answers.push([other.status, other.text().replace(typed, '')])
    }
    expect(answers[0]).toEqual(answers[1])
    expect(answers[0]![1]).toContain(nothing)
    for (const typed of [code.slice(0, 9), writeVisitCode(guid, null)]) {
      await lookUp(other, { code: typed, address: rita })
      expect(other.text()).toContain(nothing)
    }
  })

  test('by a visit of another share of one’s own, or a wrong digit', async () => {
    const code = await codeOf(guid, rita)
    const wrong = code.slice(0, -1) + (code.endsWith('0') ? '1' : '0')
    await lookUp(sender, { code: wrong })
    expect(sender.text()).toContain(nothing)
  })

  test.each([
    ['no code', { code: 'hello world' }, 'That isn’t a page code.'],
    ['half a code', { code: '8F3A-01' }, 'That isn’t a page code.'],
    ['no time', { code: '8F3A01C0', minute: 'yesterday' }, 'Enter the time shown on the page'],
    ['no day', { code: '8F3A01C0', minute: '2027-02-31 10:00' }, 'Enter the time shown on the page'],
  ])('from %s: the form says what it needs', async (_, fields, words) => {
    await lookUp(sender, fields)
    expect([sender.status, sender.text()]).toEqual([200, expect.stringContaining(words)])
    expect(sender.page.root.querySelectorAll('[aria-invalid]')).toHaveLength(1)
  })

  test('by strangers, nor by readers: they are sent to sign in', async () => {
    const stranger = app.browser(somebody())
    await lookUp(stranger, { code: await codeOf(guid, rita) })
    expect(stranger.url.pathname).toBe('/access/login')
    expect(stranger.text()).not.toContain(rita)
    const reader = await askCode(app, guid, rita)
    await reader.send('prove', { code: await codeFor(app, rita) })
    await lookUp(reader, { code: await codeOf(guid, rita) })
    expect(reader.url.pathname).toBe('/access/login')
  })

  test('by trying on and on: after 60 in an hour it waits', async () => {
    const email = 'tess@example.org'
    const tess = await makeUser(app, { email, browser: somebody() })
    for (let tries = 0; tries < 60; tries++) await lookUp(tess, { code: 'ABCD-0123-4567-89AB' })
    expect([tess.status, tess.text()]).toEqual([200, expect.stringContaining(nothing)])
    await lookUp(tess, { code: 'ABCD-0123-4567-89AB' })
    expect(tess.status).toBe(429)
    await tess.open('/s/trace')
    expect(tess.status).toBe(200)
  })
})

test('the activity of a file leads here with its code', async () => {
  await sender.open(`/s/${guid}/activity`)
  await sender.follow('Who leaked this?')
  expect(sender.page.root.querySelector('#code')!.getAttribute('value')).toBe(guid.slice(0, 8).toUpperCase())
})

async function openedAt(share: string, email: string): Promise<number> {
  const { at } = await app.strongroom.services.database.kysely
    .selectFrom('event')
    .select('at')
    .where('subject_guid', '=', share)
    .where('kind', '=', 'View')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  return at
}
