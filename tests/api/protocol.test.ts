import { describe, expect, test } from 'vitest'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { callGuards, callNames } from '#server/api/calls.ts'
import { tourFileName } from '#server/shares/sending/tour-file.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import { root } from '#tests/support/sources/sources.ts'
import { codeOf, Program } from './program.ts'

const form = { 'content-type': 'application/x-www-form-urlencoded' }
const [gets, posts] = ['GET', 'POST'].map((method) =>
  callNames
    .filter((name) => name.startsWith(`${method} `))
    .map((name) => filled(name.slice(method.length + 1))),
)

/** A path with something in the place of each parameter. */
function filled(template: string): string {
  return template
    .replaceAll('{Email}', 'rita@example.net')
    .replaceAll(/(?<=\/)\{viewAs\}/g, 'self')
    .replaceAll('{viewAs}', '')
    .replaceAll(/\{\w+\}/g, '0'.repeat(32))
}

const { app } = await makeWorld({ people: ['caller@example.org', 'careless@example.org'] })
const program = await new Program(app).enter('caller@example.org')

/** Every field that the documentation names. */
const wordsOfCalls = [...new Set(readFileSync(path.join(root, 'docs/api.md'), 'utf8').match(/\b[A-Z]\w+\b/g))]

/** Those of one method alone. */
const [onlyGets, onlyPosts] = [
  gets!.filter((path) => !posts!.includes(path)),
  posts!.filter((path) => !gets!.includes(path)),
]

test.each(onlyPosts)('POST %s is nothing that GET or HEAD asks for', async (path) => {
  const got = await program.get(path)
  expect(codeOf(got)).toEqual([405, 20405])
  expect(got.headers.get('allow')).toContain('POST')
  const head = await program.send('HEAD', path)
  expect([head.http, head.headers.get('allow')]).toEqual([405, got.headers.get('allow')])
})

test.each(onlyGets)('GET %s takes no POST, and no OPTIONS of another site', async (path) => {
  expect(codeOf(await program.post(path))).toEqual([405, 20405])
  const preflight = await program.send('OPTIONS', path, {
    headers: { origin: 'https://elsewhere.example', 'access-control-request-method': 'GET' },
  })
  expect(preflight.http).toBe(405)
  const names = [...preflight.headers.keys()].filter((name) => name.startsWith('access-control'))
  expect(names).toEqual([])
})

test.each(gets!)('GET %s answers HEAD without a body, and as it answers GET', async (path) => {
  const [got, head] = [await program.get(path), await program.send('HEAD', path)]
  expect([head.http, head.text]).toEqual([got.http, ''])
})

/** The calls that anyone may make; `tests/call-guards.test.ts` lists them. */
const open = new Set(
  callGuards
    .filter(({ guard }) => guard === 'anyone')
    .map(({ name }) => {
      const [method, template = ''] = name.split(' ')
      return `${method} ${filled(template)}`
    }),
)
const both = [
  ...gets!.map((path) => ({ method: 'GET', path })),
  ...posts!.map((path) => ({ method: 'POST', path })),
]
test.each(both)(
  '$method $path answers no one without a token, but where anyone can call',
  async ({ method, path }) => {
    const nobody = new Program(app)
    const answer = await nobody.send(method, path, method === 'POST' ? { headers: form } : {})
    if (open.has(`${method} ${path}`)) expect(answer.http).not.toBe(401)
    else expect(codeOf(answer)).toEqual([401, 10001])
  },
)

test.each([
  '/v1/nothing',
  '/v3/shares/disable/more',
  '/v7',
  '/v7/view/fileinfo',
  '/v1/%E0%A4%A',
  '/v8/anything',
  '/v2/vieworig//self',
])('%s leads nowhere, and says so as JSON', async (address) => {
  const answer = await new Program(app).get(address, { accept: 'text/html' })
  expect(codeOf(answer)).toEqual([404, 20404])
  expect(answer.said.StatusMessage).toContain(
    address.startsWith('/v8') ? 'Page not found' : 'There is no such call.',
  )
  expect(answer.headers.get('content-type')).toMatch(/^application\/json/)
  expect(answer.headers.get('cache-control')).toBe('no-store')
})

test('what a call is called is read without regard to case, with a slash at its end or without', async () => {
  for (const path of ['/V3/Shares', '/v3/shares/', '/v1/tracks/action', '/v1/tracks/action/'])
    expect((await program.post(path)).http).toBe(200)
})

describe('a body', () => {
  test('is a form or a JSON object', async () => {
    const types = ['text/plain', 'multipart/form-data; boundary=x', 'application/xml', '']
    for (const type of types) {
      const answer = await program.send('POST', '/v3/shares', {
        headers: { 'content-type': type },
        body: 'SharePageSize=5',
      })
      expect(codeOf(answer)).toEqual([200, 20415])
    }
    for (const body of ['{', '[]', '"text"', 'null']) {
      const headers = { 'content-type': 'application/json' }
      expect(codeOf(await program.send('POST', '/v3/shares', { headers, body }))).toEqual([200, 20400])
    }
  })

  test.each(posts!)('of POST %s that cannot be read is refused in a sentence about a field', async (path) => {
    const careless = await new Program(app).enter('careless@example.org')
    for (const value of [undefined, '', 'x', '-1', '1.5', '99999999999', [], {}, true, 'x'.repeat(5000)]) {
      const names = wordsOfCalls.filter(() => value !== undefined)
      const headers = { 'content-type': 'application/json' }
      const body = JSON.stringify(Object.fromEntries(names.map((name) => [name, value])))
      const { said } = await careless.send('POST', path, { headers, body })
      expect(said.StatusMessage ?? '').not.toMatch(
        /invalid|expected|received|too (?:big|small)|NaN|union|^:|undefined/i,
      )
      if (said.StatusCode === 20400) expect(said.StatusMessage).toMatch(/^["A-Z].*[.]$/)
    }
  })

  test('of more than 1 MB is refused, as a form and as JSON', async () => {
    const large = 'x'.repeat(1024 * 1024)
    const asForm = await program.send('POST', '/v3/shares', { headers: form, body: `ShareGuid=${large}` })
    expect(codeOf(asForm)).toEqual([200, 20461])
    const headers = { 'content-type': 'application/json' }
    const asJson = await program.send('POST', '/v3/shares', {
      headers,
      body: JSON.stringify({ ShareGuid: large }),
    })
    expect(codeOf(asJson)).toEqual([200, 20461])
  })
})

/** The names of all files but the tour's, which the calls above have sent. */
async function uploaded(): Promise<string[]> {
  const { kysely } = app.strongroom.services.database
  const files = await kysely.selectFrom('file').select('name').where('name', '!=', tourFileName).execute()
  return files.map(({ name }) => name)
}

describe('the upload', () => {
  test('takes one part named file, and says by HTTP what is wrong with any other', async () => {
    expect(codeOf(await program.upload(undefined, 'document'))).toEqual([400, 20400])
    expect(
      codeOf(await program.send('POST', '/v1/upload', { headers: form, body: 'file=contract.pdf' })),
    ).toEqual([415, 20415])
    const { contentType, body } = encodeForm([{ name: 'file', value: 'no file' }], 'multipart/form-data')
    const asField = await program.send('POST', '/v1/upload', {
      headers: { 'content-type': contentType },
      body,
    })
    expect(codeOf(asField)).toEqual([400, 20460])
  })

  test('keeps nothing of a file that is not what its name says, is empty, or has a name that no file can have', async () => {
    const bytes = pdf(['One page'])
    expect(codeOf(await program.upload({ name: 'tool.pdf', bytes: Buffer.from('MZ not shown') }))).toEqual([
      415, 20464,
    ])
    expect(codeOf(await program.upload({ name: 'empty.pdf', bytes: new Uint8Array() }))).toEqual([400, 20462])
    expect(codeOf(await program.upload({ name: 'con.pdf', bytes }))).toEqual([400, 20463])
    expect(await uploaded()).toEqual([])
  })

  test('that breaks off keeps nothing', async () => {
    const { contentType, body } = encodeForm(
      [{ name: 'file', value: { name: 'contract.pdf', bytes: pdf(['One page']) } }],
      'multipart/form-data',
    )
    // In the middle of the file, and in the last line of the form.
    for (const end of [body.length / 2, -3]) {
      const answer = await program.send('POST', '/v1/upload', {
        headers: { 'content-type': contentType },
        body: body.slice(0, end),
      })
      expect(codeOf(answer)).toEqual([400, 20466])
    }
    expect(await uploaded()).toEqual([])
  })
})

test('a failure that no one expected is 500 and says nothing of its cause', async () => {
  const { sent: shares } = app.strongroom.services.shares
  const list = shares.list.bind(shares)
  Object.defineProperty(shares, 'list', {
    configurable: true,
    value: () => Promise.reject(new Error('no such table: secret')),
  })
  const answer = await program.post('/v3/shares')
  Object.defineProperty(shares, 'list', { configurable: true, value: list })
  expect(codeOf(answer)).toEqual([500, 20500])
  expect(answer.text).not.toContain('secret')
})

test('every call is written about, and nothing is that is no call', () => {
  const text = readFileSync(path.join(root, 'docs/api.md'), 'utf8')
  const written = [...text.matchAll(/^#{3,4} `((?:GET|POST) \/[^`]+)`/gm)].map(([, name]) => name)
  expect(written.toSorted()).toEqual([...callNames].toSorted())
})
