import type { Identity } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import type { Adding } from '#server/rooms/adding/adding.ts'
import type { ItemFiles } from '#server/rooms/tree/item-files.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import type { Versions } from '#server/shares/versions/versions.ts'
import type { Uploader } from '#server/uploads/resumable/resumable.ts'
import { copyRow, type CopyItemRow, type CopyRow } from './copy-rows.ts'

type Deps = {
  database: Database
  plans: Plans
  adding: Pick<Adding, 'receiving' | 'addPart'>
  itemFiles: Pick<ItemFiles, 'receiving' | 'addVersion'>
  versions: Pick<Versions, 'add' | 'list'>
}

/** What became of a file. */
export type Arrived = Pick<CopyItemRow, 'state' | 'note' | 'file_guid' | 'placed_guid'>

/** Someone at the browser that asked for a copy, in which members have entered the room. */
export function askingFor(user: User, { reader_key: readerKey }: Pick<CopyRow, 'reader_key'>): Identity {
  return { user, readerEmail: null, browserId: '', readerKey }
}

/** Jobs know them by their account alone, so that an address which only this browser has confirmed does not count. */
export function asRequester(identity: Identity): Identity {
  return { ...identity, readerEmail: null }
}

/** The same person through a job, however long it takes. */
function identityOf(user: User, copy: CopyRow): Identity {
  return { ...askingFor(user, copy), isAtWork: true }
}

export function clientOf({ ip, user_agent: userAgent }: CopyRow): Client {
  return { ip, userAgent }
}

/** Where copied files go: a room, a share that is not sent yet, or another version of either. */
export class Arrivals {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** For whom a file is received, while it is copied. Throws what `uploaderOf` throws. */
  async uploader(user: User, copy: CopyRow): Promise<Uploader> {
    return this.uploaderOf(user, copy, identityOf(user, copy))
  }

  /** The same for someone who asks. Throws what the room's policy says, notFound and roomRoleNeeded. */
  async uploaderOf(user: User, copy: CopyRow, identity: Identity): Promise<Uploader> {
    const { adding, itemFiles, versions, plans } = this.#deps
    const { room_guid: roomGuid, parent_guid: parentGuid, item_guid: itemGuid } = copy
    if (roomGuid !== null && itemGuid !== null) return itemFiles.receiving(identity, { roomGuid, itemGuid })
    if (roomGuid !== null) return adding.receiving(identity, { roomGuid, parentGuid: parentGuid ?? roomGuid })
    if (copy.share_guid !== null) await versions.list(user, copy.share_guid)
    return { owner: user, limitBytes: plans.of(user.tierCode).maxUploadBytes }
  }

  /** Puts a file that has arrived where it belongs. Throws what `uploader` throws. */
  async place(user: User, copy: CopyRow, row: CopyItemRow, fileGuid: string): Promise<Arrived> {
    const { itemFiles, versions } = this.#deps
    const { room_guid: roomGuid, item_guid: itemGuid, share_guid: shareGuid } = copy
    const done = { state: 'done', note: '', file_guid: fileGuid, placed_guid: null } as const
    if (roomGuid !== null && itemGuid !== null) {
      await itemFiles.addVersion(identityOf(user, copy), { roomGuid, itemGuid }, { fileGuid }, clientOf(copy))
      return { ...done, placed_guid: itemGuid }
    }
    if (roomGuid !== null) return this.#inRoom(user, copy, row, fileGuid)
    if (shareGuid !== null) {
      await versions.add(user, { shareGuid, fileGuid, passkey: '' }, clientOf(copy))
      return { ...done, placed_guid: shareGuid }
    }
    return done
  }

  /** What became of a file whose process ended before it could say so; null if it is nowhere yet. */
  async placed(copy: CopyRow, row: CopyItemRow): Promise<Arrived | null> {
    const { kysely } = this.#deps.database
    const { upload_guid: fileGuid } = row
    const done = { state: 'done', note: '', file_guid: fileGuid } as const
    if (copy.room_guid !== null && copy.item_guid === null) {
      const line = await this.#lineOf(copy.batch_guid ?? '', row.place)
      return line?.item_guid ? { ...done, note: line.note, placed_guid: line.item_guid } : null
    }
    if (fileGuid === null || (copy.item_guid ?? copy.share_guid) === null) return null
    const versions = copy.item_guid !== null ? 'item_version' : 'share_version'
    const version = await kysely
      .selectFrom(versions)
      .select('number')
      .where('file_guid', '=', fileGuid)
      .executeTakeFirst()
    return version ? { ...done, placed_guid: copy.item_guid ?? copy.share_guid } : null
  }

  /** Makes a folder in the room, and returns why it could not be made, or null. */
  async makeFolder(user: User, copy: CopyRow, path: string): Promise<string | null> {
    const { adding } = this.#deps
    const part = { ...nothing(copy), batch: await this.batch(user, copy), newFolders: [path] }
    const { notMade } = await adding.addPart(identityOf(user, copy), targetOf(copy), part, clientOf(copy))
    return notMade[0]?.reason ?? null
  }

  /** The batch that what is copied belongs to: another one once members were told of the last. */
  async batch(user: User, copy: CopyRow): Promise<string> {
    const { database, adding } = this.#deps
    const guid = (await copyRow(database.kysely, copy.guid))?.batch_guid ?? ''
    const open = await database.kysely
      .selectFrom('room_batch')
      .select('guid')
      .where('guid', '=', guid)
      .where('choice', 'is', null)
      .executeTakeFirst()
    if (open) return guid
    const part = { ...nothing(copy), batch: null }
    const { batch } = await adding.addPart(identityOf(user, copy), targetOf(copy), part, clientOf(copy))
    await database.kysely
      .updateTable('cloud_copy')
      .set({ batch_guid: batch })
      .where('guid', '=', copy.guid)
      .execute()
    return batch
  }

  async #inRoom(user: User, copy: CopyRow, row: CopyItemRow, fileGuid: string): Promise<Arrived> {
    const { adding } = this.#deps
    const batch = await this.batch(user, copy)
    const { place, path } = row
    const paths = path === '' ? [] : [`${fileGuid}/${path}`]
    const part = { ...nothing(copy), batch, from: place, fileGuids: [fileGuid], paths }
    await adding.addPart(identityOf(user, copy), targetOf(copy), part, clientOf(copy))
    const line = await this.#lineOf(batch, place)
    const placed = line?.item_guid ?? null
    return {
      state: placed === null ? 'failed' : 'done',
      note: line?.note ?? new Problem('unexpected').text,
      file_guid: fileGuid,
      placed_guid: placed,
    }
  }

  #lineOf(batch: string, place: number) {
    return this.#deps.database.kysely
      .selectFrom('room_batch_line')
      .select(['item_guid', 'note'])
      .where('batch_guid', '=', batch)
      .where('place', '=', place)
      .executeTakeFirst()
  }
}

function targetOf({ room_guid: roomGuid, parent_guid: parentGuid }: CopyRow) {
  if (roomGuid === null) throw new Problem('notFound')
  return { roomGuid, parentGuid: parentGuid ?? roomGuid }
}

function nothing({ same_name: sameName }: CopyRow) {
  return { from: 0, fileGuids: [], notTaken: [], paths: [], newFolders: [], sameName }
}
