import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { password } from '#tests/support/world/make.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { command, commandJson } from '../command.ts'

// One server runs over the folder all the time.
let dataDir: string
let server: ServerProcess
const rita = 'rita@example.com'

beforeAll(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-plans-'))
  await writeFile(path.join(dataDir, 'plans.json'), '{"free": {"upload": "10 MB", "rooms": 3}}')
  server = await ServerProcess.start(dataDir, { env: { DEFAULT_TIER: 'free' } })
  for (const [address, ...more] of [['olivia@example.org', '--operator'], [rita]] as const)
    await command(
      dataDir,
      [
        'user',
        'create',
        address,
        '--first',
        'Any',
        '--last',
        'One',
        '--tier',
        'free',
        '--password-stdin',
        ...more,
      ],
      { env: { PUBLIC_URL: server.origin }, input: `${password}\n` },
    )
})
afterAll(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

function run(...args: string[]) {
  return command(dataDir, args, { env: { PUBLIC_URL: server.origin } })
}

async function planOf(email: string): Promise<string> {
  const users = await commandJson<{ email: string; tier: string }[]>(dataDir, ['user', 'list'])
  return users.data.find((user) => user.email === email)!.tier
}

async function signedIn(): Promise<Browser> {
  const browser = await server.browser().open('/access/login')
  return browser.send('signIn', { email: rita, password })
}

/** Asks for a plan in the browser, and answers the guid of the request. */
async function ask(plan: string): Promise<string> {
  const browser = await (await signedIn()).open('/salesportal')
  await browser.send('request', { kind: 'upgrade', plan })
  const listed = await commandJson<{ guid: string; email: string }[]>(dataDir, ['plan', 'requests'])
  return listed.data.find(({ email }) => email === rita)!.guid
}

test('what plans allow is shown as plans.json says', async () => {
  const { code, stdout } = await run('plan', 'show')
  expect(code).toBe(0)
  expect(stdout).toMatch(/^PLAN +FILE +STORAGE +RECIPIENTS +MEMBERS +ROOMS +SEATS +DAYS$/m)
  expect(stdout).toMatch(/^free +10(?:\.0)? MB .* 3 /m)
})

test('a request is listed, declined, asked again and approved with another plan', async () => {
  const declined = await ask('pro')
  expect((await run('plan', 'requests')).stdout).toContain(rita)
  const no = await run('plan', 'decline', declined, '--note', 'Not this year')
  expect([no.code, no.stdout]).toEqual([0, expect.stringContaining(`The request of ${rita} is declined`)])
  expect(await planOf(rita)).toBe('Free')
  expect((await run('plan', 'decline', declined)).code).not.toBe(0)
  const approved = await ask('pro')
  const yes = await run('plan', 'approve', approved, '--plan', 'lite', '--days', '30')
  expect([yes.code, yes.stdout]).toEqual([0, `${rita} has the plan Lite, and gets an email.\n`])
  expect(await planOf(rita)).toBe('Lite')
  expect((await run('plan', 'requests')).stdout).toBe('No requests.\n')
  expect((await run('plan', 'requests', '--all')).stdout).toMatch(/Declined[^]*Approved|Approved[^]*Declined/)
})

test('a link gives one account a plan, once; a wrong plan or number creates none', async () => {
  for (const wrong of [
    ['plan', 'link', 'platinum'],
    ['plan', 'link', 'pro', '--days', '0'],
    ['plan', 'link', 'pro', '--email', 'nobody'],
  ])
    expect([wrong, (await run(...wrong)).code]).not.toEqual([wrong, 0])
  const made = await run('plan', 'link', 'team', '--email', rita, '--seats', '7')
  const [said = '', link = ''] = made.stdout.split('\n')
  expect(said).toMatch(/^This link gives one account the plan Team, once, until /)
  expect(link.startsWith(`${server.origin}/p/plan/`)).toBe(true)
  const browser = await signedIn()
  await browser.open(link)
  expect(await planOf(rita)).toBe('Lite')
  await browser.send('usePlan')
  expect(await planOf(rita)).toBe('Team')
  await run('user', 'tier', rita, 'free')
  await browser.open(link)
  expect(await planOf(rita)).toBe('Free')
})
