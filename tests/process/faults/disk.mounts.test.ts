import { randomBytes } from 'node:crypto'
import { open, readdir, rm, statfs } from 'node:fs/promises'
import path from 'node:path'
import { describe, expect, test, vi } from 'vitest'
import { problems } from '#server/rules/problems.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { auditKeyOf } from '#tests/support/unit/audit-key.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import {
  makeOperator,
  makeShare,
  makeUser,
  openShare,
  operatorEmail,
  password,
  recipientEmail,
} from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { isOffered } from './crowd.ts'
import { Dice } from './dice.ts'
import { fillBut } from './fill-disk.ts'
import { expectText, OneServer } from './one-server.ts'

const megabyte = 1024 * 1024
const bytes = 24 * megabyte
const full = problems.storageFull.text
const typed = {
  recipients: recipientEmail,
  message: 'Read this by Monday',
  download: 'yes',
  watermark: 'off',
}
const dice = new Dice(11)

function textFile(size: number) {
  return { name: 'notes.txt', type: 'text/plain', bytes: dice.text(size) }
}

async function objectsIn({ dataDir }: OneServer): Promise<string[]> {
  const entries = await readdir(path.join(dataDir, 'objects'), { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

/** Leaves no room at all; answers how to give it back. */
async function fill({ dataDir }: OneServer): Promise<() => Promise<void>> {
  const file = path.join(dataDir, 'filler')
  const handle = await open(file, 'a')
  for (let size = megabyte; size >= 512;) {
    const { bytesWritten } = await handle.write(randomBytes(size)).catch(() => ({ bytesWritten: 0 }))
    if (bytesWritten < size) size /= 2
  }
  await handle.close()
  expect((await statfs(dataDir)).bavail).toBe(0)
  return () => rm(file)
}

function expectFormBack(sender: Browser): void {
  expectText(sender, 507, full)
  expect([sender.path, sender.heading()]).toEqual(['/share', 'Share a file'])
  const { entries } = sender.page.submission(sender.page.form('share'))
  expect(Object.fromEntries(entries.map(({ name, value }) => [name, value]))).toMatchObject(typed)
}

async function expectCopy(sender: Browser, guid: string, whole: Buffer): Promise<void> {
  const copy = await sender.fetch(`/view/${guid}/download`)
  expect(copy.status).toBe(200)
  expect(whole.equals(Buffer.from(await copy.arrayBuffer()))).toBe(true)
}

/** Unshares and shares again until that is refused; answers what was acknowledged last. */
async function changeUntilRefused(sender: Browser, guid: string): Promise<boolean> {
  let isUnshared = false
  // Some changes still fit into what the database had taken of the disk before.
  for (let number = 0; number < 500; number++) {
    await sender.open(`/s/${guid}`)
    await sender.send(isUnshared ? 'shareAgain' : 'unshare')
    if (sender.status !== 200) break
    isUnshared = !isUnshared
  }
  expectText(sender, 507, full)
  return isUnshared
}

describe('on a small disk', () => {
  test('an upload for which there is no room is refused in words, and its room is given back', async () => {
    const server = await OneServer.start({}, { bytes })
    const olivia = await makeOperator(server)
    const before = await objectsIn(server)
    await olivia.open('/share')
    await olivia.send('share', { ...typed, file: textFile(40 * megabyte) })
    expectFormBack(olivia)
    expect(await objectsIn(server)).toEqual(before)
    const { kysely } = await server.database()
    expect(await kysely.selectFrom('object').selectAll().execute()).toEqual([])
    // What fits is taken, from the form that came back.
    const file = textFile(4 * megabyte)
    await olivia.send('share', { file })
    expect(olivia.path).toMatch(/^\/s\/[0-9a-f]{32}$/)
    await server.settle()
    await expectCopy(olivia, olivia.path.slice('/s/'.length), file.bytes)
  })

  test('on a full disk people read what is there, are told why nothing is kept, and go on when there is room', async () => {
    const server = await OneServer.start({}, { bytes })
    const olivia = await makeOperator(server)
    const file = textFile(megabyte)
    const guid = await makeShare(server, olivia, { ...typed, file })
    const other = await makeShare(server, olivia, { ...typed, file })
    const rita = await openShare(server, other)
    await rita.fetch(`/view/${other}/page/1`)
    await olivia.fetch(`/view/${guid}/page/1`)

    const makeRoom = await fill(server)
    const isUnshared = await changeUntilRefused(olivia, guid)
    for (const address of ['/home', '/s', `/s/${guid}`, `/s/${other}`]) {
      expect([(await olivia.open(address)).status, olivia.path]).toEqual([200, address])
    }
    await expectCopy(olivia, other, file.bytes)
    expect((await rita.fetch(`/view/${other}/page/1`)).status).toBe(200)
    // Whenever it has nothing to do the database gives back what it had taken of the disk before.
    await fill(server)
    const visitor = await server.browser().open('/access/login')
    expectText(await visitor.send('signIn', { email: operatorEmail, password }), 507, full)
    expect(visitor.page.valueOf('Email address')).toBe(operatorEmail)
    await olivia.open('/share')
    await olivia.send('share', { ...typed, file })
    expectFormBack(olivia)
    // What a reader does cannot be written down: it waits. On a slow machine some room was given back since.
    await fill(server)
    expectText(await rita.reload(), 507, full)

    await makeRoom()
    expect((await rita.reload()).status).toBe(200)
    await visitor.send('signIn', { password })
    expect(visitor.path).toBe('/home')
    await visitor.open(`/s/${guid}`)
    expect(isOffered(visitor, 'shareAgain')).toBe(isUnshared)
    const again = await makeShare(server, visitor, { ...typed, file })
    for (const share of [guid, other, again]) await expectCopy(olivia, share, file.bytes)
    const database = await server.database()
    const auditKey = await auditKeyOf(database, server.dataDir)
    const tracking = new Tracking({ database, auditKey, clock: Date.now })
    for (const share of [guid, other, again]) expect(await tracking.verify(share)).toBeNull()
  })
})

describe('on a small disk of which a reserve is kept', () => {
  const token = 'token-of-who-watches'
  const settings = { DISK_RESERVE: 'on', METRICS_TOKEN: token, LOG_LEVEL: 'info' }
  const large = 6 * megabyte
  const notice = 'The server’s disk is full.'

  async function ask({ process }: OneServer, address: string): Promise<string> {
    const answer = await fetch(`${process.origin}${address}`, {
      headers: { authorization: `Bearer ${token}` },
    })
    return answer.text()
  }

  /** What happens to the reserve, as monitoring sees it. */
  async function expectReserve(server: OneServer, reserve: 'held' | 'given up'): Promise<void> {
    await vi.waitFor(async () => {
      const { checks } = JSON.parse(await ask(server, '/health/ready'))
      expect(checks.disk).toMatchObject({ reserve })
    }, patience)
    const figure = `strongroom_disk_reserve_held ${reserve === 'held' ? 1 : 0}\n`
    expect(await ask(server, '/metrics')).toContain(figure)
  }

  function toldOf({ process }: OneServer): unknown[] {
    return process
      .logged({})
      .filter(({ msg }) => String(msg).includes('reserve'))
      .map(({ level, msg }) => [level, msg])
  }

  /** Shares files until one does not fit; answers the names of those that did. */
  async function shareUntilFull(sender: Browser): Promise<string[]> {
    const names: string[] = []
    for (;;) {
      const name = `Plan ${names.length}.dat`
      await sender.open('/share')
      const file = { name, type: 'application/octet-stream', bytes: randomBytes(large) }
      await sender.send('share', { ...typed, file })
      if (!sender.path.startsWith('/s/')) break
      names.push(name)
    }
    expectFormBack(sender)
    return names
  }

  /** Puts files into the trash, and empties it. */
  async function deleteForGood(sender: Browser, names: string[]): Promise<void> {
    for (const [list, act, yes] of [
      ['/s', 'Delete …', 'Delete'],
      ['/bin', 'Delete permanently …', 'Delete permanently'],
    ] as const) {
      await sender.open(list)
      for (const name of names) sender.choose(`Select ${name}`)
      await sender.press(act)
      await sender.press(yes)
      expect(sender.status).toBe(200)
    }
  }

  test('uploads leave the reserve alone; on a full disk people sign in, get codes, delete permanently, and upload again', async () => {
    const server = await OneServer.start(settings, { bytes: 56 * megabyte })
    const olivia = await makeOperator(server)
    const file = textFile(megabyte)
    const read = await makeShare(server, olivia, { ...typed, file })
    const before = await objectsIn(server)
    const names = await shareUntilFull(olivia)
    expect(names.length).toBeGreaterThanOrEqual(3)
    await server.settle()
    await expectReserve(server, 'held')

    // Whenever it has nothing to do the database gives back what it had taken of the disk before.
    const visitor = await vi.waitFor(async () => {
      await fillBut(server, megabyte)
      const person = await server.browser().open('/access/login')
      await person.send('signIn', { email: operatorEmail, password })
      expect([person.path, person.text()]).toEqual(['/home', expect.stringContaining(notice)])
      return person
    }, patience)
    await expectReserve(server, 'given up')
    const rita = await openShare(server, read)
    expect(rita.text()).not.toContain(notice)
    await expectCopy(rita, read, file.bytes)
    const nora = await makeUser(server, { email: 'nora@example.org' })
    expect(nora.text()).not.toContain(notice)
    await visitor.open('/share')
    await visitor.send('share', { ...typed, file: textFile(1000) })
    expectFormBack(visitor)

    await deleteForGood(visitor, names)
    await server.settle()
    expect((await objectsIn(server)).toSorted()).toEqual(before.toSorted())
    await expectReserve(server, 'held')
    expect((await visitor.open('/home')).text()).not.toContain(notice)
    const again = await makeShare(server, visitor, { ...typed, file })
    await expectCopy(visitor, again, file.bytes)
    expect(toldOf(server)).toEqual([
      ['error', expect.stringContaining('its reserve is given up')],
      ['warn', expect.stringContaining('its reserve is taken back')],
    ])
  })
})
