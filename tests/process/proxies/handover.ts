import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { openDatabase, type Database } from '#server/db/open.ts'
import { copyPostgresTemplate } from '#tests/support/world/database.ts'
import { password } from '#tests/support/world/make.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { freePort } from '#tests/support/servers/ports.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { absentText, Proxy, type ProxyKind } from './proxy.ts'

const operator = { email: 'olivia@example.org', password }
const senders = 6
const sharesEach = 8

/** Two servers over one database and one data folder, behind a proxy that goes round them. */
async function start(kind: ProxyKind, program: string) {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-handover-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  const { url, remove } = await copyPostgresTemplate()
  onTestFinished(remove)
  const port = await freePort()
  const env = { DATABASE_URL: url, TRUST_PROXY: 'on' }
  const startServer = async (): Promise<ServerProcess> => {
    const server = await ServerProcess.start(folder, { env, publicUrl: `https://localhost:${port}` })
    onTestFinished(() => server.kill())
    return server
  }
  // The first makes the key, the second finds it.
  const [first, second] = [await startServer(), await startServer()]
  const proxy = await Proxy.start(kind, program, [first.port, second.port], { port })
  onTestFinished(() => proxy.stop())
  const database = await openDatabase({ url, log: pino({ level: 'silent' }), as: 'guest' })
  onTestFinished(() => database.close())
  return { first, proxy, database }
}

/**
 * Sends one form after the other; answers what became of each. A client that finds no server sends it again,
 * from a new page: if it had been done all the same, it is done twice.
 */
async function sendAll(browser: Browser, by: number, onAnswer: () => void): Promise<string[]> {
  const answers: string[] = []
  for (let number = 0; number < sharesEach; number++) {
    const file = { name: nameOf(by, number), type: 'text/plain', bytes: Buffer.from('A note.') }
    do {
      await browser.open('/share')
      await browser.send('share', { visibility: 'public', recipients: '', file })
      if (isAway(browser)) answers.push('away')
    } while (isAway(browser))
    answers.push(`${browser.status} ${browser.path.replace(/[0-9a-f]{32}$/, '')} ${browser.heading()}`)
    onAnswer()
  }
  return answers
}

function isAway(browser: Browser): boolean {
  return browser.status === 503 && Buffer.from(browser.bytes).includes(absentText)
}

function nameOf(by: number, number: number): string {
  return `Note ${by}-${number}.txt`
}

async function namesOf({ kysely }: Database): Promise<string[]> {
  const rows = await kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .select('file.name')
    .execute()
  return rows.map(({ name }) => name).toSorted()
}

/**
 * What an update looks like to people: one of two servers is told to end while forms come in. `isSeen`: a form that meets
 * the one that has ended is refused by the proxy.
 */
export function describeHandover(kind: ProxyKind, program: string, { isSeen }: { isSeen: boolean }): void {
  test(`when one of two servers behind ${kind} is told to end, every form that is sent is done once and ${isSeen ? 'answered, or refused before it was begun' : 'answered'}`, async () => {
    const { first, proxy, database } = await start(kind, program)
    const browser = await proxy.browser().open('/access/register')
    await browser.send('register', { ...operator, firstName: 'Olivia', lastName: 'Ortega' })
    const browsers = await Promise.all(
      Array.from({ length: senders }, async () => {
        const sender = await proxy.browser().open('/access/login')
        return sender.send('signIn', operator)
      }),
    )
    const { promise: isTime, resolve: endNow } = Promise.withResolvers<void>()
    let answered = 0
    const sent = browsers.map((sender, by) => sendAll(sender, by, () => ++answered === senders && endNow()))
    await isTime
    // In the middle of what the others send.
    await first.kill('SIGTERM')
    const answeredBy = answered
    const answers = await Promise.all(sent)
    const names = Array.from({ length: senders }, (_, by) =>
      Array.from({ length: sharesEach }, (_, number) => nameOf(by, number)),
    )
    const met = isSeen ? answers.map((own) => own.filter((answer) => answer !== 'away')) : answers
    expect(met).toEqual(names.map((own) => own.map((name) => `200 /s/ ${name}`)))
    expect(await namesOf(database)).toEqual(names.flat().toSorted())
    // The end was no matter of waiting until no one came any more.
    expect(answeredBy).toBeLessThan(senders * sharesEach)
  })
}
