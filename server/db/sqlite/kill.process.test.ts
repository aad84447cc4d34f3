import { spawn } from 'node:child_process'
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { CompiledQuery } from 'kysely'
import { pino } from 'pino'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { openDatabase } from '#server/db/open.ts'

const log = pino({ level: 'silent' })
const fixture = fileURLToPath(new URL('./acknowledge.fixture.ts', import.meta.url))
let folder: string
let file: string
let child: ChildProcess

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-kill-'))
  file = path.join(folder, 'strongroom.db')
  child = spawn(process.execPath, ['--no-warnings', fixture, file], { stdio: ['ignore', 'pipe', 'inherit'] })
})

afterEach(async () => {
  child.kill('SIGKILL')
  await rm(folder, { recursive: true, force: true })
})

test('a process killed while it writes loses no acknowledged row, and its folder opens again', async () => {
  const acknowledged = await readAcknowledged(200)
  const database = await openDatabase({ url: `sqlite:${file}`, log })
  const rows = await database.kysely.selectFrom('rate').select('key').execute()
  const [check] = (await database.kysely.executeQuery<{ integrity_check: string }>(integrityCheck())).rows
  await database.close()
  const stored = new Set(rows.map((row) => row.key))
  expect(acknowledged.filter((key) => !stored.has(key))).toEqual([])
  expect(check).toEqual({ integrity_check: 'ok' })
})

test('a data folder that another process holds is refused with words for the operator', async () => {
  await readLine()
  await expect(openDatabase({ url: `sqlite:${file}`, log })).rejects.toThrow(
    /in use by another running Strongroom/,
  )
})

async function readLine(): Promise<void> {
  await once(createInterface(child.stdout!), 'line')
}

/** Kills the process after the given number of rows, and returns all rows that it named until then. */
async function readAcknowledged(count: number): Promise<string[]> {
  const keys: string[] = []
  const exited = once(child, 'exit')
  for await (const line of createInterface(child.stdout!)) {
    keys.push(line)
    if (keys.length === count) child.kill('SIGKILL')
  }
  await exited
  expect(keys.length).toBeGreaterThanOrEqual(count)
  return keys
}

function integrityCheck() {
  return CompiledQuery.raw('pragma integrity_check')
}
