import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { makeRoom, enterRoom } from '#tests/support/world/rooms.ts'
import { sendFields } from '#tests/support/browser/unoffered.ts'
import { memberRow, records } from './member-pages.ts'

const mia = 'mia@example.net'
const ulrich = 'ulrich@example.org'
const never = '0123456789abcdef0123456789abcdef'

const {
  app,
  operator: olivia,
  room,
} = await makeWorld({ people: [ulrich], room: { members: { [mia]: 1, 'removed@example.net': 1 } } })
const other = await makeRoom(app, { ownerEmail: ulrich, members: { 'theirs@example.net': 1 } })
await olivia.open(`/rooms/${room.guid}/groups?panel=add`)
await olivia.send('make', { name: 'Bidder A' })
const group = olivia.url.pathname.split('/').at(-1)!

/** Every form about members and groups: its intent, where it is posted, and its fields. */
function forms(): [string, string, Record<string, string>][] {
  const person = `people/${room.members[mia]!}`
  return [
    ['add', 'people', { people: 'evil@example.net', role: '5' }],
    ['bulk', 'people', { member: room.members[mia]!, act: 'Suspend' }],
    ['removeChosen', 'people', { member: room.members[mia]! }],
    ['change', person, { role: '5', seen: '1..-1..' }],
    ['suspend', person, {}],
    ['letBack', person, {}],
    ['invite', person, {}],
    ['resetPrints', person, {}],
    ['remove', person, {}],
    ['make', 'groups', { name: 'Own', role: '4' }],
    ['change', `groups/${group}`, { name: 'Own', role: '4', seen: '1.-1.Bidder A' }],
    ['putIn', `groups/${group}`, { people: mia }],
    ['takeOut', `groups/${group}`, { member: room.members[mia]! }],
    ['delete', `groups/${group}`, {}],
  ]
}

async function post(browser: Browser, address: string, intent: string, fields: Record<string, string>) {
  return (await sendFields(browser, address, { intent, ...fields })).status
}

/** Makes the second account what is said in the room, and returns its browser. */
async function ulrichAs(role: 1 | 4 | null, change: { suspended_at?: number; removed_at?: number } = {}) {
  const { kysely } = app.strongroom.services.database
  await kysely.deleteFrom('member').where('room_guid', '=', room.guid).where('email', '=', ulrich).execute()
  if (role !== null)
    await kysely
      .insertInto('member')
      .values({
        guid: `u${room.guid.slice(1)}`,
        room_guid: room.guid,
        email: ulrich,
        name: '',
        role,
        group_guid: null,
        starts_at: null,
        expires_at: null,
        added_at: app.clock.now(),
        added_by: operatorEmail,
        mail_status: 'None',
        ...change,
      })
      .execute()
  return signIn(app, ulrich)
}

const people = [
  ['a viewer', 1, {}],
  ['a contributor', 4, {}],
  ['a suspended member', 4, { suspended_at: 1 }],
  ['a removed member', 4, { removed_at: 1 }],
  ['a stranger', null, {}],
] as const

describe.each(people)('%s', (_, role, change) => {
  test('sees neither people nor groups, and changes nothing by any form', async () => {
    const browser = await ulrichAs(role, change)
    const before = [await memberRow(app, room.guid, mia), await records(app, room.guid)]
    const addresses = ['people', `people/${room.members[mia]!}`, 'groups', `groups/${group}`]
    for (const address of addresses) {
      for (const method of ['GET', 'HEAD']) {
        const answer = await browser.fetch(`/rooms/${room.guid}/${address}`, { method })
        expect([address, answer.status]).toEqual([address, 403])
        expect(await answer.text()).not.toMatch(/mia@|Project Alba|Bidder/)
      }
    }
    for (const [intent, place, fields] of forms()) {
      await browser.open('/setting')
      const status = await post(browser, `/rooms/${room.guid}/${place}`, intent, fields)
      expect([intent, status]).toEqual([intent, 403])
    }
    expect([await memberRow(app, room.guid, mia), await records(app, room.guid)]).toEqual(before)
  })
})

test('to strangers a room they are not in is as one that does not exist', async () => {
  const browser = await ulrichAs(null)
  const seen = []
  for (const guid of [room.guid, never]) {
    for (const place of ['people', `people/${never}`, 'groups', 'leave']) {
      await browser.open(`/rooms/${guid}/${place}`)
      seen.push([place, browser.status, browser.heading(), browser.text()])
    }
  }
  expect(seen.slice(0, 4)).toEqual(seen.slice(4))
})

test('someone without an account is led to sign in', async () => {
  const browser = await enterRoom(app, room.guid, mia)
  await browser.open(`/rooms/${room.guid}/people`)
  expect(browser.path).toMatch(/^\/access\/login/)
})

test("people and groups of another room are no one's here", async () => {
  const foreign = other.members['theirs@example.net']!
  for (const place of [`people/${foreign}`, `people/${never}`, `groups/${never}`]) {
    await olivia.open(`/rooms/${room.guid}/${place}`)
    expect([place, olivia.status]).toEqual([place, 404])
  }
  for (const intent of ['suspend', 'remove', 'invite', 'resetPrints']) {
    await olivia.open(`/rooms/${room.guid}/people?panel=add`)
    expect([intent, await post(olivia, `/rooms/${room.guid}/people/${foreign}`, intent, {})]).toEqual([
      intent,
      404,
    ])
  }
  await olivia.open(`/rooms/${room.guid}/people?panel=add`)
  await post(olivia, `/rooms/${room.guid}/people`, 'bulk', { member: foreign, act: 'Suspend' })
  expect(olivia.text()).toContain('Unknown member')
  const row = await memberRow(app, other.guid, 'theirs@example.net')
  expect([row.suspended_at, row.removed_at]).toEqual([null, null])
})
