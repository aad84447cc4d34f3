// @module-tag engines
import { beforeEach, expect, test } from 'vitest'
import { filesLike, textOf } from '#tests/support/sources/sources.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { countHeldEmails, dropHeldEmails, holdEmails, sendHeldEmails } from './held-emails.ts'
import { composeEmail } from './layout.ts'

const day = 24 * 3_600_000
let world: World
let told: unknown[][]

beforeEach(async () => {
  world = await openWorld()
  told = []
  world.onDelivered = async (...outcome) => void told.push(outcome)
})

async function post(to: string, options: { recipientGuid?: string; usefulUntil?: number } = {}) {
  const message = composeEmail({ to, subject: 'A file', heading: 'A file', paragraphs: ['Here.'] })
  await world.database.transaction((tx) => world.mailer.enqueue(tx, message, options))
}

async function arrived(): Promise<string[]> {
  return (await world.newEmails()).map(({ to }) => to)
}

test('emails that are held do not leave until they are sent, and new ones are not held up', async () => {
  await post('jane@example.com', { recipientGuid: 'r1' })
  await world.database.transaction((tx) => world.jobs.add(tx, 'lock-letter', { email: 'x@example.com' }))
  expect(await holdEmails(world.database.kysely)).toBe(2)
  await post('new@example.com')
  expect(await arrived()).toEqual(['new@example.com'])
  expect(await world.jobs.waiting()).toEqual([])
  expect(await sendHeldEmails(world.database, world.now)).toBe(2)
  expect(await countHeldEmails(world.database.kysely)).toBe(0)
  expect(await arrived()).toEqual(['jane@example.com'])
  expect(told).toEqual([['r1', 'Sent', null]])
  const left = await world.database.kysely.selectFrom('job').select('kind').execute()
  expect(left).toEqual([{ kind: 'lock-letter' }])
})

test('an email that was held for long is tried for a day from then on; a code that is over is not sent', async () => {
  await post('jane@example.com')
  await post('code@example.com', { usefulUntil: world.now + 900_000 })
  await holdEmails(world.database.kysely)
  world.now += 30 * day
  await sendHeldEmails(world.database, world.now)
  world.mailFails = true
  expect(await arrived()).toEqual([])
  world.mailFails = false
  world.now += day / 2
  expect(await arrived()).toEqual(['jane@example.com'])
})

test('emails that are dropped are gone, and their recipients count as not reached', async () => {
  for (let number = 0; number < 250; number++) await post(`p${number}@example.com`)
  await post('jane@example.com', { recipientGuid: 'r1' })
  await holdEmails(world.database.kysely)
  await post('new@example.com')
  expect(await dropHeldEmails(world.database, world.onDelivered)).toBe(251)
  expect(told).toEqual([['r1', 'Failed', expect.stringContaining('dropped')]])
  expect(await sendHeldEmails(world.database, world.now)).toBe(0)
  expect(await arrived()).toEqual(['new@example.com'])
})

test('every job that is there to write an email is held', () => {
  const held = textOf('server/mail/held-emails.ts')
  const kinds = filesLike('server/**/*.ts')
    .filter((file) => !file.includes('.test.'))
    .map(textOf)
    .filter((text) => /mail\/mailer\.ts'/.test(text))
    .flatMap((text) => [...text.matchAll(/jobs\.handle\('([\w-]+)'/g)].map(([, kind]) => kind))
  expect(kinds).toContain('door-code')
  expect(kinds.filter((kind) => !held.includes(`'${kind}'`))).toEqual([])
})
