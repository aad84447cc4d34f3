import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { BlockList } from 'node:net'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { userByEmail } from '#server/accounts/user-rows.ts'
import { userOf, type User } from '#server/accounts/users.ts'
import { Outgoing } from '#server/http/outgoing/outgoing.ts'
import { networksIn } from '#server/proxies.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { join } from '#server/teams/team-rows.ts'
import { TeamTerms } from '#server/teams/terms.ts'
import { addTeam } from '#tests/support/unit/teams.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { TermsSource } from './terms-source.ts'

let world: World
let terms: TeamTerms
let source: TermsSource
const allowed = new Outgoing({ allowed: networksIn('127.0.0.1/32') })
const inside = new Outgoing({ allowed: new BlockList() })
let outgoing = allowed
let count = 0

beforeAll(async () => {
  world = await openWorld()
  terms = new TeamTerms(world)
  const ask: Outgoing['ask'] = (...question) => outgoing.ask(...question)
  source = new TermsSource({
    ...world,
    terms,
    outgoing: { ask },
    textOf: (html) => html.replaceAll(/<[^>]*>/g, ''),
  })
})
afterAll(async () => {
  await Promise.all([allowed.close(), inside.close()])
  await world.close()
})

async function someoneIn(team: string, role: number = teamRoles.owner): Promise<User> {
  const email = `reader${++count}@example.org`
  const { guid } = await addUser(world, email)
  await world.database.transaction((tx) => join(tx, guid, team, role))
  return userOf((await userByEmail(world.database.kysely, email))!)
}

async function serve(listener: RequestListener): Promise<string> {
  const server = createServer(listener)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/terms`
}

const says =
  (body: string | Buffer, type = 'text/plain; charset=utf-8'): RequestListener =>
  (_, response) =>
    response.writeHead(200, { 'content-type': type }).end(body)

async function fetched(owner: User, url: string) {
  await source.ask(owner, url)
  await world.jobs.drain()
  return source.last(owner)
}

test('the text that was there becomes a version with its address, and stays when the page changes', async () => {
  const owner = await someoneIn(await addTeam(world))
  let body = 'Keep it secret.'
  const url = await serve((request, response) => says(body)(request, response as never))
  expect(await fetched(owner, url)).toMatchObject({ url, endedAt: world.now, failure: null })
  expect(await terms.latest(owner)).toMatchObject({ version: 1, text: body, sourceUrl: url })
  body = 'Keep it more secret.'
  expect((await terms.latest(owner))!.text).toBe('Keep it secret.')
  await fetched(owner, url)
  await fetched(owner, url)
  expect((await terms.versions(owner)).map(({ version }) => version)).toEqual([2, 1])
  expect((await terms.find(owner, 1)).text).toBe('Keep it secret.')
})

test('of a web page it is the words, in the letters that it says', async () => {
  const owner = await someoneIn(await addTeam(world))
  const page = Buffer.from('<p>Gro\u00dfe Vorsicht</p>', 'latin1')
  await fetched(owner, await serve(says(page, 'text/html; charset=iso-8859-1')))
  expect((await terms.latest(owner))!.text).toBe('Große Vorsicht')
})

describe('no text comes from', () => {
  test.each([
    ['http://127.0.0.1/terms', 'network'],
    ['https://127.0.0.1/terms', 'network'],
    ['http://[::1]/terms', 'network'],
    ['https://169.254.169.254/latest/meta-data/', 'network'],
    ['https://10.0.0.1/', 'network'],
    ['https://[::ffff:127.0.0.1]/', 'network'],
  ])('%s', async (url, failure) => {
    const owner = await someoneIn(await addTeam(world))
    outgoing = inside
    onTestFinished(() => void (outgoing = allowed))
    expect(await fetched(owner, url)).toMatchObject({ failure })
    expect(await terms.latest(owner)).toBeNull()
  })

  test.each<[string, string, RequestListener]>([
    [
      'a page that leads to a private network',
      'network',
      (_, response) => response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end(),
    ],
    [
      'one that leads on for ever',
      'status',
      (_, response) => response.writeHead(302, { location: '/' }).end(),
    ],
    ['one that is not there', 'status', (_, response) => response.writeHead(404).end('No')],
    ['one that is too large', 'size', says('a'.repeat(1024 * 1024 + 1))],
    ['a file of another kind', 'type', says('%PDF', 'application/pdf')],
    ['an empty page', 'text', says(' \n ')],
    ['one with control characters', 'text', says('Keep\u0000 it')],
    ['one in other letters than it says', 'text', says(Buffer.from([0xff, 0xfe, 0x80]))],
    ['one that is longer than terms can be', 'text', says('a'.repeat(20_001))],
    ['one that breaks off', 'connection', (request) => request.socket.destroy()],
  ])('%s', async (_, failure, listener) => {
    const owner = await someoneIn(await addTeam(world))
    expect(await fetched(owner, await serve(listener))).toMatchObject({ endedAt: world.now, failure })
    expect(await terms.latest(owner)).toBeNull()
  })

  test.each([
    '',
    'example.com',
    'ftp://example.com/',
    'file:///etc/passwd',
    'https://me:secret@example.com/',
  ])('what is no web address: %s', async (url) => {
    const owner = await someoneIn(await addTeam(world))
    await expect(source.ask(owner, url)).rejects.toMatchObject({ problem: 'badForm', field: 'url' })
    expect(await source.last(owner)).toBeNull()
  })
})

test('who does not administer the team fetches nothing, and what someone asked who no longer does is dropped', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  const member = await someoneIn(team, teamRoles.member)
  const url = await serve(says('Mine'))
  for (const act of [() => source.ask(member, url), () => source.last(member)])
    await expect(act()).rejects.toMatchObject({ problem: 'notFound' })
  await source.ask(owner, url)
  await world.database.kysely
    .updateTable('user')
    .set({ team_role: teamRoles.member })
    .where('guid', '=', owner.guid)
    .execute()
  await world.jobs.drain()
  expect(await terms.latest(owner)).toBeNull()
})

test('asked for again, only the newest address counts, and a second run of its job changes nothing', async () => {
  const team = await addTeam(world)
  const owner = await someoneIn(team)
  const [one, two] = [await serve(says('One')), await serve(says('Two'))]
  await source.ask(owner, one)
  await source.ask(owner, two)
  await world.jobs.drain()
  expect((await terms.versions(owner)).length).toBe(1)
  expect((await terms.latest(owner))!.text).toBe('Two')
  const { guid } = await world.database.kysely
    .selectFrom('terms_source')
    .select('guid')
    .where('team_guid', '=', team)
    .executeTakeFirstOrThrow()
  await terms.save(owner, 'Three')
  await world.database.transaction((tx) => world.jobs.add(tx, 'terms-fetch', { source: guid }))
  await world.jobs.drain()
  expect((await terms.latest(owner))!.text).toBe('Three')
})
