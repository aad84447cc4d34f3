import { existsSync } from 'node:fs'
import { appendFile, cp, mkdir, readdir, rm, truncate, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test, vi } from 'vitest'
import { Outbox } from '#tests/support/world/mail.ts'
import { patience } from '#tests/support/world/patience.ts'
import { answerOf, begin, run } from './run-command.ts'
import { makeBackup } from './make-backup.ts'
import { download, objectFile, query, startServer, storedObjects } from './place.ts'

type Verified = { damage: unknown[] }

async function expectRefused(copy: string, other: string, words: string, settings = {}): Promise<void> {
  const { code, err } = await run({ DATA_DIR: other, ...settings }, 'restore', copy)
  expect([code, err]).toEqual([1, expect.stringContaining(words)])
}

/** What a restore left in a data folder, but for the lock. */
async function namesIn(folder: string): Promise<string[]> {
  return (await readdir(folder)).filter((name) => !name.startsWith('strongroom.lock'))
}

test('a backup is restored only where nothing is, and what is there stays as it was', async () => {
  const { data, copy, place } = await makeBackup()
  const before = await storedObjects(data)
  await expectRefused(copy, data, 'is not empty')
  expect(await storedObjects(data)).toEqual(before)
  const used = path.join(place, 'used')
  await mkdir(used)
  await writeFile(path.join(used, 'letter.txt'), 'mine')
  await expectRefused(copy, used, 'it contains letter.txt')
  expect(await namesIn(used)).toEqual(['letter.txt'])
  await expectRefused(copy, copy, 'two separate folders')
  await expectRefused(copy, path.join(copy, 'data'), 'two separate folders')
})

test('a folder with the key of another installation is refused', async () => {
  const { copy, place } = await makeBackup()
  const other = path.join(place, 'other')
  await mkdir(other)
  await writeFile(path.join(other, 'secret.key'), 'ab'.repeat(32), { mode: 0o600 })
  await expectRefused(copy, other, "not the backup's key")
  expect(await namesIn(other)).toEqual(['secret.key'])
})

test('half a backup, and one that was changed, are refused before anything is written', async () => {
  const { copy, place } = await makeBackup()
  const [first] = await storedObjects(copy)
  const harms: [string, (folder: string) => Promise<unknown>][] = [
    ['not a complete backup', (folder) => rm(path.join(folder, 'manifest.json'))],
    ['strongroom.db is missing', (folder) => rm(path.join(folder, 'strongroom.db'))],
    ['has changed since the backup', (folder) => appendFile(path.join(folder, 'strongroom.db'), 'x')],
    [
      'that this version can read',
      (folder) => writeFile(path.join(folder, 'manifest.json'), '{"format":99}'),
    ],
    [first!, (folder) => rm(objectFile(folder, first!))],
    [first!, (folder) => truncate(objectFile(folder, first!), 20)],
  ]
  for (const [number, [words, harm]] of harms.entries()) {
    const [harmed, other] = [path.join(place, `harmed-${number}`), path.join(place, `other-${number}`)]
    await cp(copy, harmed, { recursive: true })
    await harm(harmed)
    await expectRefused(harmed, other, words)
    if (existsSync(other)) expect(await namesIn(other)).toEqual([])
  }
  await expectRefused(path.join(place, 'nowhere'), path.join(place, 'other'), 'not a complete backup')
})

test('a restore that is killed is run again; until then no server starts over the half', async () => {
  const { copy, place, share } = await makeBackup()
  const other = path.join(place, 'other')
  for (const sign of ['restoring/strongroom.db', 'restoring/manifest.json', 'objects', 'secret.key']) {
    const restore = begin({ DATA_DIR: other }, ['restore', copy])
    while (!existsSync(path.join(other, sign)) && restore.child.exitCode === null) await soon()
    restore.child.kill('SIGKILL')
    await restore.ended
    if (!existsSync(path.join(other, 'restoring', 'manifest.json'))) continue
    const started = await begin({ DATA_DIR: other, PORT: '0' }, [], 'index').ended
    expect([started.code, started.err]).toEqual([1, expect.stringContaining('was interrupted')])
    await expectRefused((await makeBackup()).copy, other, 'restore of another backup')
  }
  if (existsSync(path.join(other, 'restoring')) || !existsSync(path.join(other, 'strongroom.db')))
    await answerOf({ DATA_DIR: other }, 'restore', copy)
  expect(existsSync(path.join(other, 'restoring'))).toBe(false)
  expect((await answerOf<Verified>({ DATA_DIR: other }, 'verify')).damage).toEqual([])
  expect(await download(await startServer(other), share)).toBe('the one note')
})

test('a restore into a folder that a server holds ends with the code for that', async () => {
  const { data, copy } = await makeBackup()
  await startServer(data)
  const { code, err } = await run({ DATA_DIR: data }, 'restore', copy)
  expect([code, err]).toEqual([3, expect.stringContaining('is using')])
})

test('a backup that was looked into by verify is still the same backup', async () => {
  const { copy, place } = await makeBackup()
  expect((await answerOf<Verified>({ DATA_DIR: copy }, 'verify')).damage).toEqual([])
  const other = path.join(place, 'other')
  await answerOf({ DATA_DIR: other }, 'restore', copy)
  expect(query(other, 'select count(*) as count from share')).toEqual([{ count: 1 }])
})

test('letters that waited are held after a restore, until the operator sends or drops them', async () => {
  const { data, copy, place } = await makeBackup()
  const [sender] = query(data, 'select email from user') as [{ email: string }]
  await answerOf({ DATA_DIR: data }, 'user', 'reset-password', sender.email, '--send')
  await answerOf({ DATA_DIR: data }, 'backup', copy)
  const [held, sending] = [path.join(place, 'held'), path.join(place, 'sending')]
  const said = await run({ DATA_DIR: held }, 'restore', copy)
  expect(said.out).toContain('Emails waiting when the backup was created: 1. They’re held')
  const server = await startServer(held)
  const outbox = new Outbox(path.join(held, 'outbox'))
  // It is posted after and does not wait behind the one that is held.
  await answerOf({ DATA_DIR: held }, 'user', 'reset-password', sender.email, '--send')
  await vi.waitFor(async () => expect(await outbox.to(sender.email)).toHaveLength(1), patience)
  expect(await answerOf({ DATA_DIR: held }, 'mail', 'waiting')).toEqual({ held: 1 })
  expect(await answerOf({ DATA_DIR: held }, 'mail', 'send-waiting')).toEqual({ sent: 1 })
  await vi.waitFor(async () => expect(await outbox.to(sender.email)).toHaveLength(2), patience)
  await server.kill()
  expect(await answerOf({ DATA_DIR: held }, 'mail', 'drop-waiting')).toEqual({ dropped: 0 })

  const sent = await answerOf({ DATA_DIR: sending }, 'restore', copy, '--send-waiting')
  expect(sent).toMatchObject({ waitingEmails: 1 })
  expect(await answerOf({ DATA_DIR: sending }, 'mail', 'waiting')).toEqual({ held: 0 })
  expect(query(sending, 'select kind from job')).toContainEqual({ kind: 'mail' })
})

function soon(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}
