import { expect, test } from 'vitest'
import { CloudConnections } from '#server/clouds/connections.ts'
import { BoxServer } from '#tests/services/box.ts'
import { openSharing } from '#tests/support/unit/sharing-world.ts'
import { addUser, closeLongAgo } from '#tests/support/unit/users.ts'
import { Erasing } from './erasing.ts'

test('what an account connected is taken back at the provider when it is erased, and not before', async () => {
  const world = await openSharing()
  const server = await new BoxServer().listen()
  const { publicUrl } = world
  const connections = new CloudConnections({
    ...world,
    config: { clouds: { box: server.config }, publicUrl },
  })
  const erasing = new Erasing({ ...world, takeBack: (...whose) => connections.revokeAll(...whose) })
  const anna = await addUser(world, 'anna@example.com')
  const visit = { browserId: 'browser', sessionId: 'session' }
  const address = await connections.begin(anna, visit, 'box', null)
  const answer = new URL(await server.allow(address.href), publicUrl).searchParams
  await connections.finish(anna, visit, answer, {
    ip: '192.0.2.1',
    userAgent: 'Test',
    browserSecret: 'of Anna',
  })
  expect(await erasing.step(anna.guid)).toBe(false)
  await world.jobs.drain()
  expect(server.openTokens).toHaveLength(1)
  await closeLongAgo(world, anna)
  while (await erasing.step(anna.guid));
  await world.jobs.drain()
  expect(server.openTokens).toEqual([])
})
