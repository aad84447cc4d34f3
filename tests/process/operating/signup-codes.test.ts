import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { password } from '#tests/support/world/make.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { command, commandJson } from './command.ts'

// One server runs over the folder all the time.
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-codes-'))
  server = await ServerProcess.start(dataDir, { env: { REGISTRATION: 'code' } })
  const names = ['--first', 'Olivia', '--last', 'Ortega', '--operator', '--password-stdin']
  const env = { PUBLIC_URL: server.origin }
  await command(dataDir, ['user', 'create', 'olivia@example.org', ...names], { env, input: `${password}\n` })
})
afterAll(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

function run(...args: string[]) {
  return command(dataDir, ['signup-code', ...args], { env: { PUBLIC_URL: server.origin } })
}

test('a code is printed once, with the link of the person it is for, and lets them in', async () => {
  const made = await run('create', 'Rita@example.com', '--tier', 'team', '--days', '14', '--note', 'partner')
  expect([made.code, made.stderr]).toEqual([0, ''])
  const [said = '', code = '', link = ''] = made.stdout.split('\n')
  expect(said).toMatch(
    /^Created the sign-up code [0-9a-f]{8}: for one account, until \d{4}-\d\d-\d\d \d\d:\d\d UTC\.$/,
  )
  expect(code).toMatch(/^(?:[0-9A-HJKMNP-TV-Z]{4}-){3}[0-9A-HJKMNP-TV-Z]{4}$/)
  expect(link).toBe(`${server.origin}/access/register/rita%40example.com/${code}`)
  const list = await run('list')
  expect(list.stdout).toMatch(/^NAME +PLAN +USES LEFT +UNTIL +MADE +NOTE\n[0-9a-f]{8} +Team +1 .* partner\n$/)
  expect(list.stdout).not.toContain(code)

  const rita = await server.browser().open(link)
  await rita.send('register', { firstName: 'Rita', lastName: 'Reyes', password })
  expect(rita.url.pathname).toBe('/access/validation')
  const users = await commandJson<{ email: string; tier: string }[]>(dataDir, ['user', 'list'])
  expect(users.data).toContainEqual(expect.objectContaining({ email: 'rita@example.com', tier: 'Team' }))
  expect((await run('list')).stdout).toMatch(/ Team +0 /)
})

test('a code that is revoked by its name does not work, and is revoked once only', async () => {
  const made = await commandJson<{ name: string; code: string; usesLeft: null }>(dataDir, [
    'signup-code',
    'create',
    '--uses',
    'any',
  ])
  expect(made.data).toMatchObject({ usesLeft: null, expiresAt: null, tier: null, url: null })
  const { name, code } = made.data
  expect(await run('revoke', name)).toMatchObject({
    code: 0,
    stdout: `The sign-up code ${name} is revoked.\n`,
  })
  expect(await run('revoke', name)).toMatchObject({ code: 1, stderr: `There is no sign-up code ${name}.\n` })
  const late = await server.browser().open(`/access/register/late%40example.org/${code}`)
  await late.send('register', { firstName: 'Lars', lastName: 'Late', password })
  expect(late.text()).toContain('That sign-up code is wrong')
})

test.each([
  [['create', 'nobody'], 'It must be a full address'],
  [['create', '--uses', '0'], 'It must be a whole number from 1 to'],
  [['create', '--uses', 'some'], 'It must be a whole number from 1 to'],
  [['create', '--days', '1.5'], 'It must be a whole number from 1 to'],
  [['create', '--tier', 'gold'], 'Allowed choices are free'],
  [['revoke'], "missing required argument 'name'"],
])('%j is wrong usage', async (args, words) => {
  const { code, stderr } = await run(...args)
  expect(code).toBe(2)
  expect(stderr).toContain(words)
})

test('a setting of REGISTRATION that makes no sense is named', async () => {
  const ended = await command(dataDir, ['signup-code', 'list'], { env: { REGISTRATION: 'maybe' } })
  expect([ended.code, ended.stderr]).toEqual([
    2,
    'REGISTRATION must be one of open, code, closed; it is "maybe".\n',
  ])
})
