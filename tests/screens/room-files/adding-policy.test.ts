import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser, userOf } from '#tests/support/world/make.ts'
import { makeRoom, makeRule, type MadeRoom, enterRoom } from '#tests/support/world/rooms.ts'
import { framesOf, stream, text } from '#tests/support/browser/stream.ts'
import { TusClient } from '#tests/support/browser/tus.ts'
import { note } from '#tests/support/files/documents.ts'
import { add, itemsIn, untaken } from './arriving.ts'

const cora = 'cora@example.net'
const vera = 'vera@example.net'

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    tree: { Contracts: { 'lease.pdf': 'Lease' }, Board: {}, Secret: { Deep: {} } },
    members: { [cora]: 4, [vera]: 3 },
  },
})
const other = await makeRoom(app, { name: 'Other', tree: { Elsewhere: {} } })
await makeRule(app, room.members[cora]!, room.items['Board']!, 1)
await makeRule(app, room.members[cora]!, room.items['Secret']!, -1)
const contributor = await enterRoom(app, room.guid, cora)
const viewer = await enterRoom(app, room.guid, vera)

const addressOf = (parent: string, guid = room.guid) => `/rooms/${guid}/add/${parent}`

/** Sends a file with the form of `from`, whose token is the browser's own, to another address. */
async function post(browser: Browser, address: string, from = addressOf(room.items['Contracts']!)) {
  const { head, tail } = await framesOf(browser, { intent: 'addFiles' }, 'notes.txt', from)
  return stream(app, browser, [head, ...text(20), tail], { address })
}

describe('a contributor without an account', () => {
  test('adds a file, which is the owner’s and counts for the owner', async () => {
    const { guid: ownerGuid } = await userOf(app, 'olivia@example.org')
    await add(contributor, room, room.items['Contracts']!, [note('mine.txt')])
    expect(contributor.heading()).toBe('1 file added')
    const item = (await itemsIn(app, room.items['Contracts']!)).find(({ name }) => name === 'mine.txt')!
    expect(item.added_by).toBe(cora)
    const file = await app.strongroom.services.database.kysely
      .selectFrom('file')
      .select(['owner_guid', 'room_guid'])
      .where('guid', '=', item.file_guid)
      .executeTakeFirstOrThrow()
    expect(file).toEqual({ owner_guid: ownerGuid, room_guid: room.guid })
  })

  test('is told so where the folder can only be read, and nothing of the file stays', async () => {
    await contributor.open(addressOf(room.items['Board']!))
    expect([contributor.status, contributor.text()]).toEqual([403, expect.stringContaining('Your role')])
    const { response } = await post(contributor, addressOf(room.items['Board']!))
    expect(response.status).toBe(403)
    expect(await itemsIn(app, room.items['Board']!)).toEqual([])
    expect(await untaken(app)).toBe(0)
  })

  test('hears of a hidden folder, of one in another room and of none the same', async () => {
    const answers = []
    const places = [
      room.items['Secret']!,
      room.items['Secret/Deep']!,
      other.items['Elsewhere']!,
      'f'.repeat(32),
    ]
    for (const place of places) {
      const { response, page } = await post(contributor, addressOf(place))
      answers.push([response.status, page.text().replace(/[0-9a-f]{8}-?[0-9a-f-]*/g, '')])
    }
    expect(new Set(answers.map((answer) => JSON.stringify(answer))).size).toBe(1)
    expect(answers[0]![0]).toBe(404)
    expect(await untaken(app)).toBe(0)
  })

  test('cannot add to a room in which it is no one', async () => {
    const { response } = await post(contributor, addressOf(other.items['Elsewhere']!, other.guid))
    expect(response.status).toBe(403)
    expect(await itemsIn(app, other.items['Elsewhere']!)).toEqual([])
  })
})

describe('who cannot add', () => {
  test('a viewer gets no form, and no file is taken that a viewer sends', async () => {
    await viewer.open(addressOf(room.items['Contracts']!))
    expect(viewer.status).toBe(403)
    const { head, tail } = await framesOf(viewer, { intent: 'addFiles' }, 'notes.txt', '/access/login')
    const { response, page } = await stream(app, viewer, [head, ...text(20), tail], {
      address: addressOf(room.items['Contracts']!),
    })
    expect([response.status, page.text()]).toEqual([403, expect.stringContaining('Your role')])
    expect(await untaken(app)).toBe(0)
  })

  test('another account hears the same of a room as of none', async () => {
    const stranger = await makeUser(app, { email: 'sam@example.org' })
    const seen = []
    for (const guid of [room.guid, 'e'.repeat(32)]) {
      const { response } = await post(stranger, addressOf(room.items['Contracts']!, guid), '/share')
      seen.push(response.status)
    }
    expect(seen).toEqual([403, 403])
    expect(await untaken(app)).toBe(0)
  })

  test('an unknown reader is led to the door, and no byte of the file is read', async () => {
    const nobody = await app.browser().open('/access/login')
    let read = 0
    const { head, tail } = await framesOf(nobody, { intent: 'addFiles' }, 'notes.txt', '/access/login')
    function* pieces() {
      yield head
      for (const piece of text(8 * 1024 * 1024)) {
        read += piece.length
        yield piece
      }
      yield tail
    }
    const address = addressOf(room.items['Contracts']!)
    const { response } = await stream(app, nobody, pieces(), { address })
    expect(response.status).toBeLessThan(404)
    expect(read).toBeGreaterThan(0)
    expect(await untaken(app)).toBe(0)
  })

  test('a form with the token of another browser is refused', async () => {
    const { head, tail } = await framesOf(owner, { intent: 'addFiles' }, 'notes.txt', '/share')
    const address = addressOf(room.items['Contracts']!)
    const { response, page } = await stream(app, contributor, [head, ...text(20), tail], { address })
    expect(response.status).toBe(403)
    expect(page.text()).toContain('This form has expired')
    expect(await untaken(app)).toBe(0)
  })

  test('no one adds to an archived room', async () => {
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('room').set({ archived_at: 1 }).where('guid', '=', other.guid).execute()
    const { response, page } = await post(owner, addressOf(other.items['Elsewhere']!, other.guid))
    expect([response.status, page.text()]).toEqual([409, expect.stringContaining('is archived')])
    expect(await untaken(app)).toBe(0)
    await kysely.updateTable('room').set({ archived_at: null }).where('guid', '=', other.guid).execute()
  })
})

describe('limits', () => {
  test('a file for which the owner has no room is not taken, and the contributor is told', async () => {
    const { kysely } = app.strongroom.services.database
    const { guid } = await userOf(app, 'olivia@example.org')
    const whose = kysely.updateTable('user').where('guid', '=', guid)
    await whose.set({ tier_code: 0, storage_bytes: 2 ** 50 }).execute()
    const { response, page } = await post(contributor, addressOf(room.items['Contracts']!))
    await whose.set({ tier_code: 4, storage_bytes: 0 }).execute()
    expect([response.status, page.text()]).toEqual([
      413,
      expect.stringContaining('Not enough storage for this file, so it wasn’t saved.'),
    ])
    expect(await untaken(app)).toBe(0)
  })

  test('a file that is larger than the owner’s plan allows is not taken', async () => {
    const { kysely } = app.strongroom.services.database
    const { guid } = await userOf(app, 'olivia@example.org')
    const whose = kysely.updateTable('user').where('guid', '=', guid)
    await whose.set({ tier_code: 0 }).execute()
    const form = addressOf(room.items['Contracts']!)
    const { head, tail } = await framesOf(contributor, { intent: 'addFiles' }, 'notes.txt', form)
    const pieces = [head, ...text(26 * 1024 * 1024), tail]
    const { response, page } = await stream(app, contributor, pieces, { address: form })
    await whose.set({ tier_code: 4 }).execute()
    expect([response.status, page.text()]).toEqual([413, expect.stringContaining('larger than')])
    expect(await untaken(app)).toBe(0)
  })
})

describe('upload ids', () => {
  async function ahead(browser: Browser, place: MadeRoom, folder: string): Promise<string> {
    const client = await new TusClient(browser).begin()
    return client.whole({ name: 'ahead.txt', more: { room: place.guid, folder } }, Buffer.from('Ahead'))
  }

  test('of someone else, and of another room, are taken by no one but who sent them there', async () => {
    const [theirs, elsewhere] = [
      await ahead(owner, room, room.items['Contracts']!),
      await ahead(owner, other, other.items['Elsewhere']!),
    ]
    const before = await itemsIn(app, room.items['Contracts']!)
    for (const [browser, file] of [
      [contributor, theirs],
      [owner, elsewhere],
    ] as const) {
      await browser.open(addressOf(room.items['Contracts']!))
      await browser.press('Add files', (entries) => [
        ...entries.filter(({ name }) => name !== 'file'),
        { name: 'file', value: file },
      ])
      expect(browser.heading()).toBe('0 of 1 file added')
      expect(browser.text()).toContain('no longer available')
    }
    expect(await itemsIn(app, room.items['Contracts']!)).toEqual(before)
    await owner.open(addressOf(room.items['Contracts']!))
    await owner.press('Add files', (entries) => [
      ...entries.filter(({ name }) => name !== 'file'),
      { name: 'file', value: theirs },
    ])
    expect(owner.heading()).toBe('1 file added')
  })
})

describe('a member who is removed while a file arrives', () => {
  test('is told so, and nothing of the file stays', async () => {
    const nina = 'nina@example.net'
    const own = await makeRoom(app, { name: 'Removal', tree: { In: {} }, members: { [nina]: 4 } })
    const browser = await enterRoom(app, own.guid, nina)
    const form = addressOf(own.items['In']!, own.guid)
    const { head, tail } = await framesOf(browser, { intent: 'addFiles' }, 'notes.txt', form)
    const { kysely } = app.strongroom.services.database
    async function* pieces() {
      yield head
      yield* text(600_000)
      await kysely
        .updateTable('member')
        .set({ removed_at: 1 })
        .where('guid', '=', own.members[nina]!)
        .execute()
      yield* text(600_000)
      yield tail
    }
    const { response, page } = await stream(app, browser, pieces(), { address: form })
    expect([response.status, page.text()]).toEqual([403, expect.stringContaining('This wasn’t shared')])
    expect(await itemsIn(app, own.items['In']!)).toEqual([])
    const files = await kysely.selectFrom('file').select('guid').where('room_guid', '=', own.guid).execute()
    expect(files).toEqual([])
  })

  test('and whose line breaks in the middle leaves nothing either', async () => {
    const form = addressOf(room.items['Contracts']!)
    const { head } = await framesOf(contributor, { intent: 'addFiles' }, 'notes.txt', form)
    const before = await itemsIn(app, room.items['Contracts']!)
    const waiting = await untaken(app)
    async function* pieces() {
      yield head
      yield* text(600_000)
      throw new Error('The line broke')
    }
    await stream(app, contributor, pieces(), { address: form })
    expect(await itemsIn(app, room.items['Contracts']!)).toEqual(before)
    expect(await untaken(app)).toBe(waiting)
  })
})
