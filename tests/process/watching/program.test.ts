import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pdf } from '#tests/support/files/documents.ts'
import { encodeForm } from '#tests/support/browser/encode.ts'
import { password } from '#tests/support/world/make.ts'
import { overHttp } from '#tests/support/servers/over-http.ts'
import { programOf } from '#tests/support/servers/program.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'

const email = 'olivia.operator@example.org'
const fileName = 'confidential-merger-plan.pdf'

let dataDir: string
let server: ServerProcess
/** What must be in no line, by what it is. */
const secrets = new Map<string, string>([
  ['the password', password],
  ['the address', email],
  ['the name of the file', fileName],
])
let answers: Record<string, [http: number, code: unknown]>
let confinement: unknown
const watchersToken = 'token-of-the-watchers'

type Body = string | Uint8Array<ArrayBuffer>

/** One request as programs send it; the answer's JSON, or its text. */
async function send(method: string, to: string, headers: Record<string, string>, body: Body | null = null) {
  const response = await overHttp(new Request(new URL(to, server.origin), { method, headers, body }))
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true
  return { http: response.status, said: (isJson ? JSON.parse(text) : {}) as Record<string, unknown>, text }
}

/** A program's whole work at a server that logs all it can. */
beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-test-'))
  server = await ServerProcess.start(dataDir, {
    env: { LOG_LEVEL: 'trace', METRICS_TOKEN: watchersToken },
  })
  const browser = server.browser()
  await browser.open('/access/register')
  await browser.send('register', { email, firstName: 'Given', lastName: 'Family', password })
  const form = { 'content-type': 'application/x-www-form-urlencoded' }
  const credentials = new URLSearchParams({ Email: email, Password: password }).toString()
  const entered = await send('POST', '/v2/account/token', form, credentials)
  const token = String(entered.said['AccessToken'])
  secrets.set('the token', token).set('the secret of the token', token.split('.')[1]!)
  const bearer = { authorization: `Bearer ${token}` }
  const { contentType, body } = encodeForm(
    [{ name: 'file', value: { name: fileName, bytes: pdf(['One page']) } }],
    'multipart/form-data',
  )
  const uploaded = await send('POST', '/v1/upload', { ...bearer, 'content-type': contentType }, body)
  const wanted = { DocumentUrl: uploaded.text, RecipientEmails: '["rita@example.net"]' }
  const sent = await send(
    'POST',
    '/v5/sharefile',
    { ...bearer, ...form },
    new URLSearchParams(wanted).toString(),
  )
  const guid = String(sent.said['ShareGuid'])
  secrets.set('the guid of the share', guid)
  const linked = await send('GET', `/v2/vieworig/${guid}/sender`, bearer)
  const link = String(linked.said['DownloadUrl'])
  secrets.set('the download link', link.split('/').at(-1)!)
  const downloaded = await send('GET', link, {})
  const large = `ShareGuid=${'x'.repeat(1024 * 1024)}`
  const handed = await send('POST', '/v1/account/handoff', { ...bearer, ...form })
  secrets.set('the hand-off code', String(handed.said['Code']).split('|')[1]!)
  const xml = { ...bearer, 'content-type': 'application/xml' }
  const results = {
    entered,
    sent,
    linked,
    downloaded,
    tooLarge: await send('POST', '/v3/shares', { ...bearer, ...form }, large),
    tooLargeJson: await send(
      'POST',
      '/v3/shares',
      { ...bearer, 'content-type': 'application/json' },
      JSON.stringify({ large }),
    ),
    wrongType: await send('POST', '/v3/shares', xml, '<share/>'),
    wrongUpload: await send('POST', '/v3/shares', { ...bearer, 'content-type': contentType }, body),
    strangersUpload: await send('POST', '/v1/upload', { 'content-type': contentType }, body),
    wrongToken: await send('GET', '/v3/users/info', { authorization: `Bearer ${token}x` }),
    unknown: await send('GET', `/v1/secret-path/${guid}`, bearer),
  }
  const watcher = { authorization: `Bearer ${watchersToken}` }
  confinement = (await send('GET', '/health/ready', watcher)).said['confinement']
  answers = Object.fromEntries(
    Object.entries(results).map(([name, { http, said }]) => [name, [http, said['StatusCode']]]),
  )
  await server.kill('SIGTERM')
})

afterAll(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

test('over HTTP a program gets what it asks for, and JSON for every refusal', () => {
  expect(answers).toEqual({
    entered: [200, 10000],
    sent: [200, 20000],
    linked: [200, 22000],
    downloaded: [200, undefined],
    tooLarge: [200, 20461],
    tooLargeJson: [200, 20461],
    wrongType: [200, 20415],
    wrongUpload: [200, 20415],
    strangersUpload: [401, 10001],
    wrongToken: [401, 10001],
    unknown: [404, 20404],
  })
})

test('the log holds no token, no link, no code and no name; each call left a line under its template', () => {
  const written = server.log.join('\n')
  const found = [...secrets].filter(([, secret]) => {
    expect(secret.length).toBeGreaterThanOrEqual(8)
    return written.includes(secret) || written.includes(encodeURIComponent(secret))
  })
  expect(secrets.size).toBe(8)
  expect(found.map(([what]) => what)).toEqual([])
  const routes = new Set(server.logged({ msg: 'answered' }).map(({ route }) => route))
  for (const route of [
    '/v2/account/token',
    '/v1/upload',
    '/v2/vieworig/{ShareGuid}/{viewAs}',
    '/v1/download/{Link}',
  ])
    expect([...routes]).toContain(route)
  expect(server.logged({ msg: 'answered', route: 'unknown' })).toHaveLength(1)
})

test('the log says at the start what confines LibreOffice and ffmpeg, and so does /health/ready', () => {
  expect(confinement).toMatch(/^(namespaces|landlock|none)$/)
  const said = programOf('soffice') || programOf('ffmpeg') ? 1 : 0
  expect(server.logged({ confinement })).toHaveLength(said)
})
