import { beforeEach, describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { atRoomEntry, enterRoom, makeRule } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const email = 'mia@example.net'
const { app, room } = await makeWorld({
  room: { tree: { Contracts: { 'lease.pdf': 'Rent' }, Budget: {} }, members: { [email]: 3 } },
})
const { kysely } = app.strongroom.services.database
const at = (path: string) => room.items[path]!
const [root, folder, hidden] = [`/dr/${room.guid}`, `/dr/${at('Contracts')}`, `/dr/${at('Budget')}`]
const lease = `/drfile/${at('Contracts/lease.pdf')}/${at('Contracts')}`
const page = `/view/${at('Contracts/lease.pdf')}`

await makeUser(app, { email: 'nora@example.net', browser: somebody() })
await makeRule(app, room.members[email]!, at('Budget'), -1)
beforeEach(() => app.clock.advance(hour))

const set = (table: 'room' | 'member', guid: string) => (change: Record<string, number | null>) =>
  kysely
    .updateTable(table)
    .set(change as never)
    .where('guid', '=', guid)
    .execute()
const setRoom = set('room', room.guid)
const setMember = set('member', room.members[email]!)

async function told(reader: Browser, address: string) {
  await reader.open(address)
  return [reader.status, reader.heading()]
}

const ask = (subject: string) => `mailto:${operatorEmail}?subject=${encodeURIComponent(subject)}`

describe('a data room that is closed', () => {
  test('says so to its member by every address, whose it is, and where to go', async () => {
    const mia = await enterRoom(app, room.guid, email, somebody())
    await setRoom({ binned_at: 1 })
    for (const address of [
      root,
      folder,
      lease,
      page,
      `/rooms/${room.guid}/door`,
      `/rooms/${room.guid}/search`,
    ]) {
      expect(await told(mia, address), address).toEqual([410, 'Data room closed'])
      expect(mia.page.links('Ask Olivia Ortega')).toEqual([ask('Access to your data room')])
      expect(mia.page.links('Files shared with me')).toEqual(['/files'])
      expect(mia.text()).not.toMatch(/Contracts|lease/)
    }
    await setRoom({ binned_at: null })
  })

  test('because the time of a member is over says that', async () => {
    const mia = await enterRoom(app, room.guid, email, somebody())
    await setMember({ expires_at: 1 })
    for (const address of [root, folder, lease, page])
      expect(await told(mia, address), address).toEqual([410, 'Access ended'])
    expect(mia.page.links('Ask Olivia Ortega')).toEqual([ask('More time in your data room')])
    await setMember({ expires_at: null })
  })

  test('tells no one of what is hidden in it, and strangers nothing', async () => {
    const mia = await enterRoom(app, room.guid, email, somebody())
    const nora = await signIn(app, 'nora@example.net', somebody())
    const nothing = [403, 'Not shared with you']
    await setRoom({ binned_at: 1 })
    expect(await told(mia, hidden)).toEqual(nothing)
    for (const address of [root, folder, lease, page, `/rooms/${room.guid}/door`])
      expect(await told(nora, address), address).toEqual(nothing)
    await setRoom({ binned_at: null })
  })
})

describe('a member who is suspended', () => {
  test('is told so by the address of the room, also when they come by a code', async () => {
    const mia = await enterRoom(app, room.guid, email, somebody())
    await setMember({ suspended_at: 1 })
    for (const address of [root, `/rooms/${room.guid}/door`, `/rooms/${room.guid}/search`]) {
      expect(await told(mia, address), address).toEqual([403, 'Access suspended'])
      expect(mia.text()).toContain(
        'Your access to this data room is suspended. Olivia Ortega can restore it.',
      )
    }
    const later = await atRoomEntry(app, room.guid, email, somebody())
    expect([later.status, later.heading()]).toEqual([403, 'Access suspended'])
    expect(later.text()).not.toMatch(/Alba/)
    await setMember({ suspended_at: null })
  })

  test('is told so by the links of what they could see, without a word of it, and gets no code for it', async () => {
    const mia = await enterRoom(app, room.guid, email, somebody())
    await setMember({ suspended_at: 1 })
    for (const address of [folder, lease, page]) {
      expect(await told(mia, address), address).toEqual([403, 'Access suspended'])
      expect(mia.page.links('Ask Olivia Ortega')).toEqual([ask('Access to your data room')])
      expect(mia.text()).not.toMatch(/Alba|Contracts|lease|Rent/)
    }
    const nothing = [403, 'Not shared with you']
    for (const address of [hidden, `/dr/${'0'.repeat(32)}`])
      expect(await told(mia, address), address).toEqual(nothing)
    const nora = await signIn(app, 'nora@example.net', somebody())
    for (const address of [folder, lease, page]) expect(await told(nora, address), address).toEqual(nothing)
    const before = (await app.outbox.to(email)).length
    const late = await app.browser(somebody()).open(folder)
    await late.send('ask', { email })
    expect(await app.outbox.to(email)).toHaveLength(before)
    await setMember({ suspended_at: null })
  })
})
