import { existsSync, mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import Sqlite from 'better-sqlite3'
import { beforeEach, expect, onTestFinished, test } from 'vitest'
import { Reserve, type ReserveState } from './reserve.ts'
import { roomBeside } from './reserve-file.ts'
import { SqliteConnection } from './sqlite-connection.ts'

const mebibyte = 1024 * 1024
const bytes = 2 * mebibyte
/** From here on there is room for it, and for what is kept beside it. */
const enough = bytes + 10 * mebibyte

let folder: string
let free: number
let told: ReserveState[]

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'strongroom-reserve-'))
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
  free = enough
  told = []
})

function reserve(more: { isOwner?: boolean; bytes?: number } = {}): Reserve {
  const database = path.join(folder, 'strongroom.db')
  return new Reserve({
    database,
    bytes,
    isOwner: true,
    tell: (state) => told.push(state),
    free: () => free,
    ...more,
  })
}

function file(name = 'reserve'): string {
  return path.join(folder, name)
}

test('where there is room it is taken at the start, in bytes that cannot be made smaller, for its owner only', () => {
  reserve().begin()
  const { size, mode } = statSync(file())
  expect([size, mode & 0o777, told]).toEqual([bytes, 0o600, ['held']])
  expect(new Set(readFileSync(file())).size).toBe(256)
})

test('where there is too little nothing is taken, and that is said', () => {
  free = enough - 1
  reserve().begin()
  expect([existsSync(file()), told]).toEqual([false, ['given up']])
})

test('it is given up before a write for which the disk is short, and taken back when there is enough', () => {
  const one = reserve()
  one.begin()
  free = 2 * mebibyte
  one.makeRoom()
  expect(existsSync(file())).toBe(true)
  free -= 1
  one.makeRoom()
  one.makeRoom()
  expect([existsSync(file()), told]).toEqual([false, ['held', 'given up']])
  free = enough - 1
  one.look()
  expect(existsSync(file())).toBe(false)
  free = enough
  one.look()
  expect([existsSync(file()), told]).toEqual([true, ['held', 'given up', 'held']])
})

test('a look gives it up too, when no one writes', () => {
  const one = reserve()
  one.begin()
  free = 0
  one.look()
  expect([existsSync(file()), told]).toEqual([false, ['held', 'given up']])
})

test('what a process left that was killed while taking it is removed, and the reserve is whole or not there', () => {
  writeFileSync(file('reserve.part'), 'half')
  writeFileSync(file(), 'of another size')
  const one = reserve()
  one.begin()
  expect([existsSync(file('reserve.part')), statSync(file()).size]).toEqual([false, bytes])
  free = 0
  writeFileSync(file('reserve.part'), 'half')
  reserve().begin()
  expect([existsSync(file('reserve.part')), existsSync(file())]).toEqual([false, false])
})

test('a command beside the server can give it up and never takes it, and the server sees that', () => {
  const server = reserve()
  server.begin()
  const command = reserve({ isOwner: false })
  command.begin()
  free = 0
  command.makeRoom()
  expect(existsSync(file())).toBe(false)
  free = enough
  command.look()
  expect(existsSync(file())).toBe(false)
  server.look()
  expect(existsSync(file())).toBe(true)
})

test('an installation that wants none has none', () => {
  const one = reserve({ bytes: 0 })
  one.begin()
  expect([one.giveUp(), existsSync(file()), told]).toEqual([false, false, []])
})

test('a write that finds no room although the disk seemed to have some gives it up for the next', () => {
  const at = file('strongroom.db')
  new Sqlite(at).exec('create table t (x); pragma journal_mode=wal').close()
  const states: ReserveState[] = []
  const connection = new SqliteConnection({ file: at, role: 'writer', reserveBytes: bytes }, (state) =>
    states.push(state),
  )
  onTestFinished(() => connection.close())
  const run = (sql: string) => connection.group([{ sql, parameters: [] }])
  // What the engine says of a disk without room, it says of a file that may not grow.
  connection.read({ sql: 'pragma max_page_count=4', parameters: [] })
  expect(run('insert into t values (zeroblob(100000))')).toMatchObject([{ code: 'SQLITE_FULL' }])
  expect([existsSync(file()), states]).toEqual([false, ['held', 'given up']])
  connection.read({ sql: 'pragma max_page_count=4000', parameters: [] })
  expect(run('insert into t values (zeroblob(100000))')).toMatchObject([{ changes: 1 }])
})

test('uploads can take what is beside the reserve and its margin, neither more nor less while it is given up', () => {
  const more = 3 * mebibyte
  expect(roomBeside({ freeBytes: enough - bytes + more, heldBytes: bytes }, bytes)).toBe(more)
  expect(roomBeside({ freeBytes: enough + more, heldBytes: 0 }, bytes)).toBe(more)
  // What was given up is for people who sign in and delete.
  expect(roomBeside({ freeBytes: enough - 1, heldBytes: 0 }, bytes)).toBe(0)
  expect(roomBeside({ freeBytes: more, heldBytes: 0 }, 0)).toBe(more)
})
