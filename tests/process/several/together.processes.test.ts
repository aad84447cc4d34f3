import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { accountLimits } from '#server/accounts/sign-in/limits.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Cluster } from '#tests/support/servers/cluster.ts'
import { slowPdf } from '#tests/support/files/documents.ts'
import {
  makeOperator,
  makeShare,
  openShare,
  operatorEmail,
  password,
  proveAddress,
  recipientEmail,
} from '#tests/support/world/make.ts'
import type { ServerProcess } from '#tests/support/servers/server-process.ts'
import { patience } from '#tests/support/world/patience.ts'

let cluster: Cluster
let sender: Browser

beforeAll(async () => {
  cluster = await Cluster.start(3)
  sender = await makeOperator(cluster)
})
afterEach(() => cluster.only(null))
afterAll(() => cluster.close())

/** Does something once at each process, one after the other. */
async function atEach<Result>(work: (server: ServerProcess) => Promise<Result>): Promise<Result[]> {
  const results: Result[] = []
  for (const server of cluster.servers) {
    cluster.only(server)
    results.push(await work(server))
  }
  return results
}

test('three processes that start together over an empty database all serve it', async () => {
  const headings = await atEach(async () => (await cluster.browser().open('/access/login')).heading())
  expect(headings).toEqual(['Sign in', 'Sign in', 'Sign in'])
})

test('a sign-in at one process holds at all, and so does signing out', async () => {
  const browser = await cluster.browser().open('/access/login')
  await browser.send('signIn', { email: operatorEmail, password })
  expect(await atEach(async () => (await browser.open('/home')).path)).toEqual(['/home', '/home', '/home'])
  await browser.open('/access/logout')
  await browser.send('signOut')
  const paths = await atEach(async () => (await browser.open('/home')).path)
  expect(paths.every((path) => path.startsWith('/access/login'))).toBe(true)
})

test('a form made by one process is taken by another', async () => {
  const [first, second] = cluster.servers
  cluster.only(first!)
  await sender.open('/share')
  cluster.only(second!)
  const file = { name: 'note.txt', type: 'text/plain', bytes: Buffer.from('A note.') }
  await sender.send('share', { recipients: recipientEmail, file })
  expect([sender.status, sender.path.slice(0, 3)]).toEqual([200, '/s/'])
})

test('a code asked for at one process and typed at another opens the share at all', async () => {
  const guid = await makeShare(cluster, sender)
  const reader = await proveAddress(cluster, guid)
  const seen = await atEach(async () => (await reader.open(`/file/${guid}`)).status)
  expect([seen, reader.path]).toEqual([[200, 200, 200], `/file/${guid}`])
})

test('pages opened at one process are read from every other', async () => {
  const guid = await makeShare(cluster, sender)
  const reader = await openShare(cluster, guid)
  const image = reader.page.pageImages()[0]!
  const answers = await atEach(async () => {
    const answer = await reader.fetch(image)
    return [answer.status, answer.headers.get('content-type'), (await answer.bytes()).length > 1000]
  })
  expect(answers).toEqual(Array.from({ length: 3 }, () => [200, expect.stringMatching(/^image\//), true]))
})

test('a share taken back at one process is refused by the others from the next request on', async () => {
  const guid = await makeShare(cluster, sender)
  const reader = await openShare(cluster, guid)
  const image = reader.page.pageImages()[0]!
  const [first] = cluster.servers
  cluster.only(first!)
  await sender.open(`/s/${guid}`)
  await sender.send('unshare')
  const answers = await atEach(async () => [
    (await reader.fetch(image)).status,
    (await reader.open(`/view/${guid}`)).status,
  ])
  expect(answers).toEqual(Array.from({ length: 3 }, () => [410, 410]))
})

test('wrong passwords are counted over all processes together', async () => {
  const { count } = accountLimits.signInByAddress.network[0]!
  const attempt = async (): Promise<number> => {
    const browser = await cluster.browser().open('/access/login')
    return (await browser.send('signIn', { email: 'nobody@example.org', password: 'wrong' })).status
  }
  const statuses: number[] = []
  for (let tries = 0; tries < count; tries++) statuses.push(await attempt())
  expect(new Set(statuses)).toEqual(new Set([400]))
  expect(new Set(cluster.proxy.taken.slice(-count)).size).toBe(3)
  expect(await atEach(attempt)).toEqual([429, 429, 429])
})

test('what is uploaded at one process is rendered by others too', async () => {
  const [first] = cluster.servers
  cluster.only(first!)
  const workers = new Set<string>()
  const shares: string[] = []
  // The others come when they look; one that is quick, or alone with the processors, may have done all of it by then.
  while (workers.size < 2) {
    for (let number = 0; number < 5; number++) {
      await sender.open('/share')
      const file = { name: `slow-${number}.pdf`, type: 'application/pdf', bytes: slowPdf() }
      await sender.send('share', { recipients: recipientEmail, file })
      shares.push(sender.path)
    }
    await vi.waitFor(async () => {
      const { kysely } = cluster.database
      const running = await kysely
        .selectFrom('job')
        .select('leased_by')
        .where('kind', '=', 'render')
        .execute()
      for (const { leased_by } of running) if (leased_by) workers.add(leased_by)
      expect(running).toEqual([])
    }, patience)
  }
  for (const path of shares) {
    await sender.open(path)
    expect(sender.page.links('Preview as recipient')).toHaveLength(1)
  }
})

test('each email of a hundred leaves once', async () => {
  const recipients = Array.from({ length: 100 }, (_, number) => `reader-${number}@example.net`)
  await makeShare(cluster, sender, { recipients: recipients.join('\n') })
  const emails = (await cluster.outbox.all()).filter(({ to }) => to.includes('reader-'))
  expect(emails.map(({ to }) => /reader-\d+/.exec(to)![0]).toSorted()).toEqual(
    recipients.map((address) => address.split('@')[0]!).toSorted(),
  )
})

test('a form that is sent to two processes at the same moment is worked on once, and both answer the same', async () => {
  await sender.open('/share')
  const { entries } = sender.page.submission(sender.page.form('share'))
  const body = new FormData()
  for (const { name, value } of entries) if (name !== 'file') body.append(name, String(value))
  body.set('recipients', 'twice@example.net')
  body.append('file', new Blob(['A note for one.'], { type: 'text/plain' }), 'twice.txt')
  const headers = {
    cookie: sender.cookies.header(sender.url) ?? '',
    origin: cluster.proxy.origin,
  }
  const answers = await Promise.all(
    cluster.servers.map((server) =>
      fetch(`${server.origin}/share`, { method: 'POST', redirect: 'manual', headers, body }),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303])
  const places = answers.map((answer) => pathOf(answer.headers.get('location')))
  expect(places).toEqual(Array(3).fill(expect.stringMatching(/^\/s\/[0-9a-f]{32}$/)))
  expect(new Set(places).size).toBe(1)
  const { kysely } = cluster.database
  const shares = await kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .select('share.guid')
    .where('file.name', '=', 'twice.txt')
    .execute()
  expect(shares).toHaveLength(1)
  // What came for a second and a third time was removed.
  expect(
    await kysely.selectFrom('file').select('guid').where('name', '=', 'twice.txt').execute(),
  ).toHaveLength(1)
  expect(await cluster.outbox.to('twice@example.net')).toHaveLength(1)
})

/** Where an answer leads, without what keeps old browsers from showing a page that they have seen. */
function pathOf(location: string | null): string {
  return new URL(location ?? '', cluster.proxy.origin).pathname
}
