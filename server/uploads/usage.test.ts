// @module-tag engines
import { Readable } from 'node:stream'
import { beforeEach, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { Plans, type StorageQuota } from '#server/rules/product/plans.ts'
import { Dice } from '#tests/process/faults/dice.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { countFile, miscounted, recount } from './storage-bytes.ts'
import { Uploads } from './uploads.ts'
import { Usage } from './usage.ts'

const day = 24 * 60 * 60 * 1000
let world: StoredWorld
let anna: User

beforeEach(async () => {
  world = await openStoredWorld()
  // Sweeping compares it with the times of files on the disk.
  world.now = Date.now()
  anna = await addSmallUser('anna@example.com')
})

function addSmallUser(email: string): Promise<User> {
  return addUser(world, email, { tier_code: 0 })
}

/** The uploads of an installation with this quota, and with other limits of the plan Free. */
function uploadsWith(quota: StorageQuota, plans = world.plans): { uploads: Uploads; usage: Usage } {
  const usage = new Usage({ ...world, plans, quota })
  return { usage, uploads: new Uploads({ ...world, usage }) }
}

function send(
  uploads: Uploads,
  bytes: number,
  user = anna,
  more: { leastBytes?: number } = {},
): Promise<string> {
  const stream = Readable.from([Buffer.alloc(bytes, 'some words ')], { objectMode: false })
  return uploads.receive(user, stream, { fileName: 'a.txt', limitBytes: 1_000_000, ...more })
}

test('a file counts with its size, and the last byte of the quota can be used', async () => {
  const { uploads, usage } = uploadsWith(1000)
  await send(uploads, 400)
  expect(await usage.of(anna)).toEqual({ consumed: 400, quota: 1000 })
  await send(uploads, 600)
  expect(await usage.of(anna)).toEqual({ consumed: 1000, quota: 1000 })
  await expect(send(uploads, 1)).rejects.toMatchObject({ problem: 'quotaFull' })
})

test('the count itself stops at the quota, whatever was looked at before', async () => {
  const count = (bytes: number) =>
    world.database.transaction((tx) => countFile(tx, anna.guid, { bytes, quota: 1000 }))
  expect([await count(999), await count(2), await count(1), await count(1)]).toEqual([
    true,
    false,
    true,
    false,
  ])
})

test('a plan has its quota where the installation sets none, and there can be none at all', async () => {
  expect((await uploadsWith('by plan').usage.of(anna)).quota).toBe(1024 ** 3)
  const { uploads, usage } = uploadsWith(null)
  await send(uploads, 400)
  expect(await usage.of(anna)).toEqual({ consumed: 400, quota: null })
})

test('of uploads that race for the last bytes only those that fit are kept, and nothing of the others', async () => {
  const { uploads, usage } = uploadsWith(1000)
  const outcomes = await Promise.allSettled(Array.from({ length: 8 }, () => send(uploads, 400)))
  const refused = outcomes.filter((one) => one.status === 'rejected')
  expect(outcomes.length - refused.length).toBe(2)
  for (const { reason } of refused) expect(reason).toMatchObject({ problem: 'quotaFull' })
  expect((await usage.of(anna)).consumed).toBe(800)
  expect(await world.stored()).toHaveLength(2)
})

test("the words of a refusal say how much is used and what to do, and another's files do not count", async () => {
  const { uploads, usage } = uploadsWith(2048)
  await send(uploads, 1024)
  await expect(send(uploads, 1025)).rejects.toMatchObject({
    problem: 'quotaFull',
    text: expect.stringMatching(
      /^Not enough storage for this file, so it wasn’t saved\. Your limit is 2 KB, and you’re using 1 KB\. .* Ask your administrator for more storage\.$/,
    ),
  })
  const bert = await addSmallUser('bert@example.com')
  await send(uploads, 2048, bert)
  expect([await usage.of(anna), await usage.of(bert)].map(({ consumed }) => consumed)).toEqual([1024, 2048])
})

test('what is known not to fit is refused before a byte is read', async () => {
  const { uploads } = uploadsWith(1000)
  let isRead = false
  const stream = new Readable({ read: () => void (isRead = true) })
  const wanted = { fileName: 'a.txt', limitBytes: 1_000_000, leastBytes: 1001 }
  await expect(uploads.receive(anna, stream, wanted)).rejects.toMatchObject({ problem: 'quotaFull' })
  expect(isRead).toBe(false)
})

test('what turns out not to fit is not listened to any further', async () => {
  const { uploads } = uploadsWith(1000)
  let sent = 0
  function* chunks() {
    for (; sent < 5000; sent++) yield Buffer.alloc(1000, 'x')
  }
  const stream = Readable.from(chunks(), { objectMode: false })
  const wanted = { fileName: 'a.txt', limitBytes: 10_000_000 }
  await expect(uploads.receive(anna, stream, wanted)).rejects.toMatchObject({ problem: 'quotaFull' })
  expect(sent).toBeLessThan(500)
})

test('an upload that breaks off takes no room', async () => {
  const { uploads, usage } = uploadsWith(1000)
  const broken = Readable.from(
    (function* () {
      yield Buffer.alloc(500, 'x')
      throw new Error('The sender left')
    })(),
    { objectMode: false },
  )
  const wanted = { fileName: 'a.txt', limitBytes: 1_000_000 }
  await expect(uploads.receive(anna, broken, wanted)).rejects.toMatchObject({ problem: 'uploadBroken' })
  expect((await usage.of(anna)).consumed).toBe(0)
  await send(uploads, 1000)
})

test('a file that no share took gives its room back when it is cleared up', async () => {
  const { uploads, usage } = uploadsWith(1000)
  await send(uploads, 700)
  world.now += day + 1
  await expect(send(uploads, 400)).rejects.toMatchObject({ problem: 'quotaFull' })
  await uploads.sweep()
  expect((await usage.of(anna)).consumed).toBe(0)
  await send(uploads, 400)
})

test('a quota below what is used lets nothing more in, and takes nothing away', async () => {
  const guid = await send(uploadsWith(1000).uploads, 900)
  const { uploads, usage } = uploadsWith(500)
  expect(await usage.of(anna)).toEqual({ consumed: 900, quota: 500 })
  await expect(send(uploads, 1)).rejects.toMatchObject({ problem: 'quotaFull' })
  expect(await uploads.find(anna, guid)).toMatchObject({ size: 900 })
})

test('a count that is wrong is found and put right, whichever way it is wrong', async () => {
  const { uploads, usage } = uploadsWith(1000)
  const bert = await addSmallUser('bert@example.com')
  for (const user of [anna, bert]) await send(uploads, 300, user)
  for (const [user, wrong] of [
    [anna, 0],
    [bert, 999],
  ] as const)
    await world.database.kysely
      .updateTable('user')
      .set({ storage_bytes: wrong })
      .where('guid', '=', user.guid)
      .execute()
  expect((await uploads.inspect()).miscounted).toBe(2)
  // Even if the count is less than the file, the file can be removed.
  world.now += day + 1
  expect((await uploads.sweep()).files).toBe(2)
  expect([await usage.of(anna), await usage.of(bert)].map(({ consumed }) => consumed)).toEqual([0, 0])
  expect(await recount(world.database)).toBe(0)
})

test('the counts are the sums of the files after any mixture of acts', async () => {
  const dice = new Dice(1_407_014)
  const { uploads, usage } = uploadsWith(20_000)
  const users = [anna, await addSmallUser('bert@example.com'), await addSmallUser('carl@example.com')]
  const arrived: { user: User; guid: string }[] = []
  const ends = { kept: 0, refused: 0 }
  for (let round = 0; round < 60; round++) {
    const acts = Array.from({ length: 1 + dice.below(4) }, async () => {
      const user = dice.pick(users)!
      const bytes = 1 + dice.below(6000)
      const act = dice.below(10)
      if (act === 0) {
        world.now += dice.below(2 * day)
        await uploads.sweep()
      } else if (act < 4 && arrived.length > 0) {
        const { user: owner, guid } = arrived.splice(dice.below(arrived.length), 1)[0]!
        await world.database.transaction((tx) => uploads.take(tx, owner, guid)).catch(() => undefined)
      } else if (act === 4) {
        // An uncommitted transaction counts nothing.
        const rolledBack = world.database.transaction(async (tx) => {
          await countFile(tx, user.guid, { bytes, quota: null })
          throw new Error('No')
        })
        await expect(rolledBack).rejects.toThrow('No')
      } else {
        await send(uploads, bytes, user).then(
          (guid) => void (arrived.push({ user, guid }), ends.kept++),
          () => void ends.refused++,
        )
      }
    })
    await Promise.all(acts)
    const wrong: unknown[] = []
    for await (const found of miscounted(world.database)) wrong.push(found)
    expect(wrong).toEqual([])
    for (const user of users) expect((await usage.of(user)).consumed).toBeLessThanOrEqual(20_000)
  }
  expect([ends.kept > 10, ends.refused > 0]).toEqual([true, true])
})

test.each([
  ['a file of this size', { maxUploadBytes: 1000 }, 'fileTooLarge'],
  ['so much', { storageBytes: 1000 }, 'quotaFull'],
])(
  'a plan that sinks while a file is on its way, and does not allow %s, refuses it',
  async (_, free, problem) => {
    const { uploads, usage } = uploadsWith('by plan', new Plans({ free }))
    const patricia = await addUser(world, 'patricia@example.com', { tier_code: 2 })
    async function* bytes() {
      yield Buffer.alloc(900, 'some words ')
      await world.database.kysely
        .updateTable('user')
        .set({ tier_code: 0 })
        .where('guid', '=', patricia.guid)
        .execute()
      yield Buffer.alloc(900, 'some words ')
    }
    const stream = Readable.from(bytes(), { objectMode: false })
    const sending = uploads.receive(patricia, stream, { fileName: 'a.txt', limitBytes: 1_000_000 })
    await expect(sending).rejects.toMatchObject({ problem })
    expect(await usage.of(patricia)).toMatchObject({ consumed: 0 })
    expect(await world.stored()).toEqual([])
  },
)
