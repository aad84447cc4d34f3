import { createHash, hkdfSync } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { inflateSync } from 'node:zlib'
import { readBasePage } from '#server/rendering/pages/base-page.ts'
import { FileKey } from '#server/storage/keys/file-key.ts'
import { FrameOpener, headerSize, sealedFrameSize } from '#server/storage/sealed/sealing.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare } from '#tests/support/world/make.ts'
import {
  openWithPasskey,
  passkey,
  pictures,
  secretText,
  sharePasskey,
} from '#tests/support/world/passkeys.ts'
import { somebody } from '#tests/support/world/people.ts'

const { app, operator: sender } = await makeWorld()

type Found = { originals: number; pages: number; closed: number }

/** Every text of every row of the database. */
async function allTexts(): Promise<string[]> {
  const { kysely } = app.strongroom.services.database
  const tables = await kysely.introspection.getTables()
  const texts: string[] = []
  for (const { name } of tables) {
    const rows = await kysely
      .selectFrom(name as 'object')
      .selectAll()
      .execute()
    for (const row of rows) for (const value of Object.values(row)) texts.push(String(value))
  }
  return texts
}

/**
 * All that someone with the data folder, the database and the installation's key could take for a key of 32
 * bytes.
 */
async function allKeys(): Promise<Buffer[]> {
  const { database, keyRing } = app.strongroom.services
  const secrets: Buffer[] = keyRing.derive('object-keys').map((key) => key.export())
  for (const text of await allTexts())
    for (const bytes of [Buffer.from(text, 'base64url'), Buffer.from(text, 'hex'), Buffer.from(text)])
      if (bytes.length >= 32 && bytes.length < 200) secrets.push(bytes)
  for (const row of await database.kysely.selectFrom('passkey').selectAll().execute())
    secrets.push(keyRing.unwrap(`passkey:${row.share_guid}`, row.key_sealed))
  const halves = (await database.kysely.selectFrom('held_key').selectAll().execute()).flatMap((row) => [
    Buffer.from(
      hkdfSync('sha256', row.holder_hash, Buffer.from(row.half, 'base64url'), 'strongroom held key', 32),
    ),
    Buffer.from(hkdfSync('sha256', '', Buffer.from(row.half, 'base64url'), 'strongroom held key', 32)),
  ])
  const cut = secrets.flatMap((bytes) => [bytes.subarray(0, 32), bytes.subarray(-32), bytes.subarray(12, 44)])
  const hashed = cut.map((bytes) => createHash('sha256').update(bytes).digest())
  return [...cut, ...halves, ...hashed].filter(({ length }) => length === 32)
}

/** Tries to open every object of the installation with everything that lies there. */
async function openAll(): Promise<Found> {
  const { database, keyRing, storage } = app.strongroom.services
  const found: Found = { originals: 0, pages: 0, closed: 0 }
  const keys = await allKeys()
  for (const { guid, wrapped_key: wrapped } of await database.kysely
    .selectFrom('object')
    .selectAll()
    .execute()) {
    const kept = keyRing.unwrap(guid, wrapped)
    const tried = [kept.subarray(0, 32), kept.subarray(-32), kept.subarray(12, 44), ...keys].flatMap(
      (key) => [
        key,
        // Every key may also be the one that locked the object's own.
        ...(fileKeyOf(key).unlock(guid, kept) ? [fileKeyOf(key).unlock(guid, kept)!] : []),
      ],
    )
    const stored = await storage.open(guid)
    const pieces: Buffer[] = []
    for await (const piece of stored.read(0, stored.size, sealedFrameSize)) pieces.push(Buffer.from(piece))
    await stored.close()
    const sealed = Buffer.concat(pieces)
    const plain = tried.map((key) => opened(guid, key, sealed)).find((bytes) => bytes !== null)
    if (!plain) found.closed++
    else if (plain.includes(secretText)) found.originals++
    else if (isPage(plain)) found.pages++
  }
  return found
}

/** A file key of these very bytes, as someone would make it who found them. */
function fileKeyOf(bytes: Buffer): FileKey {
  return Reflect.construct(FileKey, [bytes]) as FileKey
}

function opened(guid: string, key: Buffer, sealed: Buffer): Buffer | null {
  try {
    const opener = new FrameOpener(guid, key, sealed.subarray(0, headerSize))
    const isLast = sealed.length <= headerSize + sealedFrameSize
    return Buffer.concat(opener.open(sealed.subarray(headerSize, headerSize + sealedFrameSize), 0, isLast))
  } catch {
    return null
  }
}

function isPage(bytes: Buffer): boolean {
  try {
    return inflateSync(readBasePage(bytes).deflated).length > 0
  } catch {
    return false
  }
}

async function filesUnder(folder: string): Promise<Buffer[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile())
  return Promise.all(files.map((entry) => readFile(path.join(entry.parentPath, entry.name))))
}

test('someone who has the data folder, the database and the key of the installation opens neither file nor page', async () => {
  const guid = await sharePasskey(app, sender)
  const reader = await openWithPasskey(app, guid)
  for (const src of pictures(reader)) await (await reader.fetch(src)).arrayBuffer()
  // The original, two pages that were read, and the first one small: its weight for a slow line is said.
  expect(await openAll()).toEqual({ originals: 0, pages: 0, closed: 4 })
  const { kysely } = app.strongroom.services.database
  expect(await kysely.selectFrom('object').select(['is_locked', 'crc32', 'sha256']).execute()).toEqual(
    Array.from({ length: 4 }, () => ({ is_locked: 1, crc32: 0, sha256: null })),
  )
  // Where no passkey was chosen, the same search finds all: it knows how to look.
  const open = await makeShare(app, sender, {
    visibility: 'public',
    file: { name: 'open.pdf', type: 'application/pdf', bytes: pdf([secretText]) },
  })
  const visitor = await openPublicShare(app, open, somebody())
  await (await visitor.fetch(pictures(visitor)[0]!)).arrayBuffer()
  expect(await openAll()).toEqual({ originals: 1, pages: 2, closed: 4 })
})

test('passkey, words and cookie stand nowhere: not in the database, not in the folder, not in a letter or a job', async () => {
  const guid = await sharePasskey(app, sender, { recipients: 'petra@example.net' })
  const reader = await openWithPasskey(app, guid)
  await app.settle()
  const holder = JSON.parse(
    Buffer.from(decodeURIComponent(reader.cookies.value('keys')!).split('.')[0]!, 'base64').toString(),
  ) as string
  expect(holder).toHaveLength(43)
  const texts = await allTexts()
  const files = await filesUnder(app.dataDir)
  const emails = await app.outbox.all()
  for (const secret of [passkey, Buffer.from(passkey).toString('base64url'), secretText, holder]) {
    expect(texts.filter((text) => text.includes(secret))).toEqual([])
    expect(files.filter((bytes) => bytes.includes(secret))).toEqual([])
    expect(
      emails.filter(({ text, html, subject }) => [text, html, subject].some((one) => one.includes(secret))),
    ).toEqual([])
  }
})

test('the copy from before the passkey is gone with its key and its pages', async () => {
  const { services } = app.strongroom
  const before = new Set(
    (await services.database.kysely.selectFrom('object').select('guid').execute()).map(({ guid }) => guid),
  )
  const guid = await sharePasskey(app, sender)
  const file = await services.database.kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .select(['file.guid', 'file.object_guid'])
    .where('share.guid', '=', guid)
    .executeTakeFirstOrThrow()
  const images = await services.database.kysely
    .selectFrom('page_image')
    .select('object_guid')
    .where('file_guid', '=', file.guid)
    .execute()
  const used = new Set([file.object_guid, ...images.map(({ object_guid }) => object_guid)])
  const added = (await services.database.kysely.selectFrom('object').selectAll().execute()).filter(
    ({ guid: one }) => !before.has(one),
  )
  expect(new Set(added.map((object) => object.guid))).toEqual(used)
  expect(added.every((object) => object.is_locked === 1)).toBe(true)
  const stored: string[] = []
  for await (const { name } of services.storage.list()) stored.push(name)
  const rows = await services.database.kysely.selectFrom('object').select('guid').execute()
  expect(stored.toSorted()).toEqual(rows.map((row) => row.guid).toSorted())
})

test('the hash that is taken later is of the sealed bytes, so that no one can tell by it what is inside', async () => {
  const bytes = pdf([secretText, 'for the hash'])
  const guid = await sharePasskey(app, sender, { file: { name: 'hash.pdf', type: 'application/pdf', bytes } })
  app.clock.advance(2 * 60_000)
  await app.settle()
  const { database } = app.strongroom.services
  const object = await database.kysely
    .selectFrom('share')
    .innerJoin('file', 'file.guid', 'share.file_guid')
    .innerJoin('object', 'object.guid', 'file.object_guid')
    .select(['object.guid', 'object.sha256', 'object.size'])
    .where('share.guid', '=', guid)
    .executeTakeFirstOrThrow()
  const stored = (await filesUnder(app.dataDir)).map((file) =>
    createHash('sha256').update(file).digest('hex'),
  )
  expect(object.sha256).toMatch(/^[0-9a-f]{64}$/)
  expect(stored).toContain(object.sha256)
  expect(object.sha256).not.toBe(createHash('sha256').update(bytes).digest('hex'))
})
