import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { pdf } from '#tests/support/files/documents.ts'
import { freePort } from '#tests/support/servers/ports.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'

let dataDir: string
let port: number
let server: ServerProcess
let outbox: Outbox

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-telling-'))
  outbox = new Outbox(path.join(dataDir, 'outbox'))
  port = await freePort()
  server = await start()
})
afterEach(async () => {
  await server.kill()
  await rm(dataDir, { recursive: true, force: true })
})

function start(): Promise<ServerProcess> {
  return ServerProcess.start(dataDir, { port, env: { DATABASE_URL: '' } })
}

test('a server that is killed while pages are being made tells each recipient when they are there, once', async () => {
  const owner = await makeOperator({
    outbox,
    browser: () => server.browser(),
    settle: async () => undefined,
  })
  const people = Array.from({ length: 4 }, (_, at) => `reader${at}@example.net`)
  const pages = Array.from({ length: 200 }, (_, at) => `Page ${at}`)
  for (const recipients of people) {
    await owner.open('/share')
    await owner.send('share', { recipients, file: { name: 'plan.pdf', bytes: pdf(pages) } })
    expect(owner.path).toMatch(/^\/s\/[0-9a-f]{32}$/)
    await server.kill()
    server = await start()
  }
  await vi.waitFor(async () => {
    for (const person of people) expect(await outbox.to(person)).not.toEqual([])
  }, patience)
  await server.kill()
  server = await start()
  await owner.open('/s')
  expect(owner.text()).not.toContain('not told yet')
  const letters = await outbox.all()
  // One that was leaving when the process died may leave again, as the same one.
  for (const person of people) {
    const own = letters.filter(({ to }) => to.includes(person))
    expect(new Set(own.map(({ headers }) => headers.get('message-id'))).size).toBe(1)
  }
})
