import { existsSync } from 'node:fs'
import { cp, mkdir, readFile, readdir, rm, stat, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { answerOf, begin, run } from './run-command.ts'
import { fill, makeBackup } from './make-backup.ts'
import {
  download,
  makePlace,
  objectFile,
  query,
  register,
  shareText,
  signIn,
  startServer,
  storedObjects,
} from './place.ts'

type Backup = { objects: { count: number; copied: number }; removed: number; hasKey: boolean }
type Verified = { objects: { checked: number }; chains: number; damage: unknown[] }

test('a backup of a server at work has all that was acknowledged before, and is a working installation when it is restored', async () => {
  const place = await makePlace()
  const [data, copy, other] = ['data', 'copy', 'other'].map((name) => path.join(place, name)) as [
    string,
    string,
    string,
  ]
  await mkdir(data)
  const server = await startServer(data)
  const operator = await register(server)
  const before = [await shareText(operator, 'first'), await shareText(operator, 'second')]
  // The server goes on taking files until the backup has ended.
  const backup = begin({ DATA_DIR: data }, ['backup', copy, '--json'])
  let isRunning = true
  const ended = backup.ended.finally(() => (isRunning = false))
  const meanwhile: string[] = []
  while (isRunning) meanwhile.push(await shareText(operator, `note ${meanwhile.length}`))
  const { code, out, err } = await ended
  expect([code, err]).toEqual([0, ''])
  expect(meanwhile.length).toBeGreaterThan(0)
  expect((JSON.parse(out) as Backup).objects.count).toBeGreaterThanOrEqual(2)
  expect((await stat(path.join(copy, 'secret.key'))).mode & 0o777).toBe(0o600)
  expect(existsSync(path.join(copy, 'unfinished'))).toBe(false)

  await answerOf({ DATA_DIR: other }, 'restore', copy)
  const verified = await answerOf<Verified>({ DATA_DIR: other }, 'verify')
  expect(verified.damage).toEqual([])
  expect(verified.chains).toBeGreaterThanOrEqual(2)
  const restored = await startServer(other)
  const again = await signIn(restored)
  await again.open(`/s/${before[0]}`)
  expect(again.status).toBe(200)
  expect(await Promise.all(before.map((guid) => download(restored, guid)))).toEqual(['first', 'second'])
  // And it goes on: what is new is kept beside what was restored.
  expect(await download(restored, await shareText(again, 'after'))).toBe('after')
})

test('a second backup into the same folder copies only what is new, and removes what is gone', async () => {
  const { data, copy } = await makeBackup()
  const [image] = query(data, 'select object_guid as guid from page_image')
  const gone = String(image!['guid'])
  expect(await storedObjects(copy)).toContain(gone)
  const server = await startServer(data)
  const share = await shareText(await signIn(server), 'one more')
  await server.kill()
  query(data, `delete from page_image where object_guid = '${gone}'`)
  query(data, `delete from object where guid = '${gone}'`)
  const second = await answerOf<Backup>({ DATA_DIR: data }, 'backup', copy)
  const count = Number(query(data, 'select count(*) as count from object')[0]!['count'])
  expect(second).toMatchObject({ removed: 1, objects: { count } })
  expect(second.objects.copied).toBeLessThan(count)
  expect(await storedObjects(copy)).toEqual(
    query(data, 'select guid from object order by guid').map(({ guid }) => guid),
  )
  expect(query(copy, `select guid from share where guid = '${share}'`)).toHaveLength(1)
})

test('a backup that is killed leaves the earlier one whole or says that it is none, and the next run makes it whole', async () => {
  const { data, copy } = await makeBackup()
  const server = await startServer(data)
  const operator = await signIn(server)
  for (let number = 0; number < 5; number++) await shareText(operator, `more ${number}`)
  await server.kill()
  for (const [round, sign] of [
    'unfinished',
    'unfinished/strongroom.db',
    'unfinished/strongroom.db-wal',
  ].entries()) {
    const backup = begin({ DATA_DIR: data }, ['backup', copy])
    while (!existsSync(path.join(copy, sign)) && backup.child.exitCode === null) await soon()
    backup.child.kill('SIGKILL')
    await backup.ended
    const other = path.join(path.dirname(data), `other-${round}`)
    const { code, err } = await run({ DATA_DIR: other }, 'restore', copy)
    if (code === 0) expect((await answerOf<Verified>({ DATA_DIR: other }, 'verify')).damage).toEqual([])
    else expect([code, err]).toEqual([1, expect.stringContaining('not a complete backup')])
  }
  await answerOf({ DATA_DIR: data }, 'backup', copy)
  const last = path.join(path.dirname(data), 'last')
  await answerOf({ DATA_DIR: last }, 'restore', copy)
  expect(query(last, 'select count(*) as count from share')).toEqual([{ count: 6 }])
  expect((await answerOf<Verified>({ DATA_DIR: last }, 'verify')).damage).toEqual([])
})

function soon(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve))
}

test('a backup can be left without the key, which is then asked for', async () => {
  const { data, copy, share } = await makeBackup()
  const answer = await run({ DATA_DIR: data }, 'backup', copy, '--without-key')
  expect(answer.out).toContain('It doesn’t contain the key')
  expect(await readdir(copy)).not.toContain('secret.key')
  const other = path.join(path.dirname(data), 'other')
  const refused = await run({ DATA_DIR: other }, 'restore', copy)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('without its key')])
  expect(await readdir(other)).not.toContain('strongroom.db')
  const wrong = await run({ DATA_DIR: other, SECRET_KEY: 'ab'.repeat(32) }, 'restore', copy)
  expect([wrong.code, wrong.err]).toEqual([1, expect.stringContaining('SECRET_KEY')])
  expect((await readdir(other)).filter((name) => !name.startsWith('strongroom.lock'))).toEqual([])
  await cp(path.join(data, 'secret.key'), path.join(other, 'secret.key'))
  const right = await run({ DATA_DIR: other }, 'restore', copy)
  expect(right.out).toContain('in the data folder opens every object')
  expect(await download(await startServer(other), share)).toBe('the one note')
})

test('a folder that is no backup is never written to', async () => {
  const { data, copy } = await makeBackup()
  const place = path.dirname(data)
  const foreign = path.join(place, 'photos')
  await mkdir(foreign)
  await writeFile(path.join(foreign, 'cat.jpg'), 'cat')
  const cases: [string, string][] = [
    [foreign, 'contains other files'],
    [data, 'where the installation itself is'],
    [path.join(data, 'objects', 'copy'), 'where the installation itself is'],
  ]
  for (const [folder, words] of cases) {
    const { code, err } = await run({ DATA_DIR: data }, 'backup', folder)
    expect([code, err]).toEqual([1, expect.stringContaining(words)])
  }
  expect(await readdir(foreign)).toEqual(['cat.jpg'])
  const inside = await run({ DATA_DIR: data }, 'backup', path.join(data, 'backups'))
  expect([inside.code, inside.err]).toEqual([0, expect.stringContaining('inside the data folder')])

  const another = path.join(place, 'another')
  await fill(another)
  const mixed = await run({ DATA_DIR: another }, 'backup', copy)
  expect([mixed.code, mixed.err]).toEqual([1, expect.stringContaining('backup of another installation')])
  const whole = await run({ DATA_DIR: data }, 'backup', another)
  expect([whole.code, whole.err]).toEqual([1, expect.stringContaining('contains an installation')])
})

test('what is lost in the installation is named, and the backup has the rest', async () => {
  const { data, copy } = await makeBackup()
  const [lost, ...others] = await storedObjects(data)
  await rm(objectFile(data, lost!))
  await rm(copy, { recursive: true })
  const { code, out } = await run({ DATA_DIR: data }, 'backup', copy)
  expect([code, out]).toEqual([1, expect.stringContaining(lost!)])
  expect(await storedObjects(copy)).toEqual(others)
  const other = path.join(path.dirname(data), 'other')
  const restored = await run({ DATA_DIR: other }, 'restore', copy)
  expect([restored.code, restored.out]).toEqual([
    0,
    expect.stringContaining('1 objects were already damaged'),
  ])
  expect(await readFile(path.join(other, 'secret.key'), 'utf8')).toBe(
    await readFile(path.join(data, 'secret.key'), 'utf8'),
  )
})
