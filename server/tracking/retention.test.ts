// @module-tag engines
import { expect, test } from 'vitest'
import { openAuditKey } from '#server/events/audit-key.ts'
import { Events, forgetAddress, installation, Retention } from '#server/events/events.ts'
import type { Detail, PlainKind } from '#server/events/events.ts'
import { newGuid } from '#server/db/open.ts'
import { openWorld } from '#tests/support/unit/world.ts'
import { Tracking } from './tracking.ts'

const day = 86_400_000
const client = { ip: '8.8.8.8', userAgent: 'Browser/1' }

test('once old events are erased, the figures of a share are those of what is kept, and since when is known', async () => {
  const world = await openWorld()
  const auditKey = await openAuditKey(world)
  const events = new Events({ ...world, auditKey })
  const tracking = new Tracking({ ...world, auditKey })
  const share = newGuid()
  const append = (kind: PlainKind, actor: string, visitGuid: string, detail: Detail = {}) =>
    events.record(null, { subject: share, kind, actor, visitGuid, client, detail })
  const read = async (actor: string) => {
    const visit = newGuid()
    await append('View', actor, visit)
    await append('Browse', actor, visit, { first: 1, last: 2 })
    world.now += 30_000
    await append('Stop', actor, visit, { method: 'measured', seconds: 30 })
    await append('Download', actor, visit)
  }
  const retention = new Retention({ ...world, auditKey, events, days: 100 })
  const erase = async () => {
    await retention.sweep()
    await world.jobs.drain()
  }
  const readers = async () => (await tracking.readings(share, 1)).perRecipient.map(({ email }) => email)

  await read('rita@example.net')
  await erase()
  expect(await tracking.keptSince(share)).toBeNull()
  world.now += 200 * day
  const since = world.now
  await read('ron@example.net')
  expect(await readers()).toEqual(['ron@example.net', 'rita@example.net'])
  await erase()
  expect((await tracking.summary([share])).get(share)).toMatchObject({ views: 1, openedBy: 1, downloads: 1 })
  expect(await readers()).toEqual(['ron@example.net'])
  expect(await tracking.keptSince(share)).toBe(since)
  expect(await tracking.verify(share)).toBeNull()
})

test('an address that was erased from the record, by whichever process, is not shown by one that had read it before', async () => {
  const world = await openWorld()
  const auditKey = await openAuditKey(world)
  const events = new Events({ ...world, auditKey })
  const tracking = new Tracking({ ...world, auditKey })
  const share = newGuid()
  const [actor, visitGuid] = ['rita@example.net', newGuid()]
  await events.record(null, { subject: share, kind: 'View', actor, visitGuid, client })
  const readers = async () => (await tracking.readings(share, 1)).perRecipient.map(({ email }) => email)
  expect(await readers()).toEqual([actor])
  await forgetAddress(world.database, auditKey, actor)
  await events.record(null, {
    subject: installation,
    kind: 'PersonErased',
    client: null,
    detail: { events: 1 },
  })
  expect(await readers()).toEqual([null])
})
