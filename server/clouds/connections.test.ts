// @module-tag engines
import { text } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { makeLog } from '#server/log.ts'
import { cloudNames, type CloudName } from '#server/rules/files/clouds.ts'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { rotateKeys } from '#server/storage/keys/key-rotation.ts'
import { BoxServer } from '#tests/services/box.ts'
import type { CloudServer } from '#tests/services/cloud-server.ts'
import { DropboxServer } from '#tests/services/dropbox.ts'
import { GoogleServer } from '#tests/services/google.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { openWorld, type World } from '#tests/support/unit/world.ts'
import { CloudConnections } from './connections.ts'

const client: Client = { ip: '192.0.2.1', userAgent: 'Test', browserSecret: 'the browser of Anna' }
const visit = { browserId: 'browser', sessionId: 'session' }
const signal = new AbortController().signal
const all = { size: 100, cursor: null }

const servers = { box: BoxServer, dropbox: DropboxServer, google: GoogleServer }
const spaces = { box: '0', dropbox: '7001', google: 'root' }

async function begin(name: CloudName = 'box') {
  const world = await openWorld()
  const server = await new servers[name]().listen()
  const [anna, ben] = [await addUser(world, 'anna@a.example'), await addUser(world, 'ben@b.example')]
  const config = { clouds: { [name]: server.config }, publicUrl: world.publicUrl }
  const connections = new CloudConnections({ ...world, config })
  const connect = async (actor = anna, here = visit, from = client) => {
    const address = await connections.begin(actor, here, name, '/share')
    return connections.finish(actor, here, queryOf(await server.allow(address.href)), from)
  }
  return { world, server, anna, ben, connections, connect }
}

function connectionsIn(world: World, registered: Partial<Record<CloudName, CloudServer>>): CloudConnections {
  const clouds = Object.fromEntries(Object.entries(registered).map(([name, server]) => [name, server.config]))
  // As another process: with a queue of its own.
  const jobs = new Jobs(world)
  return new CloudConnections({ ...world, jobs, config: { clouds, publicUrl: world.publicUrl } })
}

function queryOf(path: string): URLSearchParams {
  return new URL(path, 'https://files.example.com').searchParams
}

describe.each(cloudNames)('%s', (name) => {
  test('who allowed access reads their files, in the name that the provider has for them', async () => {
    const { server, anna, ben, connections, connect } = await begin(name)
    server.addFile('plan.txt', 'the plan')
    expect(await connect()).toEqual({ cloud: name, back: '/share', accountName: 'anna@cloud.example' })
    expect(await connections.list(anna)).toMatchObject([{ cloud: name, isLost: false }])
    const cloud = await connections.open(anna, name)
    const { items } = await cloud.list({ space: spaces[name], folder: null }, all, signal)
    expect(await text((await cloud.open(items[0]!, {}, signal)).body)).toBe('the plan')
    expect(await connections.list(ben)).toEqual([])
    await expect(connections.open(ben, name)).rejects.toMatchObject({ problem: 'cloudDisconnected' })
  })

  test('what comes back works once, for ten minutes, in the session and the account that began', async () => {
    const { world, server, anna, ben, connections } = await begin(name)
    const comeBack = async () => {
      const address = await connections.begin(anna, visit, name, null)
      return queryOf(await server.allow(address.href))
    }
    const refused = { problem: 'cloudRefused' }
    const first = await comeBack()
    await expect(connections.finish(ben, visit, first, client)).rejects.toMatchObject(refused)
    const elsewhere = { ...visit, sessionId: 'another session' }
    await expect(connections.finish(anna, elsewhere, first, client)).rejects.toMatchObject(refused)
    const otherBrowser = { ...visit, browserId: 'another browser' }
    await expect(connections.finish(anna, otherBrowser, first, client)).rejects.toMatchObject(refused)
    await connections.finish(anna, visit, first, client)
    await expect(connections.finish(anna, visit, first, client)).rejects.toMatchObject(refused)
    const mixed = await comeBack()
    mixed.set('code', first.get('code')!)
    await expect(connections.finish(anna, visit, mixed, client)).rejects.toMatchObject(refused)
    const late = await comeBack()
    world.now += 10 * 60_000
    await expect(connections.finish(anna, visit, late, client)).rejects.toMatchObject(refused)
    server.refusal = 'access_denied'
    await expect(connections.finish(anna, visit, await comeBack(), client)).rejects.toMatchObject(refused)
    expect(await connections.list(anna)).toHaveLength(1)
  })

  test('of two processes one renews tokens that have ended, and both read on', async () => {
    const { world, server, anna, connections, connect } = await begin(name)
    await connect()
    const other = connectionsIn(world, { [name]: server })
    world.now += 3_600_000
    server.endAccess()
    server.requests.length = 0
    await Promise.all(
      [connections, other, connections, other].map(async (one) =>
        (await one.open(anna, name)).list({ space: spaces[name], folder: null }, all, signal),
      ),
    )
    expect(server.requests.filter(({ body }) => body.includes('grant_type=refresh_token'))).toHaveLength(1)
  })

  test('who took the access back at the provider connects again', async () => {
    const { server, anna, connections, connect } = await begin(name)
    await connect()
    const cloud = await connections.open(anna, name)
    server.endAll()
    const listed = cloud.list({ space: spaces[name], folder: null }, all, signal)
    await expect(listed).rejects.toMatchObject({ problem: 'cloudDisconnected' })
    expect(await connections.list(anna)).toMatchObject([{ isLost: true }])
    await connect()
    expect(await connections.list(anna)).toMatchObject([{ isLost: false }])
  })

  test('a provider that fails while tokens are renewed ends no connection', async () => {
    const { world, server, anna, connections, connect } = await begin(name)
    await connect()
    const cloud = await connections.open(anna, name)
    const list = () => cloud.list({ space: spaces[name], folder: null }, all, signal)
    world.now += 3_600_000
    server.endAccess()
    server.faults.page = { times: 1, of: /token$/ }
    await expect(list()).rejects.toMatchObject({ problem: 'cloudFailed' })
    expect(await connections.list(anna)).toMatchObject([{ isLost: false }])
    await list()
  })

  test('disconnecting forgets the tokens, and ends them at the provider even after they were renewed', async () => {
    const { world, server, anna, connections, connect } = await begin(name)
    await connect()
    world.now += 3_600_000
    server.endAccess()
    await connections.disconnect(anna, name)
    await connections.disconnect(anna, name)
    await world.jobs.drain()
    expect(server.openTokens).toEqual([])
    expect(await world.database.kysely.selectFrom('cloud_connection').selectAll().execute()).toEqual([])
    expect(await world.database.kysely.selectFrom('cloud_revocation').selectAll().execute()).toEqual([])
    await expect(connections.open(anna, name)).rejects.toMatchObject({ problem: 'cloudDisconnected' })
  })

  test('no row has a token in plain, and no line of the log', async () => {
    const lines: string[] = []
    const { world, server, anna } = await begin(name)
    const log = makeLog('trace', { write: (line: string) => void lines.push(line) })
    const clouds = { [name]: server.config }
    const config = { clouds, publicUrl: world.publicUrl }
    const connections = new CloudConnections({ ...world, log, jobs: new Jobs(world), config })
    const address = await connections.begin(anna, visit, name, null)
    const answer = queryOf(await server.allow(address.href))
    await connections.finish(anna, visit, answer, client)
    const cloud = await connections.open(anna, name)
    server.faults.failing = 1
    await cloud.list({ space: spaces[name], folder: null }, all, signal).catch(() => null)
    server.endAll()
    await cloud.list({ space: spaces[name], folder: null }, all, signal).catch(() => null)
    await connections.disconnect(anna, name)
    const tables = ['cloud_connection', 'cloud_revocation', 'cloud_flow', 'job', 'event'] as const
    const rows = await Promise.all(
      tables.map((table) => world.database.kysely.selectFrom(table).selectAll().execute()),
    )
    const written = JSON.stringify(rows) + lines.join('')
    expect(lines).not.toEqual([])
    for (const secret of [...server.secrets, answer.get('code')!, answer.get('state')!])
      expect(written).not.toContain(secret)
  })
})

test('tokens outlive a new key of the installation, and a process that it left behind gets none', async () => {
  const { world, server, anna, connections, connect } = await begin('box')
  await connect()
  const next = KeyRing.make()
  const both = new KeyRing([...next.keys, ...world.keyRing.keys])
  expect((await rotateKeys({ database: world.database, ring: both, keyFile: null })).unopened).toEqual([])
  const config = { clouds: { box: server.config }, publicUrl: world.publicUrl }
  const [under, behind] = [next, world.keyRing].map(
    (keyRing) => new CloudConnections({ ...world, keyRing, config, jobs: new Jobs(world) }),
  )
  await under!.refresh(anna, 'box')
  server.requests.length = 0
  await expect(connect()).rejects.toThrow('Start this process again')
  await expect(behind!.add(anna, 'box', server.giveTokens(), client)).rejects.toThrow('Start this process')
  expect(server.requests.some(({ body }) => body.includes('refresh_token='))).toBe(false)
  expect(await connections.list(anna)).toHaveLength(1)
  await (await under!.open(anna, 'box')).list({ space: '0', folder: null }, all, signal)
})

test('a process that a new key left behind does not spend a refresh token that it could not replace', async () => {
  const { world, server, anna, connections, connect } = await begin('box')
  await connect()
  await world.database.kysely.updateTable('installation').set({ key_check: 'another' }).execute()
  server.requests.length = 0
  await expect(connections.refresh(anna, 'box')).rejects.toThrow('Start this process again')
  expect(server.requests).toEqual([])
})

test('another account at the same provider takes the place of the one before, which ends', async () => {
  const { world, server, anna, connections, connect } = await begin('dropbox')
  await connect()
  server.person = { id: '1002', email: 'second@cloud.example' }
  await connect()
  await world.jobs.drain()
  expect(await connections.list(anna)).toMatchObject([{ accountName: 'second@cloud.example' }])
  expect(server.openTokens).toHaveLength(1)
})

test('Google’s connection ends when someone else signs in in that browser, and only there', async () => {
  const { world, server, anna, ben, connections, connect } = await begin('google')
  await connect()
  await connections.noteEntered(anna, client)
  await connections.noteEntered(ben, { ...client, browserSecret: 'the browser of Ben' })
  expect(await connections.list(anna)).toHaveLength(1)
  await connections.noteEntered(ben, client)
  expect(await connections.list(anna)).toEqual([])
  await world.jobs.drain()
  expect(server.openTokens).toEqual([])
})

test('Google gives nothing that its person did not leave selected', async () => {
  const { server, anna, connections, connect } = await begin('google')
  const { scope } = server as GoogleServer
  Object.assign(server, { scope: 'openid' })
  await expect(connect()).rejects.toMatchObject({ problem: 'cloudRefused' })
  expect([await connections.list(anna), server.openTokens]).toEqual([[], []])
  Object.assign(server, { scope })
  await connect()
})

test('without a registration nothing is offered', async () => {
  const { anna, connections } = await begin('box')
  expect(connections.offered()).toEqual(['box'])
  const refused = { problem: 'cloudNotOffered' }
  await expect(connections.begin(anna, visit, 'google', null)).rejects.toMatchObject(refused)
  await expect(connections.open(anna, 'dropbox')).rejects.toMatchObject(refused)
})
