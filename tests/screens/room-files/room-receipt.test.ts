import { describe, expect, test } from 'vitest'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { enterRoom, makeRule } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'

const kysely = () => app.strongroom.services.database.kysely

const { app, room } = await makeWorld({
  people: [{ email: 'cora@example.org', browser: somebody() }],
  room: {
    name: 'Project Alba',
    tree: { Contracts: { 'lease.pdf': 'Rent' }, 'notes.pdf': 'Notes' },
    members: {
      'mia@example.net': 3,
      'vera@example.net': 3,
      'remo@example.net': 3,
      'cora@example.org': 5,
    },
  },
})
const lease = room.items['Contracts/lease.pdf']!
const notes = room.items['notes.pdf']!

async function reading(email: string, ip: string): Promise<Browser> {
  const member = await enterRoom(app, room.guid, email, { ip })
  await loadPictures(await member.open(`/view/${lease}`))
  return member
}

async function setMember(email: string, row: Record<string, number | null>): Promise<void> {
  await kysely().updateTable('member').set(row).where('guid', '=', room.members[email]!).execute()
}

async function setRoom(row: Record<string, number | null>): Promise<void> {
  await kysely().updateTable('room').set(row).where('guid', '=', room.guid).execute()
}

describe('what is recorded about a member of a data room', () => {
  test('is shown to that member, from the viewer and from the list of files, and nothing of others', async () => {
    await reading('vera@example.net', '198.51.100.200')
    app.clock.advance(16 * minute)
    const mia = await reading('mia@example.net', '203.0.113.77')
    await mia.fetch(`/view/${notes}/download`)
    await mia.open(`/view/${lease}`)
    await mia.follow('What is recorded about me')
    expect([mia.path, mia.heading()]).toEqual([`/files/${room.guid}`, 'What is recorded about me'])
    for (const words of [
      'Project Alba',
      'lease.pdf: Page 1',
      'notes.pdf: Opened, 1 download',
      '203.0.113.77',
      'You entered the data room for the first time',
      'You requested a code and were sent one',
    ])
      expect(mia.text()).toContain(words)
    expect(Buffer.from(mia.bytes).toString()).not.toMatch(/vera@|198\.51\.100\.200/)
    await mia.open('/files')
    expect(mia.page.links('What is recorded about me')).toEqual([`/files/${room.guid}`])
  })

  test('leaves out the name of what the member cannot see any more, and of the room once it is closed', async () => {
    app.clock.advance(16 * minute)
    const mia = await reading('mia@example.net', '203.0.113.78')
    await makeRule(app, room.members['mia@example.net']!, room.items['Contracts']!, -1)
    await mia.open(`/files/${room.guid}`)
    expect(mia.text()).toContain('A file: Page 1')
    expect(Buffer.from(mia.bytes).toString()).not.toMatch(/lease|Contracts/)
    await kysely().deleteFrom('room_rule').where('item_guid', '=', room.items['Contracts']!).execute()
    await kysely().updateTable('item').set({ binned_at: app.clock.now() }).where('guid', '=', lease).execute()
    expect((await mia.reload()).text()).not.toContain('lease')
    await kysely().updateTable('item').set({ binned_at: null }).where('guid', '=', lease).execute()
    await setRoom({ binned_at: app.clock.now() })
    await mia.reload()
    expect(mia.status).toBe(200)
    expect(mia.text()).toContain('A data room')
    expect(Buffer.from(mia.bytes).toString()).not.toMatch(/lease|notes|Alba/)
    await setRoom({ binned_at: null })
  })

  test('is refused to who was removed and to others, with the words of a room that never was, and to who is suspended', async () => {
    app.clock.advance(16 * minute)
    const remo = await reading('remo@example.net', '203.0.113.79')
    await remo.open(`/files/${newGuid()}`)
    const never = [remo.status, remo.text()]
    expect(never[0]).toBe(403)
    for (const column of ['removed_at', 'suspended_at']) {
      await setMember('remo@example.net', { [column]: app.clock.now() })
      await remo.open(`/files/${room.guid}`)
      if (column === 'suspended_at') expect([remo.status, remo.heading()]).toEqual([403, 'Access suspended'])
      else expect([remo.status, remo.text()], column).toEqual(never)
      expect(Buffer.from((await remo.open('/files')).bytes).toString(), column).not.toContain(room.guid)
      await setMember('remo@example.net', { [column]: null })
    }
    const stranger = await app.browser(somebody()).open(`/files/${room.guid}`)
    expect(stranger.url.pathname).toBe('/access/filelogin')
    expect(stranger.text()).not.toContain('Alba')
  })

  test('leads owner and co-owners, whose reading is not recorded, to the room itself', async () => {
    for (const email of [operatorEmail, 'cora@example.org']) {
      const manager = await signIn(app, email, somebody())
      await manager.open(`/files/${room.guid}`)
      expect([manager.url.pathname, manager.status]).toEqual([`/rooms/${room.guid}/settings`, 200])
    }
  })
})
