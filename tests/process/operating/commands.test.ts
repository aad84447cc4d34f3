import { once } from 'node:events'
import { mkdtemp, readdir, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { everyRoute } from '#app/routes.ts'
import { startApp } from '#tests/support/world/app.ts'
import { filesLike, textOf } from '#tests/support/sources/sources.ts'
import { command, commandJson, startCommand } from './command.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-command-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

type Error = { error: string }

/** The names under "Commands:" in a help text. */
function groupsIn(help: string): string[] {
  const [, listed = ''] = help.split(/^Commands:$/m)
  const names = [...listed.matchAll(/^ {2}([a-z][a-z0-9-]*)\b/gm)].map(([, name]) => name!)
  return names.filter((name) => name !== 'help')
}

async function expectHelp(path: string[]): Promise<void> {
  const { code, stdout, stderr } = await command(dataDir, [...path, '--help'])
  expect([path, code, stderr]).toEqual([path, 0, ''])
  const inner = groupsIn(stdout)
  for (const name of inner) await expectHelp([...path, name])
  if (inner.length > 0) return
  expect(stdout).toContain('--json')
  expect(stdout, path.join(' ')).toMatch(/^Example/m)
  expect(stdout).toContain(`strongroom ${path.join(' ')}`)
}

describe('every command', () => {
  test('says what it is for, with an example, and ends well', async () => {
    const { stdout } = await command(dataDir, ['--help'])
    const families = groupsIn(stdout)
    expect(families).toEqual(expect.arrayContaining(['user', 'team', 'mail', 'key', 'routes']))
    expect(stdout).toContain('Exit codes:')
    for (const family of families) await expectHelp([family])
  })

  test('is described in docs/commands.md', () => {
    const docs = textOf('docs/commands.md')
    const sources = filesLike('server/cli/*.ts').map(textOf).join('\n')
    const examples = [...sources.matchAll(/^ +(strongroom (?:[a-z0-9-]+ ?){1,3})/gm)].map(([, text]) =>
      text!.trim(),
    )
    expect(examples.length).toBeGreaterThan(5)
    expect(examples.filter((example) => !docs.includes(example))).toEqual([])
  })

  test('tells its version', async () => {
    const { version } = JSON.parse(textOf('package.json')) as { version: string }
    expect(await command(dataDir, ['--version'])).toEqual({ code: 0, stdout: `${version}\n`, stderr: '' })
  })

  test('is a process that ends by itself, whatever it opened', async () => {
    const app = await startApp({ config: { databaseUrl: null } })
    await app.strongroom.services.database.close()
    for (const [args, code] of [
      [['user', 'list'], 0],
      [['verify'], 0],
      [['user', 'disable', 'nobody@example.com'], 1],
    ] as const) {
      const child = startCommand(app.dataDir, [...args])
      child.stdin.end()
      child.stdout.resume()
      expect([args, ...(await once(child, 'exit'))]).toEqual([args, code, null])
    }
  })
})

describe('wrong usage ends with 2', () => {
  test.each([
    [[], 'Usage: strongroom'],
    [['nothing'], "unknown command 'nothing'"],
    [['user'], 'Usage: strongroom user'],
    [['user', 'paint'], "unknown command 'paint'"],
    [['user', 'list', '--colour'], "unknown option '--colour'"],
    [['user', 'list', '--status', 'gone'], 'Allowed choices are active, pending, suspended'],
    [['user', 'tier', 'rita@example.com', 'gold'], 'Allowed choices are free'],
    [['user', 'disable', 'rita'], 'It must be a full address'],
    [['user', 'disable'], "missing required argument 'email'"],
    [['user', 'create', 'rita@example.com', '--last', 'R'], "required option '--first <name>'"],
    [['mail', 'test', 'nobody'], 'It must be a full address'],
    [['team', 'add-member', 'Acme', 'rita'], 'It must be a full address'],
    [['team', 'add-member', 'Acme', 'rita@example.com', '--role', 'king'], 'Allowed choices are owner'],
    [['team', 'require-second-factor', 'Acme', 'yes'], 'Allowed choices are on, off'],
    [['team', 'require-second-factor', 'Acme', 'on', '--from', 'soon'], 'It must be a day, like 2027-03-01.'],
    [
      ['team', 'require-second-factor', 'Acme', 'on', '--from', '2020-03-01'],
      'The day has to be after today.',
    ],
    [['team', 'require-second-factor', 'Acme', 'off', '--from', '2099-03-01'], 'Use --from with "on" only.'],
    [['team', 'methods', 'Acme', 'password,fax'], '"fax" isn’t a sign-in method'],
    [['team', 'sso', 'oidc', 'Acme', '--client-id', 'x'], "required option '--issuer <address>'"],
    [['team', 'sso', 'saml', 'Acme', '--metadata', 'none.xml'], 'The metadata cannot be read'],
  ])('%j', async (args, words) => {
    const { code, stdout, stderr } = await command(dataDir, args)
    expect([code, stdout]).toEqual([2, ''])
    expect(stderr).toContain(words)
    expect(await readdir(dataDir)).toEqual([])
  })

  test('with --json the reason is one document', async () => {
    const { code, data } = await commandJson<Error>(dataDir, ['user', 'disable', 'rita'])
    expect(code).toBe(2)
    expect(data.error).toContain('full address')
  })

  test('a setting that makes no sense is named', async () => {
    const { code, stderr } = await command(dataDir, ['user', 'list'], { env: { PORT: 'door' } })
    expect(code).toBe(2)
    expect(stderr).toContain('PORT must be a whole number')
  })

  test('a letter cannot be sent for a password that was given', async () => {
    const args = [
      'user',
      'create',
      'a@example.com',
      '--first',
      'A',
      '--last',
      'B',
      '--send',
      '--password-stdin',
    ]
    const { code, stderr } = await command(dataDir, args)
    expect(code).toBe(2)
    expect(stderr).toContain('cannot be used with')
  })
})

describe('an installation that cannot be reached ends with 3', () => {
  test('a folder without one is left as it is', async () => {
    for (const args of [
      ['user', 'list'],
      ['key', 'rotate'],
      ['mail', 'test', 'a@example.com'],
    ]) {
      const { code, stderr } = await command(dataDir, args)
      expect([args, code]).toEqual([args, 3])
      expect(stderr).toContain(`There is no installation in ${dataDir}.`)
      const { data } = await commandJson<Error>(dataDir, args)
      expect(data.error).toBe(stderr.trim())
    }
    expect(await readdir(dataDir)).toEqual([])
  })

  test('tables of another version are not touched', async () => {
    const app = await startApp({ config: { databaseUrl: null } })
    await app.strongroom.services.database.close()
    const file = new Sqlite(path.join(app.dataDir, 'strongroom.db'))
    file.exec(`delete from migration where name = '0006-key-check'`)
    file.close()
    const { code, stderr } = await command(app.dataDir, ['user', 'list'])
    expect(code).toBe(3)
    expect(stderr).toContain('Start this version of the server once')
  })

  test('a database that does not answer', async () => {
    const env = { DATABASE_URL: 'postgres://nobody@127.0.0.1:1/nothing' }
    const { code, stderr } = await command(dataDir, ['user', 'list'], { env })
    expect(code).toBe(3)
    expect(stderr).toContain('The database in DATABASE_URL isn’t responding')
    expect(stderr).not.toContain('nobody')
  })
})

test('the addresses of the server are listed with name, layout and module, and where they take files', async () => {
  const { code, stdout } = await command(dataDir, ['routes'])
  expect(code).toBe(0)
  const words = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/))
  expect(words[0]).toEqual(['PATH', 'NAME', 'LAYOUT', 'MODULE'])
  expect(words).toContainEqual(['/s/:ShareGuid', 'shares.details', 'shell', 'shares/share/route.tsx'])
  const { data } = await commandJson<{ path: string; takesFiles: boolean }[]>(dataDir, ['routes'])
  const listed = data.map((route) => route.path)
  expect(everyRoute.map(({ path }) => path).filter((one) => !listed.includes(one))).toEqual([])
  expect(listed).toEqual(
    expect.arrayContaining([
      '/health/live',
      '/health/ready',
      '/v5/sharefile',
      '/metrics',
      '/assets/*',
      '/favicon.svg',
      '/robots.txt',
    ]),
  )
  const taking = data.filter((route) => route.takesFiles).map((route) => route.path)
  expect(taking.toSorted()).toEqual([
    '/rooms/:RoomGuid/add/:ParentGuid',
    '/rooms/:RoomGuid/files/:ShareGuid',
    '/s/:ShareGuid/versions',
    '/send',
    '/share',
    '/team/admin',
    '/v1/upload',
  ])
})
