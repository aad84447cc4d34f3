import sharp from 'sharp'
import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import { Program } from '#tests/api/program.ts'
import { makeShare, makeUser, proveAddress } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { atRoomEntry, enterRoom, makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
const person = (email: string) => makeUser(app, { email, browser: somebody() })
const [ownerEmail, adminEmail, memberEmail, otherEmail] = [
  'owner@halden.example',
  'admin@halden.example',
  'member@halden.example',
  'other@rival.example',
]
const owner = await person(ownerEmail)
const admin = await person(adminEmail)
const member = await person(memberEmail)
const other = await person(otherEmail)
const team = await makeTeam(app, [ownerEmail, adminEmail, memberEmail], { [adminEmail]: 1 })
const rivals = await makeTeam(app, [otherEmail])
await kysely.updateTable('team').set({ name: 'Halden & Marsh LLP' }).where('guid', '=', team).execute()

const at = '/team/admin?tabActive=branding'
const svg = (inside = '<rect width="300" height="100" fill="#14513f"/>') => ({
  name: 'logo.svg',
  type: 'image/svg+xml',
  bytes: Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 100">${inside}</svg>`),
})
const logoOn = (browser: Browser, within: string) =>
  browser.page.root.querySelector(`${within} img`)?.getAttribute('src')
const barOn = (browser: Browser) => /\/bar\/[^"]*/.exec(Buffer.from(browser.bytes).toString())?.[0]

async function shownLogo() {
  const row = await kysely
    .selectFrom('team_logo')
    .selectAll()
    .where('team_guid', '=', team)
    .where('is_shown', '=', 1)
    .executeTakeFirst()
  return row ?? null
}

describe('a preview', () => {
  test('shows a file and colours before anyone else sees them, and what is saved after it needs no file again', async () => {
    await owner.open(at)
    expect(logoOn(owner, '.as-recipient')).toBeUndefined()
    owner.attach('Logo', svg())
    owner
      .choose(/Use the team’s own colours/)
      .fill('Bar', '#ffff00')
      .fill('Text', '#ffffff')
    await owner.press('Update preview')
    expect([owner.status, owner.path]).toEqual([200, at])
    expect(owner.text()).toContain(
      '#ffffff would be hard to read on this bar (contrast 1.1 : 1, and 4.5 : 1 is needed)',
    )
    expect(owner.text()).toContain('The text is shown in black instead (19.6 : 1).')
    const drawn = logoOn(owner, '.as-recipient')!
    expect(barOn(owner)).toBe('/bar/ffff00-000000')
    expect(await shownLogo()).toBeNull()
    await owner.press('Save branding')
    expect(owner.text()).toContain('Branding saved. #ffffff would be hard to read on this bar')
    expect(logoOn(owner, '.as-recipient')).toBe(drawn)
    expect(`/logo/${(await shownLogo())!.guid}`).toBe(drawn)
  })

  test('is also shown if a colour is refused, so that the file need not be chosen again', async () => {
    await owner.open(at)
    owner.attach('Logo', svg('<rect width="200" height="100"/>'))
    owner.choose(/Use the team’s own colours/)
    // Text browsers have no field for colours: what is typed there can be anything.
    await owner.fill('Bar', 'green').fill('Text', 'white').press('Save branding')
    expect([owner.status, owner.path]).toEqual([400, at])
    expect(owner.text().match(/Enter a colour as # and six digits/g)!.length).toBeGreaterThanOrEqual(4)
    const drawn = logoOn(owner, '.as-recipient')!
    expect(`/logo/${(await shownLogo())?.guid ?? ''}`).not.toBe(drawn)
    await owner.fill('Bar', '#ffff00').fill('Text', '#ffffff').press('Save branding')
    expect(`/logo/${(await shownLogo())!.guid}`).toBe(drawn)
  })

  test('of a logo that was replaced since says so', async () => {
    await admin.open(at)
    admin.attach('Logo', svg('<circle cx="50" cy="50" r="40"/>'))
    await admin.press('Update preview')
    await owner.open(at)
    owner.attach('Logo', svg('<rect width="40" height="40"/>'))
    await owner.press('Save branding')
    await admin.press('Save branding')
    expect([admin.status, admin.text()]).toEqual([
      400,
      expect.stringContaining('The logo is no longer there.'),
    ])
  })
})

describe('a logo', () => {
  test('is drawn again as a small PNG, sealed in its row, and has an address that stays', async () => {
    const { guid, png_sealed: sealed } = (await shownLogo())!
    expect(Buffer.from(sealed, 'base64').includes('PNG')).toBe(false)
    const answer = await app.browser().fetch(`/logo/${guid}`)
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'image/png'])
    expect(answer.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    expect(answer.headers.get('set-cookie')).toBeNull()
    const { width, height } = await sharp(Buffer.from(await answer.arrayBuffer())).metadata()
    expect([width, height]).toEqual([336, 112])
  })

  test('that is not there is one answer, whatever the address', async () => {
    const told = async (name: string) => {
      const answer = await app.browser().fetch(`/logo/${name}`)
      return [answer.status, await answer.text()]
    }
    const none = await told('0123456789abcdef0123456789abcdef')
    expect(none[0]).toBe(404)
    for (const name of [team, 'x', '..%2f..%2fetc']) expect(await told(name)).toEqual(none)
  })

  test.each([
    ['a script', svg('<script>alert(1)</script>'), 'This SVG has a script, which a logo can’t have.'],
    ['another file', svg('<image href="http://127.0.0.1/"/>'), 'a picture inside the picture'],
    ['a part of a page', svg('<foreignObject/>'), 'a part of a web page'],
    ['no picture', { name: 'a.png', type: 'image/png', bytes: Buffer.from('Hello') }, 'can’t be a logo'],
    [
      'too much',
      { name: 'a.png', type: 'image/png', bytes: Buffer.alloc(1024 * 1024 + 1) },
      'larger than 1 MB',
    ],
  ])('with %s is refused, and the old one stays', async (_, file, said) => {
    const before = await shownLogo()
    await owner.open(at)
    owner.attach('Logo', file).fill('Bar', '#112233')
    await owner.press('Save branding')
    expect(owner.text()).toContain(said)
    expect(owner.page.control('Bar', 'input')?.getAttribute('value')).toBe('#112233')
    expect(await shownLogo()).toEqual(before)
  })

  test('sent twice is saved once; another one from the same page counts', async () => {
    await owner.open(at)
    owner.attach('Logo', svg('<rect width="10" height="90"/>'))
    await owner.press('Save branding')
    const { guid } = (await shownLogo())!
    await owner.open(at)
    await owner.press('Save branding')
    expect((await shownLogo())!.guid).toBe(guid)
  })
})

describe('the line under emails', () => {
  test('is under those about what members share, as text; what is no such line is refused and kept', async () => {
    await owner.open(at)
    await owner.fill('Line under emails', 'Pay at https://evil.example now').press('Save branding')
    expect([owner.status, owner.page.valueOf('Line under emails')]).toEqual([
      400,
      'Pay at https://evil.example now',
    ])
    expect(owner.text()).toContain('email addresses, links and some words are not allowed')
    await owner.fill('Line under emails', '<b>Halden</b>').press('Save branding')
    expect(owner.status).toBe(400)
    await owner.fill('Line under emails', 'Halden & Marsh LLP\n4 Quay Street').press('Save branding')
    expect(owner.text()).toContain('Branding saved.')
    await makeShare(app, member, { recipients: 'sue@example.net' })
    const [email] = await app.outbox.to('sue@example.net')
    expect(email!.text).toMatch(/-- \nHalden & Marsh LLP\n4 Quay Street\n/)
    expect(email!.html).toContain('Halden &amp; Marsh LLP<br>4 Quay Street<br>')
    await owner.open('/team/admin?tabActive=audit')
    expect(owner.text()).toContain('changed the team’s line under emails')
  })
})

describe('where others see it', () => {
  const colours = '/bar/ffff00-000000'

  test('over the door of a share and over its viewer, for those who may know who sent it', async () => {
    const { guid } = (await shownLogo())!
    const share = await makeShare(app, owner, { recipients: 'rita@example.net' })
    const stranger = await app.browser().open(`/file/${share}?tlogo=https://evil.example/x.png`)
    expect([logoOn(stranger, '.door-bar'), barOn(stranger)]).toEqual([undefined, undefined])
    const rita = await proveAddress(app, share, 'rita@example.net')
    expect([logoOn(rita, '.door-bar'), barOn(rita)]).toEqual([`/logo/${guid}`, colours])
    await rita.press('Open')
    expect([logoOn(rita, '.viewer-logo'), barOn(rita)]).toEqual([`/logo/${guid}`, colours])
    const [email] = await app.outbox.to('rita@example.net')
    expect(email!.text).toContain('shared a file with you')
  })

  test('over the door and the pages of a data room, and never from the address', async () => {
    const made = await makeRoom(app, { ownerEmail, members: { 'mia@example.net': 1 } })
    const { guid } = (await shownLogo())!
    const stranger = await app.browser().open(`/rooms/${made.guid}/door?tlogo=https://evil.example/x.png`)
    expect(logoOn(stranger, '.door-bar')).toBeUndefined()
    const door = await atRoomEntry(app, made.guid, 'mia@example.net')
    expect([logoOn(door, '.door-bar'), barOn(door)]).toEqual([`/logo/${guid}`, colours])
    const mia = await enterRoom(app, made.guid, 'mia@example.net')
    await mia.open(`/dr/${made.guid}?tlogo=https://evil.example/x.png&tbar=%23000000`)
    expect([logoOn(mia, '.room-bar'), barOn(mia)]).toEqual([`/logo/${guid}`, colours])
    expect(Buffer.from(mia.bytes).toString()).not.toContain('evil.example')
    // Who has an account sees it beside the room's name, on the same colours.
    await owner.open(`/dr/${made.guid}`)
    expect([logoOn(owner, '.head .room-plate'), barOn(owner)]).toEqual([`/logo/${guid}`, colours])
    expect(owner.page.root.querySelector('.room-plate img')?.getAttribute('alt')).toBe('Halden & Marsh LLP')
  })
})

describe('programs', () => {
  const program = async (email: string) => new Program(app, { ip: '198.51.100.9' }).enter(email)

  test('learn the branding of their own team in both forms, and of no other', async () => {
    const mine = await program(memberEmail)
    const { said } = await mine.get('/v1/team/branding/info')
    const { guid } = (await shownLogo())!
    expect(said['Team']).toEqual({
      TeamLogoURL: expect.stringMatching(new RegExp(`^https?://.*/logo/${guid}$`)),
      TeamColor: '#ffff00',
      TeamTextColor: '#000000',
    })
    expect((await mine.get(`/v1/team/branding/info/${team}`)).said['Team']).toEqual(said['Team'])
    const unknown = await mine.get('/v1/team/branding/info/0123456789abcdef0123456789abcdef')
    expect(unknown.said.StatusCode).toBe(20404)
    expect((await mine.get(`/v1/team/branding/info/${rivals}`)).text).toBe(unknown.text)
    expect((await mine.get('/v1/team/info')).said['Team']).toMatchObject({
      TeamGuid: team,
      TeamName: 'Halden & Marsh LLP',
      TeamRole: 2,
      TeamTermsVersion: 0,
    })
  })

  test('without a team get the default colours, and no team', async () => {
    await person('alone@example.org')
    const alone = await program('alone@example.org')
    expect((await alone.get('/v1/team/branding/info')).said['Team']).toEqual({
      TeamLogoURL: '',
      TeamColor: '#ffffff',
      TeamTextColor: '#333333',
    })
    expect((await alone.get('/v1/team/info')).said.StatusCode).toBe(20404)
  })

  test('without a token learn nothing', async () => {
    for (const path of ['/v1/team/branding/info', `/v1/team/branding/info/${team}`, '/v1/team/info'])
      expect((await new Program(app).get(path)).http).toBe(401)
  })
})

describe('someone who does not administer the team', () => {
  test('changes nothing by a forged form, with a file or without', async () => {
    const before = [await shownLogo(), await kysely.selectFrom('team').selectAll().execute()]
    const nobody = app.browser()
    for (const browser of [member, other, nobody]) {
      await browser.open('/c/feedback')
      const { entries } = browser.page.submission(browser.page.form('feedback'))
      const kept = entries.filter(({ name }) => name === 'token' || name === 'build')
      const drawn = (await shownLogo())!.guid
      const fields = {
        intent: 'branding',
        act: 'Save branding',
        hasColours: 'on',
        bar: '#000001',
        text: '#ffffff',
        drawn,
      }
      const given = [...kept, ...Object.entries(fields).map(([name, value]) => ({ name, value }))]
      for (const [encoding, entries] of [
        ['application/x-www-form-urlencoded', given],
        ['multipart/form-data', [...given, { name: 'logo', value: svg() }]],
      ] as const) {
        const { contentType, body } = encodeForm([...entries], encoding)
        const answer = await browser.fetch('/team/admin', {
          method: 'POST',
          body,
          headers: { 'content-type': contentType, 'content-length': String(body.length) },
        })
        if (browser === other) expect(answer.status).toBeLessThan(500)
        else expect([401, 404]).toContain(answer.status)
      }
    }
    const theirs = kysely.selectFrom('team').selectAll().where('guid', '=', team)
    expect(await shownLogo()).toEqual(before[0])
    expect((await theirs.executeTakeFirstOrThrow()).bar_colour).toBe('#ffff00')
  })
})

test('removed, the logo is nowhere, and its address like one that never was', async () => {
  const { guid } = (await shownLogo())!
  await owner.open(at)
  await owner.press('Remove logo')
  expect(owner.text()).toContain('Logo removed.')
  expect(await shownLogo()).toBeNull()
  expect((await app.browser().fetch(`/logo/${guid}`)).status).toBe(404)
  await owner.open('/team/admin?tabActive=audit')
  expect(owner.text()).toContain('changed the team’s logo')
})
