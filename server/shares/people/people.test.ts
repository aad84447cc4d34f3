import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { eventsOf, kindsOf } from '#tests/support/unit/events.ts'
import { addShare } from '#tests/support/unit/shares.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { Invitations } from '#server/shares/sending/invitations.ts'
import { Recipients } from './people.ts'

const hour = 3_600_000

let world: World
let owner: User
let recipients: Recipients
let guid: string
let rita: string

beforeEach(async () => {
  world = await openWorld()
  owner = await addUser(world, 'owner@example.com')
  recipients = new Recipients({
    ...world,
    invitations: new Invitations(world),
  })
  guid = await addShare(world, owner, ['rita@example.net'])
  rita = (await recipients.page(owner, guid, { page: 1, pageSize: 10 })).people[0]!.guid
})

async function person() {
  return (await recipients.find(owner, guid, rita)).person
}

async function revision(): Promise<number> {
  return (await recipients.find(owner, guid, rita)).share.revision
}

type Changes = {
  prints_spent?: number
  mail_status?: 'Failed'
  mail_reason?: string
  extended_until?: number
}

async function setPerson(values: Changes) {
  await world.database.kysely.updateTable('recipient').set(values).where('guid', '=', rita).execute()
}

async function lastDetail(): Promise<unknown> {
  return (await eventsOf(world, guid)).at(-1)!.detail
}

describe('the file', () => {
  test('is taken away from one person and given back, each once on record', async () => {
    for (let twice = 0; twice < 2; twice++) await recipients.revoke(owner, guid, rita)
    expect((await person()).revoked_at).toBe(world.now)
    expect(await revision()).toBe(1)
    for (let twice = 0; twice < 2; twice++) await recipients.restore(owner, guid, rita)
    expect((await person()).revoked_at).toBeNull()
    expect(await revision()).toBe(2)
    expect(await kindsOf(world, guid)).toEqual(['Revoked', 'Restored'])
    expect(await lastDetail()).toEqual({ person: 'rita@example.net' })
  })

  test('is not given back beyond the plan', async () => {
    const free = { ...owner, tierCode: 0 }
    guid = await addShare(
      world,
      owner,
      ['a', 'b', 'c', 'd', 'e', 'f'].map((name) => `${name}@example.net`),
    )
    const { people } = await recipients.page(owner, guid, { page: 1, pageSize: 10 })
    rita = people[0]!.guid
    await recipients.revoke(free, guid, rita)
    await expect(recipients.restore(free, guid, rita)).rejects.toMatchObject({
      problem: 'recipientsOverPlan',
    })
  })
})

test('the count of copies begins again, and how many there were is on record', async () => {
  await recipients.resetPrints(owner, guid, rita)
  expect(await kindsOf(world, guid)).toEqual([])
  await setPerson({ prints_spent: 3 })
  await recipients.resetPrints(owner, guid, rita)
  expect((await person()).prints_spent).toBe(0)
  expect(await kindsOf(world, guid)).toEqual(['PrintsReset'])
  expect(await lastDetail()).toEqual({ person: 'rita@example.net', spent: 3 })
})

test('one person can be held to reading, and have an own end', async () => {
  for (let twice = 0; twice < 2; twice++) await recipients.setViewOnly(owner, guid, rita, true)
  expect((await person()).is_view_only).toBe(1)
  expect(await lastDetail()).toEqual({ person: 'rita@example.net', viewOnly: 'no → yes' })
  for (let twice = 0; twice < 2; twice++) await recipients.setEnd(owner, guid, rita, world.now + hour)
  expect((await person()).expires_at).toBe(world.now + hour)
  expect(await lastDetail()).toEqual({
    person: 'rita@example.net',
    ownEnd: 'none → 2027-03-01 11:00 UTC',
  })
  expect(await kindsOf(world, guid)).toEqual(['Changed', 'Changed'])
})

test('an end that is set after more time was given counts instead of it', async () => {
  await setPerson({ extended_until: world.now + 7 * 24 * hour })
  await recipients.setEnd(owner, guid, rita, world.now + hour)
  expect(await person()).toMatchObject({ expires_at: world.now + hour, extended_until: world.now + hour })
  await recipients.setEnd(owner, guid, rita, null)
  expect(await person()).toMatchObject({ expires_at: null, extended_until: null })
})

describe('the link', () => {
  test('is sent again, three times an hour', async () => {
    await setPerson({ mail_status: 'Failed', mail_reason: 'no such mailbox' })
    await recipients.sendAgain(owner, guid, rita)
    expect(await person()).toMatchObject({ mail_status: 'Waiting', mail_reason: '' })
    const emails = await world.newEmails()
    for (let more = 0; more < 2; more++) {
      await recipients.sendAgain(owner, guid, rita)
      emails.push(...(await world.newEmails()))
    }
    const late = recipients.sendAgain(owner, guid, rita)
    await expect(late).rejects.toMatchObject({ problem: 'tooManyAttempts' })
    expect(emails.map(({ to }) => to)).toEqual(Array<string>(3).fill('rita@example.net'))
    expect(emails[0]!.text).toContain(`/file/${guid}`)
    expect(await kindsOf(world, guid)).toEqual(['Resent', 'Resent', 'Resent'])
    world.now += hour
    await recipients.sendAgain(owner, guid, rita)
  })

  test('is not sent to whom the file is closed', async () => {
    await recipients.setEnd(owner, guid, rita, world.now + hour)
    world.now += hour
    const send = () => recipients.sendAgain(owner, guid, rita)
    await expect(send()).rejects.toMatchObject({ problem: 'linkNotSent' })
    await recipients.setEnd(owner, guid, rita, null)
    await recipients.revoke(owner, guid, rita)
    await expect(send()).rejects.toMatchObject({ problem: 'linkNotSent' })
    await recipients.restore(owner, guid, rita)
    await world.database.kysely.updateTable('share').set({ status: 'Killed' }).execute()
    await expect(send()).rejects.toMatchObject({ problem: 'linkNotSent' })
    expect(await world.newEmails()).toEqual([])
  })
})

test('no one but the owner reaches anyone, and the owner no one of another share', async () => {
  const other = await addUser(world, 'other@example.com')
  const elsewhere = await addShare(world, owner, ['rob@example.net'])
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
    await expect(ask(owner, elsewhere)).rejects.toMatchObject({ problem: 'notFound' })
  }
  const page = recipients.page(other, guid, { page: 1, pageSize: 10 })
  await expect(page).rejects.toMatchObject({ problem: 'notFound' })
  expect(await kindsOf(world, guid)).toEqual([])
  expect(await world.newEmails()).toEqual([])
})
