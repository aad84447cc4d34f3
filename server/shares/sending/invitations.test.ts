// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { Mailer } from '#server/mail/mailer.ts'
import { standardProtections } from '#server/rules/sharing/options.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { Invitations } from './invitations.ts'
import { noWishes } from '#server/shares/protections.ts'

let world: SharingWorld
let anna: User

beforeEach(async () => {
  world = await openSharing()
  world.arrivesRendered = false
  anna = await addUser(world, 'anna@example.org')
})

const wanted = {
  wishes: noWishes,
  protections: standardProtections,
  recipients: 'rita@example.net',
  message: '',
}

/** A file's pages are rendered, or fail, as rendering records it. */
function settleFile(fileGuid: string, render_status: 'Rendered' | 'Error' = 'Rendered'): Promise<void> {
  return world.database.transaction(async (tx) => {
    await tx.updateTable('file').set({ render_status }).where('guid', '=', fileGuid).execute()
    await world.invitations.fileSettled(tx, fileGuid)
  })
}

/** Another process over the same database. */
function secondProcess(): Jobs {
  const jobs = new Jobs(world)
  const mailer = new Mailer({ ...world, jobs, transport: world })
  void new Invitations({ ...world, jobs, mailer })
  return jobs
}

test('an email waits for its file, no matter who looks in between, and leaves once', async () => {
  const fileGuid = await world.upload(anna)
  await world.sending.create(anna, { ...wanted, fileGuid })
  expect(await world.newEmails()).toEqual([])
  await settleFile(fileGuid)
  await settleFile(fileGuid)
  expect((await world.newEmails()).map(({ to }) => to)).toEqual(['rita@example.net'])
  await settleFile(fileGuid)
  expect(await world.newEmails()).toEqual([])
})

test('files that are ready at the same moment are told in one email by whichever process comes last', async () => {
  const second = secondProcess()
  for (let time = 0; time < 5; time++) {
    const files = [await world.upload(anna, 'a.txt'), await world.upload(anna, 'b.txt')]
    await world.sending.createAll(anna, { ...wanted, fileGuids: files, notTaken: [] })
    expect(await world.newEmails()).toEqual([])
    await Promise.all(files.map((file) => settleFile(file)))
    await Promise.all([world.jobs.drain(), second.drain()])
    const emails = await world.newEmails()
    expect(emails.map(({ subject }) => subject)).toEqual([expect.stringContaining('shared 2 files with you')])
  }
})

test('of several files the one that cannot be shown is left out, and told by itself once it can be', async () => {
  const files = [await world.upload(anna, 'a.txt'), await world.upload(anna, 'b.txt')]
  await world.sending.createAll(anna, { ...wanted, fileGuids: files, notTaken: [] })
  await settleFile(files[0]!)
  expect(await world.newEmails()).toEqual([])
  await settleFile(files[1]!, 'Error')
  const [email, ...more] = await world.newEmails()
  expect([email?.subject, more]).toEqual([expect.stringContaining('shared a file with you'), []])
  await settleFile(files[1]!)
  expect(await world.newEmails()).toHaveLength(1)
})

test('who is taken off while the email is written gets it before, or not at all', async () => {
  const fileGuid = await world.upload(anna)
  const shareGuid = await world.sending.create(anna, { ...wanted, fileGuid })
  const { kysely } = world.database
  await kysely.updateTable('recipient').set({ revoked_at: world.now }).execute()
  await settleFile(fileGuid)
  expect(await world.newEmails()).toEqual([])
  const [person] = (await world.shares.find(anna, shareGuid)).recipients
  expect(person).toMatchObject({ mail_status: 'Waiting', held_at: expect.any(Number) })
})

test('a file that no one but a reader can unlock is told after a quarter of an hour', async () => {
  const fileGuid = await world.upload(anna)
  await world.sending.create(anna, { ...wanted, fileGuid })
  await world.database.kysely.updateTable('object').set({ is_locked: 1 }).execute()
  expect(await world.newEmails()).toEqual([])
  world.now += 14 * 60_000
  expect(await world.newEmails()).toEqual([])
  world.now += 60_000
  expect(await world.newEmails()).toHaveLength(1)
})

test('no one is told while the account of the sender is closed', async () => {
  const fileGuid = await world.upload(anna)
  await world.sending.create(anna, { ...wanted, fileGuid })
  await world.database.kysely.updateTable('user').set({ status: 'Suspended' }).execute()
  await settleFile(fileGuid)
  expect(await world.newEmails()).toEqual([])
})
