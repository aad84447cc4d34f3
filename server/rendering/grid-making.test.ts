import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { pino } from 'pino'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { newGuid, type Database } from '#server/db/open.ts'
import { Jobs } from '#server/jobs/queue.ts'
import { openDiskStorage } from '#server/storage/disk.ts'
import { KeyRing } from '#server/storage/key-ring.ts'
import { Vault } from '#server/storage/vault.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { Conversions } from './conversions.ts'
import { GridMaking, type ToFlatSheet } from './grid-making.ts'
import { mailPreparation } from './mail-preparation.ts'
import { cell, flatSheet, row } from './test-sheets.ts'
import { RenderError } from './types.ts'

const log = pino({ level: 'silent' })
const owner = 'a'.repeat(32)
const clock = () => now

let now: number
let folder: string
let database: Database
let vault: Vault
let jobs: Jobs
let conversions: Conversions
let toFlatSheet: ToFlatSheet
let making: GridMaking

beforeEach(async () => {
  now = Date.parse('2027-03-01T10:00:00Z')
  folder = await mkdtemp(path.join(tmpdir(), 'strongroom-grid-'))
  database = await openTemporaryDatabase()
  const storage = await openDiskStorage({ dataDir: folder })
  vault = new Vault({ database, storage, keys: KeyRing.make(), clock })
  jobs = new Jobs({ database, clock, log })
  conversions = new Conversions({ database, vault, clock })
  toFlatSheet = (_, use) => use(bytesOf(flatSheet([{ name: 'One', rows: row(cell('x')) }])))
  const needs = { database, jobs, conversions, log }
  making = new GridMaking({ ...needs, toFlatSheet: (file, use) => toFlatSheet(file, use) })
  const person = { email: 'anna@example.com', first_name: 'Anna', last_name: 'Adler', password_hash: '' }
  const row0 = {
    ...person,
    status: 'Active' as const,
    tier_code: 9,
    is_operator: 0 as const,
    time_zone: 'UTC',
  }
  await database.kysely
    .insertInto('user')
    .values({ ...row0, guid: owner, created_at: now, password_changed_at: now })
    .execute()
})
afterEach(async () => {
  await database.close()
  await rm(folder, { recursive: true, force: true })
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

async function receive(kind: 'sheet' | 'mail' | 'pdf', bytes: string): Promise<string> {
  const guid = newGuid()
  const { guid: object_guid } = await vault.store(Buffer.from(bytes))
  const shown = {
    render_status: 'Rendered' as const,
    render_error: null,
    render_started_at: null,
    page_count: 1,
  }
  const facts = { name: 'a.xlsx', media_type: 'x/y', kind, size: 1, created_at: now, taken_at: null }
  await database.kysely
    .insertInto('file')
    .values({ guid, owner_guid: owner, object_guid, ...facts, ...shown })
    .execute()
  return guid
}

async function made(guid: string): Promise<string | null> {
  await database.transaction((tx) => making.start(tx, guid))
  await jobs.drain()
  return (await conversions.find(guid, 'grid'))?.mediaType ?? null
}

async function jobsLeft(): Promise<number> {
  return (await database.kysely.selectFrom('job').selectAll().execute()).length
}

describe('a grid', () => {
  test('is made of a spreadsheet after its pages, and of nothing else', async () => {
    expect(await made(await receive('sheet', 'x'))).toBe('application/vnd.strongroom.grid')
    expect(await made(await receive('pdf', 'x'))).toBe(null)
  })

  test('that cannot be made is left out; nothing of it stays behind, and the file is as it was', async () => {
    const guid = await receive('sheet', 'x')
    toFlatSheet = (_, use) => use(bytesOf('no spreadsheet'))
    expect(await made(guid)).toBe(null)
    toFlatSheet = async () => {
      throw new RenderError('timeout')
    }
    expect(await made(guid)).toBe(null)
    expect(await jobsLeft()).toBe(0)
    expect(await database.kysely.selectFrom('object').select('guid').execute()).toHaveLength(1)
    const file = await database.kysely.selectFrom('file').select('render_status').executeTakeFirstOrThrow()
    expect(file.render_status).toBe('Rendered')
  })

  test('is tried again when the server, not the file, failed', async () => {
    const works = toFlatSheet
    toFlatSheet = async () => {
      throw new Error('no memory for a process')
    }
    const guid = await receive('sheet', 'x')
    expect(await made(guid)).toBe(null)
    toFlatSheet = works
    now += 60_000
    await jobs.drain()
    expect(await conversions.find(guid, 'grid')).not.toBe(null)
  })
})

describe('a mail file', () => {
  const mail = { name: 'a.eml', mediaType: 'message/rfc822', size: 1 }

  test('becomes a text for its pages', async () => {
    const guid = await receive('mail', 'From: a@example.org\n\nWords')
    const { object_guid: objectGuid } = await database.kysely
      .selectFrom('file')
      .select('object_guid')
      .executeTakeFirstOrThrow()
    await mailPreparation({ vault, conversions })({ ...mail, guid, objectGuid })
    const pages = await conversions.find(guid, 'pages')
    expect(pages?.mediaType).toBe('text/plain')
    expect((await vault.bytes(pages!.objectGuid)).toString()).toBe('From: a@example.org\n\nWords\n')
  })

  test('that is none is refused, and takes no longer than it may', async () => {
    const guid = await receive('mail', 'PK')
    const { object_guid: objectGuid } = await database.kysely
      .selectFrom('file')
      .select('object_guid')
      .executeTakeFirstOrThrow()
    const file = { ...mail, guid, objectGuid }
    await expect(mailPreparation({ vault, conversions })(file)).rejects.toMatchObject({ reason: 'corrupt' })
    const impatient = mailPreparation({ vault, conversions, limits: { time: 1, memory: 64 } })
    await expect(impatient(file)).rejects.toMatchObject({ reason: 'timeout' })
    expect(await conversions.find(guid, 'pages')).toBe(null)
  })
})
