import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { RateLimits } from '#server/http/rate.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { TestWorld } from '#server/viewing/test-world.ts'
import { Recipients } from './people.ts'

const hour = 3_600_000

let world: TestWorld
let recipients: Recipients
let guid: string
let rita: string

beforeEach(async () => {
  world = await TestWorld.open()
  const { database, post, publicUrl, clock } = world
  const tracking = new Tracking({ database, clock })
  const rates = new RateLimits({ database, clock })
  recipients = new Recipients({ database, tracking, rates, post, publicUrl, clock })
  guid = await world.addShare(['rita@example.net'])
  rita = (await recipients.page(world.owner, guid, { page: 1, pageSize: 10 })).people[0]!.guid
})
afterEach(() => world.close())

async function person() {
  return (await recipients.find(world.owner, guid, rita)).person
}

async function revision(): Promise<number> {
  return (await recipients.find(world.owner, guid, rita)).share.revision
}

async function setPerson(values: { prints_spent?: number; mail_status?: 'Failed'; mail_reason?: string }) {
  await world.database.kysely.updateTable('recipient').set(values).where('guid', '=', rita).execute()
}

async function lastDetail(): Promise<unknown> {
  const row = await world.database.kysely
    .selectFrom('event')
    .select('detail')
    .where('subject_guid', '=', guid)
    .orderBy('sequence', 'desc')
    .executeTakeFirstOrThrow()
  return JSON.parse(row.detail)
}

describe('the file', () => {
  test('is taken away from one person and given back, each once on record', async () => {
    for (let twice = 0; twice < 2; twice++) await recipients.revoke(world.owner, guid, rita)
    expect((await person()).revoked_at).toBe(world.now)
    expect(await revision()).toBe(1)
    for (let twice = 0; twice < 2; twice++) await recipients.restore(world.owner, guid, rita)
    expect((await person()).revoked_at).toBeNull()
    expect(await revision()).toBe(2)
    expect(await world.events(guid)).toEqual(['Revoked', 'Restored'])
    expect(await lastDetail()).toEqual({ person: 'rita@example.net' })
  })

  test('is not given back beyond the plan', async () => {
    const free = { ...world.owner, tierCode: 0 }
    guid = await world.addShare(['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.net`))
    const { people } = await recipients.page(world.owner, guid, { page: 1, pageSize: 10 })
    rita = people[0]!.guid
    await recipients.revoke(free, guid, rita)
    await expect(recipients.restore(free, guid, rita)).rejects.toMatchObject({
      problem: 'recipientsOverPlan',
    })
  })
})

test('the count of copies begins anew, and how many there were is on record', async () => {
  await recipients.resetPrints(world.owner, guid, rita)
  expect(await world.events(guid)).toEqual([])
  await setPerson({ prints_spent: 3 })
  await recipients.resetPrints(world.owner, guid, rita)
  expect((await person()).prints_spent).toBe(0)
  expect(await world.events(guid)).toEqual(['PrintsReset'])
  expect(await lastDetail()).toEqual({ person: 'rita@example.net', spent: 3 })
})

test('one person may be held to reading, and have an own end', async () => {
  for (let twice = 0; twice < 2; twice++) await recipients.setViewOnly(world.owner, guid, rita, true)
  expect((await person()).is_view_only).toBe(1)
  expect(await lastDetail()).toEqual({ person: 'rita@example.net', viewOnly: 'no → yes' })
  for (let twice = 0; twice < 2; twice++) await recipients.setEnd(world.owner, guid, rita, world.now + hour)
  expect((await person()).expires_at).toBe(world.now + hour)
  expect(await lastDetail()).toEqual({
    person: 'rita@example.net',
    ownEnd: 'none → 2027-03-01 11:00 UTC',
  })
  expect(await world.events(guid)).toEqual(['Changed', 'Changed'])
})

describe('the link', () => {
  test('is sent again, three times an hour', async () => {
    await setPerson({ mail_status: 'Failed', mail_reason: 'no such mailbox' })
    await recipients.sendAgain(world.owner, guid, rita)
    expect(await person()).toMatchObject({ mail_status: 'Waiting', mail_reason: '' })
    for (let more = 0; more < 2; more++) await recipients.sendAgain(world.owner, guid, rita)
    const late = recipients.sendAgain(world.owner, guid, rita)
    await expect(late).rejects.toMatchObject({ problem: 'tooManyTries' })
    const letters = await world.letters()
    expect(letters.map(({ to }) => to)).toEqual(Array<string>(3).fill('rita@example.net'))
    expect(letters[0]!.text).toContain(`/file/${guid}`)
    expect(await world.events(guid)).toEqual(['Resent', 'Resent', 'Resent'])
    world.now += hour
    await recipients.sendAgain(world.owner, guid, rita)
  })

  test('is not sent to whom the file is closed', async () => {
    await recipients.setEnd(world.owner, guid, rita, world.now + hour)
    world.now += hour
    const send = () => recipients.sendAgain(world.owner, guid, rita)
    await expect(send()).rejects.toMatchObject({ problem: 'linkNotSent' })
    await recipients.setEnd(world.owner, guid, rita, null)
    await recipients.revoke(world.owner, guid, rita)
    await expect(send()).rejects.toMatchObject({ problem: 'linkNotSent' })
    await recipients.restore(world.owner, guid, rita)
    await world.database.kysely.updateTable('share').set({ status: 'Killed' }).execute()
    await expect(send()).rejects.toMatchObject({ problem: 'linkNotSent' })
    expect(await world.letters()).toEqual([])
  })
})

test('nobody but the owner reaches anybody, and the owner nobody of another share', async () => {
  const other = await world.addUser('other@example.com')
  const elsewhere = await world.addShare(['rob@example.net'])
  const asks: ((actor: typeof other, share: string) => Promise<unknown>)[] = [
    (actor, share) => recipients.find(actor, share, rita),
    (actor, share) => recipients.sendAgain(actor, share, rita),
    (actor, share) => recipients.revoke(actor, share, rita),
    (actor, share) => recipients.restore(actor, share, rita),
    (actor, share) => recipients.resetPrints(actor, share, rita),
    (actor, share) => recipients.setViewOnly(actor, share, rita, true),
    (actor, share) => recipients.setEnd(actor, share, rita, world.now + hour),
  ]
  for (const ask of asks) {
    await expect(ask(other, guid)).rejects.toMatchObject({ problem: 'notFound' })
    await expect(ask(world.owner, elsewhere)).rejects.toMatchObject({ problem: 'notFound' })
  }
  const page = recipients.page(other, guid, { page: 1, pageSize: 10 })
  await expect(page).rejects.toMatchObject({ problem: 'notFound' })
  expect(await world.events(guid)).toEqual([])
  expect(await world.letters()).toEqual([])
})
