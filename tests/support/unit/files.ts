import type { Insertable } from 'kysely'
import { newGuid } from '#server/db/open.ts'
import type { FileTable, ObjectTable } from '#server/db/schema.ts'
import type { FileKey } from '#server/storage/keys/file-key.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { Here } from './users.ts'

/** The row of an object of which no bytes are stored; answers its guid. */
export async function addObject(
  { database, now }: Here,
  more: Partial<Insertable<ObjectTable>> = {},
): Promise<string> {
  const guid = newGuid()
  const row = { guid, size: 1, crc32: 0, sha256: null, wrapped_key: 'none', created_at: now, ...more }
  await database.kysely.insertInto('object').values(row).execute()
  return row.guid
}

/** A PDF of three pages that something took; no bytes of it are stored unless `object_guid` names them. */
export async function addFile(
  here: Here,
  owner: { guid: string },
  more: Partial<Insertable<FileTable>> = {},
): Promise<string> {
  const guid = newGuid()
  await here.database.kysely
    .insertInto('file')
    .values({
      guid,
      owner_guid: owner.guid,
      object_guid: more.object_guid ?? (await addObject(here, { size: more.size ?? 1 })),
      name: 'plan.pdf',
      media_type: 'application/pdf',
      kind: 'pdf',
      size: 1,
      render_status: 'Rendered',
      render_error: null,
      render_started_at: null,
      page_count: 3,
      created_at: here.now,
      taken_at: here.now,
      password_sealed: null,
      findings: '',
      shows_changes: 0,
      room_guid: null,
      ...more,
    })
    .execute()
  return guid
}

/** A file with its bytes as an upload leaves it: it waits for its pages, and nothing took it. */
export async function addArrivedFile(
  here: Here & { vault: Vault },
  owner: { guid: string },
  bytes: Buffer,
  { key, ...more }: Partial<Insertable<FileTable>> & { key?: FileKey | null } = {},
): Promise<string> {
  const { guid: object_guid } = await here.vault.store(bytes, key)
  const state = { render_status: 'In Progress', page_count: 0, taken_at: null } as const
  return addFile(here, owner, { object_guid, size: bytes.length, ...state, ...more })
}

/** The image of a file's first page. */
export async function addPageImage(
  { database, now }: Here,
  file_guid: string,
  object_guid: string,
): Promise<void> {
  const row = { file_guid, number: 1, width: 800, object_guid, created_at: now }
  await database.kysely.insertInto('page_image').values(row).execute()
}
