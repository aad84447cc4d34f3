import type { Transaction } from '#server/db/open.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { UploadedFile } from '#server/uploads/uploads.ts'
import type { SameName } from './adding-forms.ts'
import type { Outcome } from '#server/rooms/news/batch-rows.ts'
import { freeName, namesakes } from './namesakes.ts'
import type { ItemFound } from '#server/rooms/access/authorize-room.ts'
import { mayChange } from '#server/rooms/tree/place.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { writeItem } from '#server/rooms/rows.ts'
import { writeVersion } from '#server/rooms/tree/version-of-item.ts'

type Arrival = {
  room: RoomAccess
  /** Locked by the caller. */
  folder: ItemFound
  file: Pick<UploadedFile, 'guid' | 'name'>
  sameName: SameName
  now: number
}

/**
 * Adds a file to a folder: as a new version of the file with the same name, or as a separate file beside it. Only names
 * that this person sees count as taken; only a file they can change gets a version.
 */
export async function putFile(tx: Transaction, vault: Vault, arrival: Arrival): Promise<Outcome> {
  const { room, folder, file, sameName, now } = arrival
  const addedBy = room.email ?? ''
  const same = await namesakes(tx, room, folder.path, file.name)
  const old = same.find((found) => found.item.kind === 'file' && mayChange(room, found))
  if (old && sameName === 'version') {
    const { guid: itemGuid, name } = old.item
    const version = await writeVersion(tx, vault, { itemGuid, fileGuid: file.guid, addedBy, now })
    return { name, item_guid: itemGuid, version, file_guid: null, note: '' }
  }
  const name =
    same.length === 0 ? file.name : await freeName(tx, room, folder.path, { name: file.name, kind: 'file' })
  const places = { roomGuid: room.guid, parentGuid: folder.item.guid }
  const item = await writeItem(tx, { ...places, name, fileGuid: file.guid, addedBy, now })
  const note = same.length === 0 ? '' : remarkOn(same, file.name, sameName)
  return { name, item_guid: item, version: 1, file_guid: null, note }
}

function remarkOn(same: readonly ItemFound[], name: string, sameName: SameName): string {
  if (same.every(({ item }) => item.kind === 'folder'))
    return `A folder named ${name} already exists, so the file’s name was numbered.`
  if (sameName === 'both') return `A file named ${name} already existed. Both were kept.`
  return `A file named ${name} already existed, and you can’t replace it because someone else added it. Both were kept.`
}
