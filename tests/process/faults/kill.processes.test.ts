import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { Bucket } from '#tests/support/servers/bucket.ts'
import { makePostgresDatabase, postgresServer } from '#tests/support/world/postgres.ts'
import { budget } from '#tests/support/world/budget.ts'
import { tellOfKills } from './kill-story.ts'
import { firstKindOf } from './kills.ts'

/** One for each kind of progress that is left to this ground. */
const kills = budget({ some: 2, all: 12 })

test(`${kills} kills under load lose nothing on PostgreSQL and S3 either`, async () => {
  const database = await makePostgresDatabase(postgresServer!)
  onTestFinished(() => database.remove())
  const bucket = await Bucket.make()
  onTestFinished(() => bucket.remove())
  const key = randomBytes(32)
  const { objects } = await tellOfKills(kills, {
    env: { DATABASE_URL: database.url, SECRET_KEY: key.toString('hex'), ...bucket.env() },
    config: { databaseUrl: database.url, secretKeys: [key], s3: bucket.config },
    firstKind: firstKindOf(1),
  })
  expect((await bucket.names()).toSorted()).toEqual(objects.toSorted())
  expect(await bucket.unfinished()).toEqual([])
})
