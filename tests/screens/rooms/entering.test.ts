import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { atRoomEntry, enterRoom, makeRoom, makeRule } from '#tests/support/world/rooms.ts'
import { makeUser, signIn } from '#tests/support/world/make.ts'
import { codeFor, somebody } from '#tests/support/world/people.ts'
import { memberRow } from '#tests/screens/room-people/member-pages.ts'

const { app, room } = await makeWorld({
  room: {
    name: 'Project Alba',
    tree: { Contracts: { 'lease.pdf': 'Rent' } },
    members: { 'mia@example.net': 1, 'cora@example.org': 5 },
  },
})

describe('entering a data room', () => {
  test('before anyone knows who one is, neither the name nor the owner of the room is shown', async () => {
    const stranger = await app.browser(somebody()).open(`/rooms/${room.guid}/door`)
    expect(stranger.path).toContain('/access/filelogin')
    expect(stranger.heading()).toBe('Open a protected data room')
    expect(stranger.title()).toBe('Open a data room – Strongroom')
    expect(stranger.text()).not.toMatch(/Alba|Olivia/)
  })

  test.each(['drfile', 'filefolder'])(
    'nor at the link of a file by %s, where no one can ask for access',
    async (path) => {
      const [file, folder] = [room.items['Contracts/lease.pdf'], room.items['Contracts']]
      const stranger = await app.browser(somebody()).open(`/${path}/${file}/${folder}`)
      expect(stranger.heading()).toBe('Open a protected data room')
      expect(stranger.text()).not.toMatch(/lease|Alba|Olivia|Ask for access/)
    },
  )

  test('a member proves the address by a code, reads what the room is, and enters', async () => {
    const mia = await atRoomEntry(app, room.guid, 'mia@example.net')
    expect([mia.url.pathname, mia.heading()]).toEqual([`/rooms/${room.guid}/door`, 'Project Alba'])
    expect(mia.text()).toMatch(/Your role: View\. Reads in the browser\./)
    expect(await memberRow(app, room.guid, 'mia@example.net')).toMatchObject({
      first_entered_at: null,
      session_count: 0,
    })
    await mia.send('enter')
    const row = await memberRow(app, room.guid, 'mia@example.net')
    expect(row).toMatchObject({ first_entered_at: app.clock.now(), session_count: 1, news_since: null })
  })

  test('who has confirmed an address and types it again into a page from memory needs no other code', async () => {
    const mia = await atRoomEntry(app, room.guid, 'mia@example.net')
    const kept = `/access/filelogin?share=${room.guid}&to=%2Fdr%2F${room.guid}`
    const { length: codes } = await app.outbox.codesNow('mia@example.net')
    await mia.open(kept)
    await mia.send('ask', { email: 'Mia@example.net' })
    expect([mia.status, mia.heading()]).toEqual([200, 'Project Alba'])
    await app.settle()
    expect(await app.outbox.codesNow('mia@example.net')).toHaveLength(codes)
    // Any other address has to be confirmed, and so has hers in another browser.
    for (const [browser, email] of [
      [mia, 'cora@example.org'],
      [app.browser(somebody()), 'mia@example.net'],
    ] as const) {
      await browser.open(kept)
      await browser.send('ask', { email })
      expect(browser.heading()).toBe('Enter the verification code')
    }
  })

  test('a session that comes later is another one, and what came since the one before is new', async () => {
    await enterRoom(app, room.guid, 'mia@example.net', somebody())
    const before = await memberRow(app, room.guid, 'mia@example.net')
    const seenAt = app.clock.now()
    app.clock.advance(9 * minute)
    await enterRoom(app, room.guid, 'mia@example.net', somebody())
    expect((await memberRow(app, room.guid, 'mia@example.net')).session_count).toBe(before.session_count)
    app.clock.advance(13 * hour)
    await enterRoom(app, room.guid, 'mia@example.net', somebody())
    expect(await memberRow(app, room.guid, 'mia@example.net')).toMatchObject({
      session_count: before.session_count + 1,
      news_since: seenAt + 9 * minute,
      first_entered_at: before.first_entered_at,
    })
  })
})

const email = 'lena@example.net'
const plan = { tree: { Plans: {}, Budget: {} }, members: { [email]: 1 as const } }
const rooms = [
  { version: 1 as const, page: 'd', ...(await makeRoom(app, { ...plan, version: 1 })) },
  { version: 2 as const, page: 'dr', ...(await makeRoom(app, plan)) },
]
await makeUser(app, { email })

describe.each(rooms)('a link to a folder of a room of version $version', ({ guid, page, items, members }) => {
  const folder = `/${page}/${items['Plans']}`

  test('leads a member through the door to the folder, also when the time since entering is over', async () => {
    for (let entries = 0; entries < 2; entries++) {
      const lena = await signIn(app, email, somebody())
      await lena.open(folder)
      expect(lena.url.pathname).toBe(`/rooms/${guid}/door`)
      await lena.send('enter')
      expect([lena.path, lena.heading()]).toEqual([folder, 'Plans'])
      app.clock.advance(13 * hour)
    }
  })

  test('leads who has no account to a code, through the door and to the folder', async () => {
    const guest = await app.browser(somebody()).open(folder)
    expect(guest.heading()).toBe('Open a protected data room')
    expect(guest.text()).not.toMatch(/Plans|Alba/)
    await guest.send('ask', { email })
    await guest.send('prove', { code: await codeFor(app, email) })
    expect(guest.url.pathname).toBe(`/rooms/${guid}/door`)
    await guest.send('enter')
    expect([guest.path, guest.heading()]).toEqual([folder, 'Plans'])
  })

  test('that is hidden tells a member what a stranger with an account is told', async () => {
    await makeRule(app, members[email]!, items['Budget']!, -1)
    const lena = await signIn(app, email, somebody())
    const hidden = await lena.open(`/${page}/${items['Budget']}`)
    expect([hidden.status, hidden.heading()]).toEqual([403, 'Not shared with you'])
  })

  test('with the address of the member asks no one for a code who is signed in with it', async () => {
    const lena = await signIn(app, email, somebody())
    await lena.open(`/d/${guid}/${email.toUpperCase()}`)
    expect(lena.heading()).toBe('Project Alba')
    await lena.open(`/d/${guid}/mia@example.net`)
    expect([lena.heading(), lena.url.pathname]).toEqual(['Open a protected data room', '/access/filelogin'])
  })
})
