import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { password } from '#tests/support/world/make.ts'
import { SamlProvider } from '#tests/support/providers/saml-provider.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { command, commandJson, type Ended } from './command.ts'

// One server runs over the folder all the time; each test has a team of its own.
let dataDir: string
let server: ServerProcess

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-teams-'))
  server = await ServerProcess.start(dataDir)
  await create('olivia@example.org', ['--operator'])
})
afterAll(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

function run(args: string[], input?: string, env: Record<string, string> = {}): Promise<Ended> {
  const more = input === undefined ? {} : { input }
  return command(dataDir, args, { env: { PUBLIC_URL: server.origin, ...env }, ...more })
}

/** Runs a `team` command that has to end well, and answers what it printed. */
async function team(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['team', ...args])
  expect([code, stderr]).toEqual([0, ''])
  return stdout
}

async function refused(...args: string[]): Promise<string> {
  const { code, stdout, stderr } = await run(['team', ...args])
  expect([code, stdout]).toEqual([1, ''])
  return stderr
}

async function create(email: string, more: string[] = []): Promise<void> {
  const args = ['user', 'create', email, '--first', 'Anna', '--last', 'Test', '--password-stdin']
  expect((await run([...args, ...more], `${password}\n`)).code).toBe(0)
}

async function signIn(email: string): Promise<Browser> {
  const browser = await server.browser().open('/access/login')
  return browser.send('signIn', { email, password })
}

type Shown = {
  guid: string
  members: { email: string; role: string }[]
  domains: { domain: string; isLocked: boolean }[]
  connection: Record<string, string> | null
  redirectAddress: string
}

async function shown(name: string): Promise<Shown> {
  const env = { PUBLIC_URL: server.origin }
  return (await commandJson<Shown>(dataDir, ['team', 'show', name], { env })).data
}

test('a team is made once, gets people with roles, and loses them', async () => {
  expect(await team('create', 'Alpha')).toBe('Created the team Alpha.\n')
  expect(await refused('create', 'alpha')).toBe('A team named alpha already exists.\n')
  await create('anna@alpha.example')
  await create('berta@alpha.example')
  expect(await team('add-member', 'Alpha', 'anna@alpha.example', '--role', 'owner')).toBe(
    'anna@alpha.example is owner of the team Alpha.\n',
  )
  await team('add-member', 'alpha', 'berta@alpha.example')
  expect(await refused('remove-member', 'Alpha', 'anna@alpha.example')).toBe(
    'anna@alpha.example is the only owner of the team Alpha. Add another owner first.\n',
  )
  expect(await refused('add-member', 'Alpha', 'nobody@alpha.example')).toBe(
    'No account has the address nobody@alpha.example.\n',
  )
  expect(await refused('add-member', 'Omega', 'anna@alpha.example')).toBe('There is no team Omega.\n')
  expect((await shown('Alpha')).members).toMatchObject([
    { email: 'anna@alpha.example', role: 'owner' },
    { email: 'berta@alpha.example', role: 'member' },
  ])
  await team('remove-member', 'Alpha', 'berta@alpha.example')
  expect((await shown('Alpha')).members).toHaveLength(1)
  expect(await team('list')).toMatch(/^Alpha +1 +any way +optional +[0-9a-f]{32}$/m)
})

test('a locked domain signs others out and keeps them out, until it is unlocked', async () => {
  await team('create', 'Beta')
  await create('out@beta.example')
  await create('in@beta.example')
  await team('add-member', 'Beta', 'in@beta.example')
  const [outside, inside] = [await signIn('out@beta.example'), await signIn('in@beta.example')]
  expect([outside.path, inside.path]).toEqual(['/home', '/home'])
  expect(await refused('domain', 'lock', 'Beta', 'beta.example')).toBe(
    'beta.example is not a domain of the team Beta.\n',
  )
  expect(await team('domain', 'add', 'Beta', 'beta.example')).toBe('beta.example belongs to the team Beta.\n')
  expect(await team('domain', 'lock', 'Beta', 'beta.example')).toBe(
    [
      'Only members of Beta can sign in with addresses at beta.example.',
      '1 account outside the team can no longer sign in:',
      '  out@beta.example',
      'Signed out: 1 browser of theirs.',
      'Add them to the team, or undo this with "strongroom team domain unlock".',
      '',
    ].join('\n'),
  )
  expect((await outside.open('/home')).status).toBe(401)
  expect((await inside.open('/home')).path).toBe('/home')
  const refusedThere = await signIn('out@beta.example')
  expect(refusedThere.status).toBe(403)
  expect(refusedThere.text()).toContain('Only members of a certain team can sign in')
  expect((await signIn('in@beta.example')).path).toBe('/home')
  expect((await shown('Beta')).domains).toMatchObject([{ domain: 'beta.example', isLocked: true }])
  await team('domain', 'unlock', 'Beta', 'beta.example')
  expect((await signIn('out@beta.example')).path).toBe('/home')
  await team('domain', 'remove', 'Beta', 'beta.example')
  expect((await shown('Beta')).domains).toEqual([])
})

test('a public mail domain belongs to no one', async () => {
  await team('create', 'Gamma')
  expect(await refused('domain', 'add', 'Gamma', 'gmail.com')).toBe(
    'Anyone can have an address at gmail.com, so it can’t be a team’s domain.\n',
  )
})

test('members sign in by the allowed ways only, and all of them is the way back', async () => {
  await team('create', 'Delta')
  await create('anna@delta.example')
  await team('add-member', 'Delta', 'anna@delta.example')
  expect(await refused('methods', 'Delta', 'sso')).toContain('no one in the team could sign in')
  const set = ['sso', 'oidc', 'Delta', '--issuer', 'https://login.delta.example', '--client-id', 'strongroom']
  expect((await run(['team', ...set], 'the client secret\n')).code).toBe(0)
  expect(await team('methods', 'Delta', 'sso')).toBe('Members of Delta sign in by sso only.\n')
  expect((await signIn('anna@delta.example')).path).not.toBe('/home')
  expect(await refused('sso', 'remove', 'Delta')).toContain('signs in by single sign-on only')
  expect(await team('methods', 'Delta', 'all')).toBe('Members of Delta can sign in by any method.\n')
  expect((await signIn('anna@delta.example')).path).toBe('/home')
  await team('sso', 'remove', 'Delta')
})

test('the client secret is taken from the environment or standard input, kept sealed and never shown', async () => {
  await team('create', 'Epsilon')
  const args = ['team', 'sso', 'oidc', 'Epsilon', '--issuer', 'https://login.epsilon.example']
  const none = await run([...args, '--client-id', 'one'], '')
  expect([none.code, none.stderr]).toEqual([2, 'Give the client secret as one line on standard input.\n'])
  const made = await run([...args, '--client-id', 'two'], undefined, {
    SSO_CLIENT_SECRET: 'a secret of ours',
  })
  const { guid, connection, redirectAddress } = await shown('Epsilon')
  expect(made.stdout).toContain(redirectAddress)
  expect(redirectAddress).toBe(`${server.origin}/access/callback/sso/${guid}`)
  expect(connection).toEqual({ kind: 'oidc', issuer: 'https://login.epsilon.example', clientId: 'two' })
  const texts = [made.stdout, made.stderr, await team('show', 'Epsilon')]
  for (const text of texts) expect(text).not.toContain('a secret of ours')
  const plain = [
    'team',
    'sso',
    'oidc',
    'Epsilon',
    '--issuer',
    'http://login.epsilon.example',
    '--client-id',
    'x',
  ]
  expect((await run(plain, 'secret\n')).stderr).toContain('The issuer must be an https address')
})

test('a second factor is required of a team, or not', async () => {
  await team('create', 'Zeta')
  expect(await team('require-second-factor', 'Zeta', 'on')).toBe(
    'Members of Zeta need two-step verification.\n',
  )
  expect(await team('list')).toMatch(/^Zeta +0 +any way +required +\S+$/m)
  const nextYear = new Date().getUTCFullYear() + 1
  expect(await team('require-second-factor', 'Zeta', 'on', '--from', `${nextYear}-03-01`)).toBe(
    `Members of Zeta need two-step verification from ${nextYear}-03-01T00:00:00.000Z on.\n`,
  )
  expect(await team('list')).toMatch(new RegExp(`^Zeta +0 +any way +required from ${nextYear}-03-01T`, 'm'))
  expect(await team('require-second-factor', 'Zeta', 'off')).toBe(
    'Members of Zeta don’t need two-step verification.\n',
  )
})

test('a SAML provider is read from its metadata, and what it has to know of us is printed', async () => {
  await team('create', 'Eta')
  const provider = await SamlProvider.start(Date.now)
  const file = path.join(dataDir, 'eta.xml')
  await writeFile(file, provider.metadata)
  const said = await team('sso', 'saml', 'Eta', '--metadata', file)
  await provider.close()
  const { guid, connection } = await shown('Eta')
  expect(connection).toMatchObject({ kind: 'saml', entityId: provider.entityId })
  const entityId = `${server.origin}/access/sso/saml/metadata/${guid}`
  expect(said).toContain(entityId)
  expect(said).toContain(`${server.origin}/access/sso/saml/${guid}`)
  expect(await (await server.browser().fetch(entityId)).text()).toContain(`entityID="${entityId}"`)
  expect(await team('show', 'Eta')).toMatch(/^Certificate until +2049-12-31$/m)
  await writeFile(file, '<html></html>')
  expect(await refused('sso', 'saml', 'Eta', '--metadata', file)).toContain('This metadata cannot be used')
})

test('a bar is coloured, its text corrected where no one could read it', async () => {
  await team('create', 'Theta')
  expect(await team('colours', 'Theta', '--bar=#14513F', '--text=#ffffff')).toBe(
    'The bar over the data rooms of Theta is #14513f with text in #ffffff.\n',
  )
  expect(await team('colours', 'Theta', '--bar=#ffff00', '--text=#ffffff')).toContain(
    '#000000.\n#ffffff would be hard to read on it.',
  )
  expect(await team('colours', 'Theta', '--none')).toContain("the product's own colours")
  for (const wrong of [['--bar=red'], ['--bar=#fff'], ['--text=#ffffff'], [], ['--none', '--bar=#14513f']]) {
    expect((await run(['team', 'colours', 'Theta', ...wrong])).code).not.toBe(0)
  }
})
