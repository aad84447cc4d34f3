import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/accounts.ts'
import { standardProtections } from '#server/rules/sharing/options.ts'
import { writeTerms } from '#server/teams/terms-rows.ts'
import { openSharing, type SharingWorld } from '#tests/support/unit/sharing-world.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'

let world: SharingWorld
let anna: User

beforeEach(async () => {
  world = await openSharing()
  anna = await addUser(world, 'anna@example.com')
})

const minute = 60_000
const wanted = {
  protections: standardProtections,
  recipients: 'rita@example.net',
  message: 'Hello',
  notTaken: [],
}

async function sendAll(more: Partial<Parameters<typeof world.sending.createAll>[1]> = {}): Promise<string> {
  const fileGuids = [await world.upload(anna), await world.upload(anna)]
  return world.sending.createAll(anna, { ...wanted, fileGuids, ...more })
}

test('several files are several shares and one email, also when the job that stands by comes later', async () => {
  const sending = await sendAll()
  await world.jobs.drain()
  world.now += 10 * minute
  await world.jobs.drain()
  expect(world.emails.map(({ to, subject }) => [to, subject])).toEqual([
    ['rita@example.net', 'Anna Adler shared 2 files with you'],
  ])
  const { files } = await world.sending.find(anna, sending)
  expect(files.map(({ name, reason }) => [name, reason])).toEqual([
    ['plan.txt', ''],
    ['plan.txt', ''],
  ])
})

test('the email is not lost when the process ends between the shares and the email', async () => {
  const sending = await sendAll()
  // As if the last transaction had not been committed: its emails are gone, and the sending is open.
  const { kysely } = world.database
  await kysely.deleteFrom('job').where('kind', '=', 'mail').execute()
  await kysely.updateTable('sending').set({ mailed_at: null }).where('guid', '=', sending).execute()
  await world.jobs.drain()
  expect(world.emails).toEqual([])
  world.now += 2 * minute
  await world.jobs.drain()
  await world.jobs.drain()
  expect(world.emails).toHaveLength(1)
  expect(world.emails[0]!.text.match(/\/file\/[0-9a-f]{32}/g)).toHaveLength(2)
})

test('a file that is gone is said with its reason, and the others are shared', async () => {
  const fileGuids = [await world.upload(anna), 'f'.repeat(32)]
  const notTaken = [{ name: 'setup.exe', reason: 'Of no known kind.' }]
  const sending = await sendAll({ fileGuids, notTaken })
  const { files } = await world.sending.find(anna, sending)
  expect(files.map(({ name, shareGuid }) => [name, shareGuid !== null])).toEqual([
    ['plan.txt', true],
    ['A file', false],
    ['setup.exe', false],
  ])
  expect(files.map(({ reason }) => reason)).toEqual([
    '',
    'The uploaded file is no longer available. Choose it again.',
    'Of no known kind.',
  ])
  await world.jobs.drain()
  expect(world.emails.map(({ subject }) => subject)).toEqual(['Anna Adler shared a file with you'])
})

test('where nothing could be shared nothing is kept, and no email is written', async () => {
  await expect(sendAll({ fileGuids: ['e'.repeat(32), 'f'.repeat(32)] })).rejects.toMatchObject({
    problem: 'uploadGone',
  })
  expect(await world.database.kysely.selectFrom('sending').selectAll().execute()).toEqual([])
  world.now += 10 * minute
  await world.jobs.drain()
  expect(world.emails).toEqual([])
})

test.each<[string, Partial<Parameters<typeof world.sending.createAll>[1]>, string]>([
  [
    'more than twenty files',
    { fileGuids: Array.from({ length: 21 }, (_, at) => `${at}`.padStart(32, '0')) },
    'tooManyFiles',
  ],
  ['without people', { recipients: '' }, 'recipientsMissing'],
  [
    'with terms of a team that has none',
    { protections: { ...standardProtections, terms: 'team' } },
    'badForm',
  ],
])('%s is refused before anything is written', async (_, more, problem) => {
  await expect(sendAll(more)).rejects.toMatchObject({ problem })
  expect(await world.database.kysely.selectFrom('share').selectAll().execute()).toEqual([])
})

test("another person's files are not sent, and neither is how a sending went shown", async () => {
  const bert = await addUser(world, 'bert@example.com')
  const fileGuids = [await world.upload(bert), await world.upload(bert)]
  await expect(sendAll({ fileGuids })).rejects.toMatchObject({ problem: 'uploadGone' })
  const sending = await sendAll()
  await expect(world.sending.find(bert, sending)).rejects.toMatchObject({ problem: 'notFound' })
  await expect(world.sending.again(bert, sending)).rejects.toMatchObject({ problem: 'notFound' })
})

test('options that mean nothing to us are kept with the share', async () => {
  const guid = await world.sending.create(anna, {
    ...wanted,
    fileGuid: await world.upload(anna),
    otherOptions: ['telepathy', 'FirstName:Rita'],
  })
  const row = await world.database.kysely
    .selectFrom('share')
    .select('other_options')
    .where('guid', '=', guid)
    .executeTakeFirstOrThrow()
  expect(JSON.parse(row.other_options)).toEqual(['telepathy', 'FirstName:Rita'])
})

test('how a sending went is kept for thirty days; its shares stay', async () => {
  const sending = await sendAll()
  const shares = await world.database.kysely.selectFrom('share').select('guid').execute()
  world.now += 30 * 24 * 60 * minute - 1
  expect(await world.sending.sweep()).toBe(0)
  await world.sending.find(anna, sending)
  world.now += 1
  expect(await world.sending.sweep()).toBe(1)
  await expect(world.sending.find(anna, sending)).rejects.toMatchObject({ problem: 'notFound' })
  expect(await world.database.kysely.selectFrom('sending_file').selectAll().execute()).toEqual([])
  expect(await world.database.kysely.selectFrom('share').select('guid').execute()).toEqual(shares)
})

test('a team without terms cannot ask for them, and what is sent under its terms keeps their text', async () => {
  await addTeam(world, 'acme')
  const member = { ...anna, teamGuid: 'acme' }
  const wanted = {
    fileGuid: await world.upload(anna),
    protections: { ...standardProtections, terms: 'team' },
    recipients: 'rita@example.net',
    message: '',
  } as const
  await expect(world.sending.create(member, wanted)).rejects.toMatchObject({ field: 'terms' })
  expect(await world.database.kysely.selectFrom('share').selectAll().execute()).toEqual([])
  const text = 'Keep it secret.'
  const terms = await world.database.transaction((tx) =>
    writeTerms(tx, { text, teamGuid: 'acme', version: 1, now: world.now }),
  )
  await world.sending.create(member, wanted)
  expect(await world.database.kysely.selectFrom('share').select('terms_guid').execute()).toEqual([
    { terms_guid: terms },
  ])
})
