import { describe, expect, test } from 'vitest'
import { TusClient, fileOf } from '#tests/support/browser/tus.ts'
import { day, minute } from '#tests/support/world/clock.ts'
import { signIn } from '#tests/support/world/make.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const cora = 'cora@example.net'
const otto = 'otto@example.org'
const {
  app,
  operator: sender,
  room,
} = await makeWorld({ people: [otto], room: { tree: { Contracts: {} }, members: { [cora]: 4 } } })

const size = 2048
const client = await new TusClient(sender).begin()

async function begin(tus: TusClient, name: string, more: Record<string, string> = {}): Promise<string> {
  const { location } = await tus.create({ name, size, more })
  await tus.patch(location, 0, Buffer.alloc(size / 2, 'x'))
  return location
}

describe('an upload that was left', () => {
  test('is named on the share form, with how far it is and how long it is kept', async () => {
    const location = await begin(client, 'half.txt')
    app.clock.advance(20 * minute)
    await sender.open('/share')
    expect(sender.text()).toMatch(
      /half\.txt 1 KB of 2 KB uploaded\. Choose the same file to go on\. Kept for 23 hours/,
    )
    const other = await signIn(app, otto)
    await other.open('/share')
    expect(other.text()).not.toContain('half.txt')
    await sender.open('/share')
    await sender.press('Cancel half.txt')
    expect(sender.text()).toContain('Upload removed.')
    expect(sender.text()).not.toContain('half.txt')
    expect(await client.offset(location)).toBe(null)
  })

  test('can be shared if it is there whole', async () => {
    const location = await begin(client, 'whole.txt')
    await client.patch(location, size / 2, Buffer.alloc(size / 2, 'x'))
    await sender.open('/share')
    expect(sender.text()).toContain('uploaded and not shared')
    await sender.follow('Share it')
    sender.fill('People', 'rita@example.net')
    await sender.press('Share file')
    expect(sender.heading()).toBe('whole.txt')
    await sender.open('/share')
    expect(sender.text()).not.toContain('whole.txt')
  })

  test('in a room is named to who brings it, and to no one else', async () => {
    const place = { room: room.guid, folder: room.items['Contracts']! }
    const contributor = await enterRoom(app, room.guid, cora)
    const tus = await new TusClient(contributor).begin()
    await begin(tus, 'room.txt', place)
    const form = `/rooms/${room.guid}/add/${place.folder}`
    await sender.open(form)
    expect(sender.text()).not.toContain('room.txt')
    await sender.open('/share')
    expect(sender.text()).not.toContain('room.txt')
    await contributor.open(form)
    expect(contributor.text()).toContain('room.txt')
    // Above the folder that it is for, it is named with the way there.
    await contributor.open(`/dr/${room.guid}`)
    expect(contributor.text()).toContain('room.txt')
    await contributor.follow('Go to its folder')
    expect(contributor.path).toBe(form)
    await contributor.open(`/dr/${place.folder}`)
    await contributor.press('Cancel room.txt')
    expect(contributor.path).toBe(form)
    expect(contributor.text()).not.toContain('room.txt')
  })
})

describe('cancelling', () => {
  test('removes nothing of someone else, and says nothing about it', async () => {
    const location = await begin(client, 'mine.txt')
    const other = await signIn(app, otto)
    const theirs = await begin(await new TusClient(other).begin(), 'theirs.txt')
    await other.open('/share')
    await other.send('cancelUpload', { upload: fileOf(location) })
    expect(other.status).toBe(200)
    expect(await client.offset(location)).toBe(size / 2)
    await sender.open('/share')
    await sender.send('cancelUpload', { upload: fileOf(theirs) })
    await other.open('/share')
    expect(other.text()).toContain('theirs.txt')
  })

  test('twice is no error', async () => {
    const location = await begin(client, 'twice.txt')
    await sender.open('/share')
    const answers = await sender.sendTwice('cancelUpload', { upload: fileOf(location) })
    expect(answers.map(({ status }) => status)).toEqual([303, 303])
    expect(await client.offset(location)).toBe(null)
  })
})

describe('what was left', () => {
  test('is gone after a day', async () => {
    await begin(client, 'old.txt')
    app.clock.advance(day)
    const back = await signIn(app, 'olivia@example.org')
    await back.open('/share')
    expect(back.text()).not.toContain('old.txt')
  })
})
