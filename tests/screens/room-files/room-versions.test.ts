import { Readable } from 'node:stream'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { operatorEmail, signIn, userOf } from '#tests/support/world/make.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'

const kysely = () => app.strongroom.services.database.kysely

const { app, room } = await makeWorld({
  people: [{ email: 'cora@example.org', browser: somebody() }],
  room: {
    version: 1,
    tree: { Contracts: { 'lease.pdf': 'First rent' } },
    members: { 'mia@example.net': 3, 'carl@example.net': 4, 'cora@example.org': 5, 'lea@example.net': 3 },
  },
})
const lease = room.items['Contracts/lease.pdf']!
await addVersion('Second rent')

async function addVersion(text: string): Promise<void> {
  const {
    database,
    clock,
    files: { uploads },
  } = app.strongroom.services
  const owner = await userOf(app, operatorEmail)
  const wanted = { fileName: 'lease.pdf', limitBytes: 2 ** 30, roomGuid: room.guid }
  const file = await uploads.receive(owner, Readable.from([pdf([text])]), wanted)
  await database.transaction(async (tx) => {
    await uploads.take(tx, owner, file, room.guid)
    await tx
      .insertInto('item_version')
      .values({
        item_guid: lease,
        number: 2,
        file_guid: file,
        added_by: owner.email,
        created_at: clock(),
      })
      .execute()
    await tx.updateTable('item').set({ file_guid: file, version: 2 }).where('guid', '=', lease).execute()
  })
  await app.settle()
}

describe('the versions of a file of a data room', () => {
  test('are open to the owner and to a co-owner, each with its own bytes', async () => {
    for (const email of [operatorEmail, 'cora@example.org']) {
      const manager = await signIn(app, email, somebody())
      const answers = await Promise.all(
        ['', '?version=1', '?version=2'].map((end) => manager.fetch(`/view/${lease}/download${end}`)),
      )
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
      const [latest, first, second] = await Promise.all(answers.map((answer) => answer.text()))
      expect(first).not.toBe(latest)
      expect(second).toBe(latest)
      for (const end of ['', '/page/1'])
        expect((await manager.fetch(`/view/${lease}${end}?version=1`)).status, end).toBe(200)
      expect((await manager.fetch(`/view/${lease}?version=3`)).status).toBe(404)
    }
  })

  test('are refused to a contributor and to a viewer, who read the latest', async () => {
    for (const email of ['carl@example.net', 'mia@example.net']) {
      const member = await enterRoom(app, room.guid, email, somebody())
      expect((await member.fetch(`/view/${lease}`)).status).toBe(200)
      for (const end of ['', '/page/1', '/download', '/text'])
        for (const number of [1, 3]) {
          const answer = await member.fetch(`/view/${lease}${end}?version=${number}`)
          expect(answer.status, `${email} ${end} ${number}`).toBe(404)
          expect(await answer.text()).not.toContain('First')
        }
    }
  })
})

describe('reading in a data room of version 1', () => {
  test('is under /filefolder, and the address of version 2 leads there', async () => {
    const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
    const parent = room.items['Contracts']
    for (const address of [`/filefolder/${lease}/${parent}`, `/drfile/${lease}/${parent}`]) {
      await mia.open(address)
      expect([mia.url.pathname, mia.status], address).toEqual([`/view/${lease}`, 200])
    }
    expect(mia.page.links('Back')).toEqual([`/d/${parent}`])
  })

  test('ends for who leaves: nothing of the room is there any more', async () => {
    const lea = await enterRoom(app, room.guid, 'lea@example.net', somebody())
    await lea.open(`/rooms/${room.guid}/leave`)
    await lea.send('leave')
    await app.settle()
    for (const address of [
      `/view/${lease}`,
      `/view/${lease}/page/1`,
      `/view/${lease}/download`,
      `/d/${room.guid}`,
      `/filefolder/${lease}/${room.items['Contracts']}`,
      `/files/${room.guid}`,
    ]) {
      const answer = await lea.fetch(address)
      expect([401, 403, 404], address).toContain(answer.status)
      expect(await answer.text(), address).not.toMatch(/lease|Contracts|Alba/)
    }
  })

  test('HEAD of the door and of a file changes nothing and records nothing', async () => {
    const mia = await enterRoom(app, room.guid, 'mia@example.net', somebody())
    const before = await counted()
    for (const address of [
      `/rooms/${room.guid}/door`,
      `/filefolder/${lease}/${room.items['Contracts']}`,
      `/view/${lease}`,
      `/view/${lease}/page/1`,
      `/view/${lease}/download`,
    ]) {
      const answer = await mia.fetch(address, { method: 'HEAD' })
      expect(answer.status, address).toBeLessThan(400)
      expect((await answer.arrayBuffer()).byteLength, address).toBe(0)
    }
    expect(await counted()).toEqual(before)
    const stranger = app.browser(somebody())
    const answer = await stranger.fetch(`/rooms/${room.guid}/door`, { method: 'HEAD' })
    expect([answer.status, await answer.text()]).toEqual([303, ''])
  })
})

async function counted() {
  const { events } = await kysely()
    .selectFrom('event')
    .select((row) => row.fn.countAll<number>().as('events'))
    .executeTakeFirstOrThrow()
  const members = await kysely().selectFrom('member').select(['session_count', 'entered_at']).execute()
  return { events, members }
}
