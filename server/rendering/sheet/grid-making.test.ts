import { beforeEach, describe, expect, test } from 'vitest'
import type { User } from '#server/accounts/users.ts'
import { addArrivedFile } from '#tests/support/unit/files.ts'
import { openStoredWorld, type StoredWorld } from '#tests/support/unit/stored-world.ts'
import { addUser } from '#tests/support/unit/users.ts'
import { Conversions } from '#server/rendering/preparing/conversions.ts'
import { gridMediaType } from './grid.ts'
import { GridMaking, type ToFlatSheet } from './grid-making.ts'
import { mailPreparation } from '#server/rendering/text/mail-preparation.ts'
import { cell, flatSheet, row } from '#server/rendering/sheet-parts/test-sheets.ts'
import { RenderError } from '#server/rendering/types.ts'

let world: StoredWorld
let owner: User
let conversions: Conversions
let toFlatSheet: ToFlatSheet
let making: GridMaking

beforeEach(async () => {
  world = await openStoredWorld()
  owner = await addUser(world)
  conversions = new Conversions(world)
  toFlatSheet = (_, use) => use(bytesOf(flatSheet([{ name: 'One', rows: row(cell('x')) }])))
  making = new GridMaking({ ...world, conversions, toFlatSheet: (file, use) => toFlatSheet(file, use) })
})

async function* bytesOf(text: string): AsyncGenerator<Uint8Array> {
  yield Buffer.from(text)
}

function receive(kind: 'sheet' | 'mail' | 'pdf', bytes: string): Promise<string> {
  return addArrivedFile(world, owner, Buffer.from(bytes), { kind, render_status: 'Rendered', page_count: 1 })
}

async function made(guid: string): Promise<string | null> {
  await world.database.transaction((tx) => making.start(tx, guid))
  await world.jobs.drain()
  return (await conversions.find(guid, 'grid'))?.mediaType ?? null
}

async function jobsLeft(): Promise<number> {
  return (await world.database.kysely.selectFrom('job').selectAll().execute()).length
}

describe('a grid', () => {
  test('is made of a spreadsheet after its pages, and of nothing else', async () => {
    expect(await made(await receive('sheet', 'x'))).toBe(gridMediaType)
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
    expect(await world.database.kysely.selectFrom('object').select('guid').execute()).toHaveLength(1)
    const file = await world.database.kysely
      .selectFrom('file')
      .select('render_status')
      .executeTakeFirstOrThrow()
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
    world.now += 60_000
    await world.jobs.drain()
    expect(await conversions.find(guid, 'grid')).not.toBe(null)
  })
})

describe('a grid of an earlier form', () => {
  async function renewed(): Promise<void> {
    await making.renew()
    await world.jobs.drain()
  }

  /** Spreadsheets whose grids were made before there were looks. */
  async function earlier(count: number): Promise<string[]> {
    const files: string[] = []
    for (let each = 0; each < count; each++) {
      files.push(await receive('sheet', 'x'))
      await made(files.at(-1)!)
    }
    await world.database.kysely
      .updateTable('conversion')
      .set({ media_type: 'application/x-earlier' })
      .execute()
    return files
  }

  test('is made again, and one of the form of today is left alone', async () => {
    const [guid] = await earlier(1)
    const other = await receive('sheet', 'x')
    await made(other)
    const kept = await conversions.find(other, 'grid')
    await renewed()
    expect((await conversions.find(guid!, 'grid'))?.mediaType).toBe(gridMediaType)
    expect(await conversions.find(other, 'grid')).toEqual(kept)
  })

  test('waits its turn behind others, so that new files come first', async () => {
    const files = await earlier(3)
    await renewed()
    const forms = async () =>
      Promise.all(files.map(async (file) => (await conversions.find(file, 'grid'))!.mediaType))
    expect((await forms()).filter((form) => form === gridMediaType)).toHaveLength(1)
    world.now += 20_000
    await world.jobs.drain()
    expect(new Set(await forms())).toEqual(new Set([gridMediaType]))
  })

  test('that cannot be made again is gone, and not tried again', async () => {
    const [guid] = await earlier(1)
    toFlatSheet = async () => {
      throw new RenderError('timeout')
    }
    await renewed()
    expect(await conversions.find(guid!, 'grid')).toBe(null)
    expect(await world.database.kysely.selectFrom('object').select('guid').execute()).toHaveLength(1)
    await making.renew()
    expect(await jobsLeft()).toBe(0)
  })
})

describe('a mail file', () => {
  const mail = { name: 'a.eml', mediaType: 'message/rfc822', size: 1 }

  test('becomes a text for its pages', async () => {
    const guid = await receive('mail', 'From: a@example.org\n\nWords')
    const { object_guid: objectGuid } = await world.database.kysely
      .selectFrom('file')
      .select('object_guid')
      .executeTakeFirstOrThrow()
    await mailPreparation({ ...world, conversions })({ ...mail, guid, objectGuid })
    const pages = await conversions.find(guid, 'pages')
    expect(pages?.mediaType).toBe('text/plain')
    expect((await world.vault.bytes(pages!.objectGuid)).toString()).toBe('From: a@example.org\n\nWords\n')
  })

  test('that is none is refused, and takes no longer than it can', async () => {
    const guid = await receive('mail', 'PK')
    const { object_guid: objectGuid } = await world.database.kysely
      .selectFrom('file')
      .select('object_guid')
      .executeTakeFirstOrThrow()
    const file = { ...mail, guid, objectGuid }
    await expect(mailPreparation({ ...world, conversions })(file)).rejects.toMatchObject({
      reason: 'corrupt',
    })
    const impatient = mailPreparation({ ...world, conversions, limits: { time: 1, memory: 64 } })
    await expect(impatient(file)).rejects.toMatchObject({ reason: 'timeout' })
    expect(await conversions.find(guid, 'pages')).toBe(null)
  })
})
