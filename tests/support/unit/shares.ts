import type { Insertable } from 'kysely'
import { newGuid } from '#server/db/open.ts'
import type { FileTable } from '#server/db/schema.ts'
import type { ShareTable } from '#server/db/tables/share-tables.ts'
import { addFile } from './files.ts'
import type { Here } from './users.ts'

type ShareColumns = Partial<Insertable<ShareTable>>

/** A share of a file that was rendered, which may be downloaded and printed; answers its guid. */
export async function addShare(
  here: Here,
  owner: { guid: string },
  emails: readonly string[],
  more: { share?: ShareColumns; file?: Partial<FileTable> } = {},
): Promise<string> {
  const { kysely } = here.database
  const [guid, created_at] = [newGuid(), here.now]
  const file_guid = await addFile(here, owner, more.file)
  await kysely
    .insertInto('share')
    .values({
      guid,
      owner_guid: owner.guid,
      file_guid,
      message: '',
      visibility: 'people',
      may_download: 1,
      may_print: 1,
      watermark_size: null,
      watermark_colour: null,
      status: 'Active',
      destruct_seconds: -1,
      expires_at: null,
      first_viewed_at: null,
      created_at,
      killed_at: null,
      name: more.file?.name ?? 'plan.pdf',
      ...more.share,
    })
    .execute()
  await kysely
    .insertInto('share_version')
    .values({ share_guid: guid, number: 1, file_guid, created_at })
    .execute()
  for (const email of emails) await addRecipient(here, guid, email)
  return guid
}

async function addRecipient({ database, now }: Here, share_guid: string, email: string): Promise<void> {
  const row = { guid: newGuid(), share_guid, email, name: '', first_viewed_at: null, added_at: now }
  await database.kysely
    .insertInto('recipient')
    .values({ ...row, mail_status: 'Sent' })
    .execute()
}
