import * as fc from 'fast-check'
import { beforeAll, describe, expect, test } from 'vitest'
import { describedCalls } from '#server/api/calls.ts'
import { fieldExamples } from '#server/api/about/fields.ts'
import { budget, seed } from '#tests/support/world/budget.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeProgramWorld, Program } from './program.ts'

const nothing = '0'.repeat(32)
const {
  app,
  programs: [owner, stranger, careless],
} = await makeProgramWorld([
  'owner@example.org',
  'stranger@example.net',
  'careless@example.org',
  'reader@example.org',
])

/** What belongs to others, by what it is. */
const ids = { share: '', upload: '', room: '', folder: '', file: '', track: '' }
beforeAll(async () => {
  ids.share = await owner.share()
  ids.upload = (await owner.upload()).text
  const reader = await new Program(app).enter('reader@example.org')
  const theirs = await owner.share({ RecipientEmails: '["reader@example.org"]' })
  ids.track = String((await reader.post('/v3/tracks/start', { ShareGuid: theirs })).said['TrackId'])
  await owner.get(`/v1/process/zipfile/${ids.share}/20261126/0a1b2c3d/self`)
  const made = await makeRoom(app, { tree: { Board: { 'minutes.pdf': 'minutes' } } })
  Object.assign(ids, { room: made.guid, folder: made.items['Board'], file: made.items['Board/minutes.pdf'] })
})

const calls = describedCalls()
/** Ends the token with which the others are made. */
const ending = 'POST /v1/account/logout'
const isGuidField = (name: string) => /guid|^DocumentUrl$|^TrackId$/i.test(name)

/** Calls that name something by its ID, in their address or in a field. */
const naming = calls.filter(({ parameters, fields, query }) =>
  [...parameters, ...fields, ...query].some(({ name }) => isGuidField(name) && name !== 'UserGuid'),
)

/** What someone gets for a call about this ID, in every place that takes one. */
async function about(who: Program, call: (typeof calls)[number], id: string): Promise<unknown> {
  const valueOf = (name: string) => {
    if (!isGuidField(name)) return fieldExamples[name] ?? '1'
    return name === 'ShareGuids' ? JSON.stringify([id]) : id
  }
  const path = call.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => valueOf(name))
  const sent = call.fields.filter(
    ({ name, isRequired }) => isRequired || (isGuidField(name) && name !== 'UserGuid'),
  )
  const body = new URLSearchParams(sent.map(({ name }) => [name, valueOf(name)])).toString()
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const fields = call.query.filter(({ name }) => isGuidField(name)).map(({ name }) => [name, id])
  const search = new URLSearchParams(fields).toString()
  const answer = await who.send(
    call.method,
    `${path}?${search}`,
    call.method === 'POST' ? { headers, body } : {},
  )
  return JSON.parse(JSON.stringify([answer.http, answer.said]).replaceAll(id, 'ID'))
}

test.each(naming.map((call) => [call.name, call] as const))(
  '%s says of what belongs to others what it says of nothing',
  async (_, call) => {
    const missing = await about(stranger, call, nothing)
    for (const id of Object.values(ids)) expect(await about(stranger, call, id)).toEqual(missing)
  },
)

test.each(calls.filter((call) => !naming.includes(call)).map((call) => [call.name, call] as const))(
  '%s, which names nothing, tells a stranger nothing of others',
  async (_, call) => {
    const who = call.name === ending ? await new Program(app).enter('careless@example.org') : stranger
    const said = JSON.stringify(await about(who, call, nothing))
    const told = [...Object.values(ids), 'owner@example.org', 'reader@example.org'].filter((one) =>
      said.includes(one),
    )
    expect(told).toEqual([])
  },
)

const deep = (levels: number) => `${'['.repeat(levels)}${']'.repeat(levels)}`

/** What no one means to send. */
const odd =
  `|.| |0|-1|1.5|1e309|99999999999999999999|NaN|null|true|[]|{}|[1,null]|..|%00|"|';--|<b>|2027-13-45|0001-01-01T00:00:00Z
|["rita@example.net"]|["public","passkey"]`
    .split('|')
    .concat('\0', '\uD800', nothing, deep(5000), 'x'.repeat(70_000))

const text = fc.oneof(
  fc.constantFrom(...odd),
  fc.string({ maxLength: 40, unit: 'binary' }),
  fc.constantFrom('share', 'upload', 'room', 'folder', 'file').map((name) => `§${name}`),
)
const value = fc.oneof(
  { weight: 3, arbitrary: text },
  fc.integer(),
  fc.boolean(),
  fc.constant(null),
  fc.array(text, { maxLength: 3 }),
  fc.dictionary(fc.string({ maxLength: 5 }), text, { maxKeys: 3 }),
)

/** What a body says that it is, besides what it is. */
const types = [
  '',
  'text/plain',
  'application/json; charset=utf-16',
  'application/x-www-form-urlencoded; charset=x',
  'multipart/form-data',
  'multipart/form-data; boundary=x',
  'application/octet-stream',
]

const request = fc.constantFrom(...calls.filter(({ name }) => name !== ending)).chain((call) =>
  fc.record({
    call: fc.constant(call),
    parts: fc.array(text, { minLength: 4, maxLength: 4 }),
    fields: fc.dictionary(fc.constantFrom('Unknown', ...call.fields.map(({ name }) => name)), value),
    query: fc.dictionary(fc.constantFrom('Page', 'format', ...call.query.map(({ name }) => name)), text),
    asJson: fc.boolean(),
    type: fc.constantFrom(null, null, null, ...types),
    isTwice: fc.boolean(),
    token: fc.constantFrom('none', 'wrong', 'own', 'own', 'own'),
  }),
)

const known = (given: string) => given.replace(/^§(\w+)$/, (_, name: keyof typeof ids) => ids[name])

function bodyOf({
  fields,
  asJson,
  isTwice,
}: {
  fields: Record<string, unknown>
  asJson: boolean
  isTwice: boolean
}) {
  const named = Object.entries(fields).map(
    ([name, one]) => [name, typeof one === 'string' ? known(one) : one] as const,
  )
  if (asJson) return JSON.stringify(Object.fromEntries(named))
  const pairs = named.map(([name, one]) => [name, typeof one === 'string' ? one : JSON.stringify(one)])
  return new URLSearchParams(isTwice ? [...pairs, ...pairs] : pairs).toString()
}

const piece = new Uint8Array(64 * 1024).fill(97)

/** A field of 10 MB that is sent in pieces, as from a network: whoever stops reading is sent no more. */
function tooLong(): ReadableStream<Uint8Array> {
  let left = 160
  return new ReadableStream({
    start: (stream) => stream.enqueue(Buffer.from('ShareGuid=')),
    pull: (stream) => (left-- > 0 ? stream.enqueue(piece) : stream.close()),
  })
}

describe('whatever is sent', () => {
  test.each(
    calls
      .filter(({ method, takesFile, name }) => method === 'POST' && !takesFile && name !== ending)
      .map((call) => [call.name, call] as const),
  )('%s refuses a field of 10 MB, other kinds of bodies and JSON that is no object', async (_, call) => {
    const path = call.path.replaceAll(/\{\w+\}/g, nothing)
    const send = async (type: string, body: string | ReadableStream<Uint8Array>) => {
      const { said } = await careless.send('POST', path, { headers: { 'content-type': type }, body })
      return said.StatusCode
    }
    expect(await send('application/x-www-form-urlencoded', tooLong())).toBe(20461)
    expect(await send('application/json', tooLong())).toBe(20461)
    expect(await send('text/xml', '<ShareGuid/>')).toBe(20415)
    for (const json of ['[]', '"text"', '1', 'null', '{', deep(5000)])
      expect([json.slice(0, 9), await send('application/json', json)]).toEqual([json.slice(0, 9), 20400])
  })

  test.each(calls.filter(({ query }) => query.length > 0).map((call) => [call.name, call] as const))(
    '%s refuses pages, cursors and limits that no answer gave, or has nothing there',
    async (_, call) => {
      const path = call.path.replaceAll(/\{(\w+)\}/g, (__, name: string) => fieldExamples[name] ?? nothing)
      for (const { name } of call.query)
        for (const value of [
          '-1',
          '0',
          '1e9',
          '9999999999',
          '1.5',
          'NaN',
          '0001-01-01T00:00:00Z',
          "'--",
          '',
        ]) {
          const search = new URLSearchParams({ [name]: value }).toString()
          const { http, said } = await careless.get(`${path}?${search}`)
          expect([name, value, http < 500, said.StatusCode === 20500]).toEqual([name, value, true, false])
        }
    },
  )

  test('no call fails, and none answers without its token', async () => {
    await fc.assert(
      fc.asyncProperty(
        request,
        async ({ call, parts, fields, query, asJson, type: said, isTwice, token }) => {
          let at = 0
          const path = call.path.replaceAll(/\{\w+\}/g, () =>
            encodeURIComponent((known(parts[at++ % parts.length]!) || 'x').toWellFormed().slice(0, 500)),
          )
          const search = new URLSearchParams(query).toString()
          const who = token === 'own' ? careless : new Program(app)
          if (token === 'wrong') who.token = 'x'.repeat(43)
          const type = said ?? (asJson ? 'application/json' : 'application/x-www-form-urlencoded')
          const body = bodyOf({ fields, asJson, isTwice })
          const sent = call.method === 'POST' ? { headers: { 'content-type': type }, body } : {}
          const answer = await who.send(call.method, `${path}?${search}`, sent)
          expect([answer.http < 500, answer.said.StatusCode === 20500]).toEqual([true, false])
          if (token !== 'own' && call.guard !== 'anyone') expect([401, 404, 405]).toContain(answer.http)
        },
      ),
      { numRuns: Number(process.env['API_TRIES'] ?? budget({ some: 600, all: 20_000 })), seed },
    )
  })
})
