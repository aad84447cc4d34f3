import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { hour } from '#tests/support/world/clock.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { enterRoom, makeRule } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'

const kysely = () => app.strongroom.services.database.kysely
const email = 'mia@example.net'

const { app, room } = await makeWorld({
  room: {
    tree: { Contracts: { 'lease.pdf': 'Rent' }, Other: { 'other.pdf': 'Other' } },
    members: { [email]: 3 },
  },
})
const lease = room.items['Contracts/lease.pdf']!
await setRoom({ may_read_text: 1 }, {})
beforeEach(() => app.clock.advance(hour))

/** What is open of a PDF that may be read, printed and downloaded. */
const ofPdf = [
  '',
  '/page/1?width=800',
  '/thumbnails',
  '/text',
  '/find?q=Rent',
  '/pages',
  '/print',
  '/pulse',
  '/download',
]
/** What only other kinds of files have: tables, players and moving pictures. */
const ofOtherKinds = ['/sheet', '/play', '/media', '/animation']

async function reader(): Promise<Browser> {
  const mia = await enterRoom(app, room.guid, email, somebody())
  await mia.open(`/view/${lease}`)
  await mia.send('print')
  return mia
}

async function statusesOf(mia: Browser): Promise<[string, number][]> {
  const statuses: [string, number][] = []
  for (const path of ofPdf) statuses.push([path, (await mia.fetch(`/view/${lease}${path}`)).status])
  return statuses
}
const allOpen = ofPdf.map((path): [string, number] => [path, 200])

type Row = Record<string, number | string | null>
type Undo = () => Promise<unknown>

async function setMember(closed: Row, open: Row): Promise<Undo> {
  const set = (row: Row) =>
    kysely().updateTable('member').set(row).where('guid', '=', room.members[email]!).execute()
  await set(closed)
  return () => set(open)
}

async function setRoom(closed: Row, open: Row): Promise<Undo> {
  const set = (row: Row) => kysely().updateTable('room').set(row).where('guid', '=', room.guid).execute()
  await set(closed)
  return () => set(open)
}

async function setItem(guid: string, closed: Row, open: Row): Promise<Undo> {
  const set = (row: Row) => kysely().updateTable('item').set(row).where('guid', '=', guid).execute()
  await set(closed)
  return () => set(open)
}

async function setOwner(status: 'Suspended' | 'Pending'): Promise<Undo> {
  const set = (to: 'Active' | typeof status) =>
    kysely().updateTable('user').set({ status: to }).where('email', '=', operatorEmail).execute()
  await set(status)
  return () => set('Active')
}

async function hide(item: string): Promise<Undo> {
  await makeRule(app, room.members[email]!, item, -1)
  return () => kysely().deleteFrom('room_rule').where('item_guid', '=', item).execute()
}

async function moveIntoHidden(): Promise<Undo> {
  const show = await hide(room.items['Other']!)
  const [from, to] = [{ parent_guid: room.items['Contracts']! }, { parent_guid: room.items['Other']! }]
  const back = await setItem(lease, to, from)
  return () => back().then(show)
}

describe('what closes a file of a data room holds from the next request on, for each address', () => {
  test.each<[string, () => Promise<Undo>]>([
    ['the member is removed', () => setMember({ removed_at: 1 }, { removed_at: null })],
    ['the member is suspended', () => setMember({ suspended_at: 1 }, { suspended_at: null })],
    ['the time of the member is over', () => setMember({ expires_at: 1 }, { expires_at: null })],
    ['the time of the member has not begun', () => setMember({ starts_at: 1e15 }, { starts_at: null })],
    ['the room goes into the bin', () => setRoom({ binned_at: 1 }, { binned_at: null })],
    [
      'the room ends on a day',
      () => setRoom({ destruct_seconds: 0, expires_at: 1 }, { destruct_seconds: -1, expires_at: null }),
    ],
    [
      'the room ends some time after first entry',
      async () => {
        const later = await setRoom({ destruct_seconds: 60 }, { destruct_seconds: -1 })
        const early = await setMember({ first_entered_at: 1 }, { first_entered_at: null })
        return () => later().then(early)
      },
    ],
    ['its owner is suspended', () => setOwner('Suspended')],
    ['the file goes into the bin', () => setItem(lease, { binned_at: 1 }, { binned_at: null })],
    [
      'its folder goes into the bin',
      () => setItem(room.items['Contracts']!, { binned_at: 1 }, { binned_at: null }),
    ],
    [
      'its folder is closed, and nobody has granted it',
      () => setItem(room.items['Contracts']!, { is_closed: 1 }, { is_closed: 0 }),
    ],
    ['its folder is hidden', () => hide(room.items['Contracts']!)],
    ['it is hidden itself', () => hide(lease)],
    ['it moves into a hidden folder', moveIntoHidden],
  ])('%s', async (_, close) => {
    const mia = await reader()
    expect(await statusesOf(mia)).toEqual(allOpen)
    const reopen = await close()
    for (const path of [...ofPdf, ...ofOtherKinds]) {
      const answer = await mia.fetch(`/view/${lease}${path}`)
      expect([403, 404, 410], path).toContain(answer.status)
      expect(await answer.text(), path).not.toMatch(/lease|Contracts/)
    }
    await reopen()
    expect((await mia.fetch(`/view/${lease}`)).status).toBe(200)
  })

  test('an archived room stays open to be read', async () => {
    const mia = await reader()
    const reopen = await setRoom({ archived_at: 1 }, { archived_at: null })
    expect(await statusesOf(mia)).toEqual(allOpen)
    await reopen()
  })

  test('a room that allows neither downloads nor printing nor text closes those and no more', async () => {
    const mia = await reader()
    const reopen = await setRoom(
      { may_download: 0, may_print: 0, may_read_text: 0 },
      { may_download: 1, may_print: 1, may_read_text: 1 },
    )
    const closed = new Set(['/text', '/find?q=Rent', '/print', '/download'])
    expect(await statusesOf(mia)).toEqual(ofPdf.map((path) => [path, closed.has(path) ? 403 : 200]))
    await reopen()
  })
})

test('a search in a file that was not opened before opens it on record, once', async () => {
  const mia = await enterRoom(app, room.guid, email, somebody())
  const other = room.items['Other/other.pdf']!
  for (let times = 0; times < 2; times++)
    expect((await mia.fetch(`/view/${other}/find?q=Other`)).status).toBe(200)
  const events = await kysely()
    .selectFrom('event')
    .select(['kind', 'email'])
    .where('subject_guid', '=', other)
    .execute()
  expect(events).toEqual([{ kind: 'View', email }])
})
