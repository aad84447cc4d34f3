import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { TusClient, fileOf } from '#tests/support/browser/tus.ts'
import { hour } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld({})

test(
  'a clock that is put on or back by an hour in the middle stops no upload, whoever had it before',
  { tags: ['engines'] },
  async () => {
    const bytes = randomBytes(11 * 1024 * 1024 + 12_345)
    // Whose session has ended by then signs in again, and goes on.
    const client = async () => new TusClient(await signIn(app, operatorEmail)).begin()
    const { location } = await (await client()).create({ name: 'clock.bin', size: bytes.length })
    const { kysely } = app.strongroom.services.database
    let at = 0
    for (const [hours, to] of [
      [1, 3_000_000],
      [-1, 6_000_000],
      [1, bytes.length],
    ] as const) {
      // As a process leaves it that is killed while it has the upload.
      await kysely
        .updateTable('upload')
        .set({ held_by: 'a process that is gone', held_until: app.clock.now() + 15_000 })
        .where('guid', '=', fileOf(location))
        .execute()
      app.clock.advance(hours * hour)
      const { status } = await (await client()).patch(location, at, bytes.subarray(at, to))
      expect([hours, status]).toEqual([hours, 204])
      at = to
    }
    const { object_guid: object } = await kysely
      .selectFrom('file')
      .select('object_guid')
      .where('guid', '=', fileOf(location))
      .executeTakeFirstOrThrow()
    expect((await app.strongroom.services.vault.bytes(object)).equals(bytes)).toBe(true)
  },
)
