import { expect, test } from 'vitest'
import { makeUser } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { Program } from './program.ts'

const { app } = await makeWorld()
await makeUser(app, { email: 'anna@example.org', browser: somebody() })
await makeUser(app, { email: 'bob@example.org', browser: somebody() })
const anna = await new Program(app).enter('anna@example.org')
const bob = await new Program(app, { ip: '198.51.100.8' }).enter('bob@example.org')

type Event = { id: string; type: string; timestamp: string; data: Record<string, unknown> }

test('a program asks what happened since it asked last', async () => {
  const begun = await anna.get('/v1/events')
  expect(begun.said).toMatchObject({ StatusCode: 20000, Events: [], HasMore: false })
  const guid = await anna.share()
  await anna.post('/v3/shares/disable', { ShareGuid: guid })
  const { said } = await anna.get(`/v1/events?after=${String(begun.said['Cursor'])}&limit=1`)
  const [event] = said['Events'] as Event[]
  expect(event).toMatchObject({ type: 'share.created', data: { share: { guid }, by: 'anna@example.org' } })
  expect(said['HasMore']).toBe(true)
  const next = await anna.get(`/v1/events?after=${String(said['Cursor'])}`)
  expect((next.said['Events'] as Event[]).map(({ type }) => type)).toEqual(['share.disabled'])
  const some = await anna.get(
    `/v1/events?after=${String(begun.said['Cursor'])}&kinds=share.disabled,share.opened`,
  )
  expect((some.said['Events'] as Event[]).map(({ type }) => type)).toEqual(['share.disabled'])
})

test('no one gets what is another’s, or a team’s that they do not administer', async () => {
  const { said } = await anna.get('/v1/events')
  expect((await bob.get(`/v1/events?after=${String(said['Cursor'])}`)).said.StatusCode).toBe(20410)
  expect((await bob.get('/v1/events')).said['Events']).toEqual([])
  expect((await bob.get('/v1/events?of=team')).said.StatusCode).toBe(20404)
  expect((await new Program(app).get('/v1/events')).http).toBe(401)
})

test.each([
  'after=-1',
  'after=' + 'x'.repeat(5000),
  'limit=0',
  'limit=501',
  'limit=1e3',
  'limit=-1',
  'kinds=nothing',
  'kinds=["share.opened",1]',
  'of=everyone',
])('the question %s is refused', async (query) => {
  const { http, said } = await anna.get(`/v1/events?${query}`)
  expect([http, said.StatusCode]).toEqual([200, 20400])
})
