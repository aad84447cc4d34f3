import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute, second } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { enterRoom, makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'
import { Program } from '#tests/api/program.ts'
import { loadPictures } from '#tests/support/browser/pictures.ts'
import { somebody } from '#tests/support/world/people.ts'
import { heartbeat } from '#tests/support/browser/heartbeats.ts'
import { column } from '#tests/support/browser/shown.ts'
import { wav } from '#tests/support/files/media.ts'
import { add, itemsIn } from './arriving.ts'
import { addPeople } from '#tests/screens/room-people/member-pages.ts'

const mia = 'mia@example.net'
const tree = { Contracts: { 'lease.pdf': 'Rent' }, 'notes.pdf': 'Notes' }

const { app, operator: olivia } = await makeWorld()

type Read = { room: MadeRoom; member: Browser; lease: string; notes: string }

async function inRoom(email = mia): Promise<Read> {
  const room = await makeRoom(app, { tree, members: { [email]: 3, 'ned@example.net': 1 } })
  const member = await enterRoom(app, room.guid, email, somebody())
  return { room, member, lease: room.items['Contracts/lease.pdf']!, notes: room.items['notes.pdf']! }
}

/** The total seconds that a member is shown for visits to files recorded under their address. */
async function recordedSeconds(guid: string, email = mia): Promise<number> {
  const { visits } = await app.strongroom.services.tracking.roomRecords(guid, [email])
  return visits.reduce((sum, { visit }) => sum + visit.seconds, 0)
}

async function countedSeconds({ members }: MadeRoom, email = mia): Promise<number> {
  const times = await app.strongroom.services.tracking.readingTimes([members[email]!])
  return (times.get(members[email]!)?.time ?? 0) / 1000
}

async function agrees(room: MadeRoom, seconds: number): Promise<void> {
  expect(await countedSeconds(room)).toBe(seconds)
  expect(await recordedSeconds(room.guid)).toBe(seconds)
}

test('how long a member read is beside the member, at every moment as the visits of the files say', async () => {
  const { room, member, lease, notes } = await inRoom()
  await agrees(room, 0)
  await loadPictures(await member.open(`/view/${lease}`))
  await agrees(room, 0)
  app.clock.advance(100 * second)
  // Of a screen that nothing follows nothing is known.
  await agrees(room, 0)
  await loadPictures(await member.open(`/view/${lease}?page=1`))
  // Something followed: the first screen was there for all the time.
  await agrees(room, 100)
  await loadPictures(await member.open(`/view/${notes}`))
  app.clock.advance(80 * second)
  await loadPictures(await member.open(`/view/${notes}?page=1`))
  await agrees(room, 180)
  await olivia.open(`/rooms/${room.guid}/people`)
  expect(column(olivia, 'Time read')).toEqual(['', '3 minutesestimated', ''])
  await olivia.follow(mia)
  expect(olivia.text().replace(/\s+/g, ' ')).toContain('Time read 3 minutes estimated')
  // Of everyone together, of this member, of each file, and of the visit.
  await olivia.open(`/drstats/${room.guid}?by=time`)
  const text = olivia.text().replace(/\s+/g, ' ')
  expect(text).toContain('Time read 3 min, estimated')
  expect(text).toContain('lease.pdf 1 minute estimated')
  expect(text).toContain(`${mia} 3 minutes estimated`)
  await olivia.open(`/drstats/${room.guid}?show=members`)
  expect(column(olivia, 'Time read')).toContain('3 minutesestimated')
  await olivia.open(`/drstats/${room.guid}?show=files`)
  expect(column(olivia, 'Time read')).toEqual(['1 minuteestimated', '1 minuteestimated'])
  await olivia.open(`/drstats/${room.guid}?show=records`)
  expect(olivia.text().replace(/\s+/g, ' ')).toContain('3 minutes estimated')
})

test('what a script measures takes the place of what was estimated of the same file, and of no other', async () => {
  const { room, member, lease, notes } = await inRoom()
  await loadPictures(await member.open(`/view/${notes}`))
  app.clock.advance(minute)
  await loadPictures(await member.open(`/view/${notes}`))
  await loadPictures(await member.open(`/view/${lease}`))
  app.clock.advance(minute)
  await loadPictures(await member.open(`/view/${lease}`))
  await agrees(room, 120)
  expect((await heartbeat(member, lease, '1:25000'))[0]).toBe(200)
  await agrees(room, 85)
  await loadPictures(await member.open(`/view/${lease}`))
  app.clock.advance(minute)
  await agrees(room, 85)
  expect((await heartbeat(member, lease, '1:15000'))[0]).toBe(200)
  await agrees(room, 100)
  await olivia.open(`/rooms/${room.guid}/people`)
  expect(column(olivia, 'Time read')[1]).toBe('1 minutepartly estimated')
})

test('programs are told the time in seconds, and what they measure is of the file that they read', async () => {
  const email = 'paula@example.net'
  await makeUser(app, { email, browser: somebody() })
  const program = await new Program(app).enter(email, { isRemembered: true })
  const owner = await new Program(app).enter(operatorEmail, { isRemembered: true })
  const room = await makeRoom(app, { tree, members: { [email]: 3 } })
  await program.post('/v1/folder/tracks/start', { ShareGuid: room.guid })
  const file = room.items['notes.pdf']!
  const { said } = await program.post('/v1/folder/tracks/start', { ShareGuid: file })
  app.clock.advance(45 * second)
  await program.post('/v1/folder/tracks/stop', { TrackId: String(said['TrackId']) })
  const listed = await owner.get(`/v2/folder/manage/user?ShareGuid=${room.guid}`)
  const members = listed.said['Members'] as Record<string, unknown>[]
  expect(members[1]).toMatchObject({
    RecipientEmail: email,
    NumberOfSession: 1,
    TotalViewedTime: 45,
    TotalViewedMethod: 'measured',
  })
  expect(members[0]).toMatchObject({ TotalViewedTime: 0 })
  expect(await recordedSeconds(room.guid, email)).toBe(45)
  const top = await owner.get(`/v2/folder/top/View/${room.guid}`)
  expect(top.said['Members']).toMatchObject([{ UserEmail: email, TotalViewedTime: 45 }])
  const details = await owner.get(`/v2/folder/tracks/details/${room.guid}`)
  expect(details.said['Totals']).toMatchObject({ TotalViewedTime: 45, TotalViewedMethod: 'measured' })
})

test('the time begins again for who was removed and comes back, as the visits do', async () => {
  const { room, member, lease } = await inRoom()
  await loadPictures(await member.open(`/view/${lease}`))
  app.clock.advance(2 * minute)
  const person = `/rooms/${room.guid}/people/${room.members[mia]!}`
  await (await olivia.open(`${person}?panel=remove`)).send('remove')
  await addPeople(olivia, room.guid, mia, { notify: 'no' })
  expect(await countedSeconds(room)).toBe(0)
})

test('it stays when openings are cleared away and when a file is deleted permanently', async () => {
  const { room, member, lease, notes } = await inRoom()
  await loadPictures(await member.open(`/view/${lease}`))
  app.clock.advance(3 * minute)
  await loadPictures(await member.open(`/view/${lease}`))
  await loadPictures(await member.open(`/view/${notes}`))
  app.clock.advance(48 * 60 * minute)
  await app.strongroom.services.viewing.pages.sweep()
  expect(await countedSeconds(room)).toBe(120)
  const { kysely } = app.strongroom.services.database
  await kysely.deleteFrom('item').where('guid', '=', notes).execute()
  expect(await countedSeconds(room)).toBe(120)
})

test('a recording counts what was sent of it at once, each moment once, and no longer than it was open', async () => {
  const { room, member } = await inRoom()
  const owner = await signIn(app, operatorEmail, somebody())
  await add(owner, room, room.guid, [{ name: 'call.wav', type: 'audio/wav', bytes: wav(20) }])
  await app.settle()
  const call = (await itemsIn(app, room.guid)).find(({ name }) => name === 'call.wav')!.guid
  const play = async (range: string) => {
    const headers = { 'sec-fetch-dest': 'audio', range: `bytes=${range}` }
    await (await member.fetch(`/view/${call}/media`, { headers })).arrayBuffer()
  }
  await member.open(`/view/${call}`)
  await agrees(room, 0)
  await play('0-80021')
  await agrees(room, 10)
  await play('0-160043')
  await agrees(room, 20)
  app.clock.advance(15 * second)
  // Opened again: what came before was open for 15 seconds, and could not have been played for longer.
  await member.open(`/view/${call}`)
  await agrees(room, 15)
  await play('0-80021')
  await agrees(room, 25)
  expect(await countedSeconds(room)).toBe(25)
})
