import { expect, test } from 'vitest'
import type { TokenScope } from '#server/rules/accounts/tokens/token-scopes.ts'
import { makeProgramWorld, Program } from '#tests/api/program.ts'

const { app, programs } = await makeProgramWorld(['sender@example.org', 'other@example.org'])
const [sender, other] = programs
const { accounts } = app.strongroom.services

async function holder(of: Program, scope: TokenScope[]): Promise<Program> {
  const { user } = (await accounts.sessions.findByToken(of.token!))!
  const made = await accounts.accessTokens.make(
    user,
    { tokenName: 'Uploads', scope, tokenEnd: '' },
    'password',
  )
  const program = new Program(app)
  program.token = made.token
  return program
}

const bytes = new TextEncoder().encode('What is sent in two parts.')

function begin(program: Program, more: Record<string, string> = {}) {
  const metadata = `filename ${Buffer.from('notes.txt').toString('base64')}`
  const headers = {
    'tus-resumable': '1.0.0',
    'upload-length': String(bytes.length),
    'upload-metadata': metadata,
  }
  return program.send('POST', '/uploads/resumable', { headers: { ...headers, ...more } })
}

function part(program: Program, location: string, from: number, to: number) {
  const body = bytes.slice(from, to)
  const headers = {
    'tus-resumable': '1.0.0',
    'content-type': 'application/offset+octet-stream',
    'content-length': String(body.length),
    'upload-offset': String(from),
  }
  return program.send('PATCH', location, { headers, body })
}

test('a program uploads a file in parts with a token, and shares it', async () => {
  for (const program of [sender, await holder(sender, ['share'])]) {
    const begun = await begin(program)
    expect(begun.http).toBe(201)
    const location = begun.headers.get('location')!
    expect((await part(program, location, 0, 10)).headers.get('upload-offset')).toBe('10')
    const state = await program.send('HEAD', location, { headers: { 'tus-resumable': '1.0.0' } })
    expect([state.http, state.headers.get('upload-offset')]).toEqual([200, '10'])
    expect((await part(program, location, 10, bytes.length)).http).toBe(204)
    const { said } = await program.post('/v5/sharefile', {
      DocumentUrl: location.split('/').at(-1)!,
      RecipientEmails: '["rita@example.net"]',
    })
    expect(said.StatusCode).toBe(20000)
  }
})

test('what one began, no other account goes on with, whatever it shows', async () => {
  const location = (await begin(sender)).headers.get('location')!
  const [foreign, missing] = [
    await part(other, location, 0, 10),
    await part(other, `/uploads/resumable/${'0'.repeat(32)}`, 0, 10),
  ]
  expect([foreign.http, foreign.text]).toEqual([missing.http, missing.text])
  expect(foreign.http).toBe(404)
})

test('a token without the scope, an unknown one and none at all are refused', async () => {
  const reading = await begin(await holder(sender, ['read']))
  expect([reading.http, reading.text.includes('tokenScope')]).toEqual([403, true])
  const unknown = new Program(app)
  for (const token of [null, `${'0'.repeat(32)}.${'A'.repeat(43)}`, `strongroom_pat_${'0'.repeat(72)}`]) {
    unknown.token = token
    expect((await begin(unknown)).http).toBe(401)
  }
})

test('a browser’s cookie does not stand in for a token that is wrong', async () => {
  const browser = app.browser()
  const cookie = (await browser.open('/access/login')).cookies.header(browser.url) ?? ''
  const unknown = new Program(app)
  unknown.token = 'wrong'
  expect((await begin(unknown, { cookie })).http).toBe(401)
})
