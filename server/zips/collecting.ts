import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Schema } from '#server/db/schema.ts'
import type { ProblemName } from '#server/rules/problems.ts'
import { rightsInTree } from '#server/rules/rooms/room-rights.ts'
import type { MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { folderNames, loadTree } from '#server/rooms/tree/whole-tree.ts'
import { factsFor, type ShareAccess } from '#server/viewing/access/facts.ts'
import { getsMarked, watermarkLook } from '#server/viewing/reading/watermark.ts'
import type { Client } from '#server/http/client.ts'
import { accessTo, zipRefusal } from './access.ts'
import { blankRow, type ZipEntryRow } from './zip-rows.ts'

/** A file for an archive, and the folders that it is in there. */
export type Chosen = { found: ShareAccess; folders: string[] }
/** A file that its person sees and that is not in the archive. */
export type LeftOut = { name: string; problem: ProblemName }
/** A folder of a room that its person sees and of which nothing else is in the archive. */
export type EmptyFolder = { guid: string; folders: string[] }
export type Collected = { chosen: Chosen[]; leftOut: LeftOut[]; emptyFolders: EmptyFolder[] }

/**
 * What someone can download of items of a room, in the order of the tree, each below the chosen item that it is in, or
 * below the root; of the room itself everything. Items that are hidden or gone do not exist, and a folder that can only
 * be passed through is in it with what is below it.
 */
export async function collectItems(
  kysely: Kysely<Schema>,
  identity: Identity,
  room: RoomAccess,
  itemGuids: readonly string[],
  now: number,
  from: 'chosen' | 'root' = 'chosen',
): Promise<Collected> {
  const tree = await loadTree(kysely, room.guid)
  const items = new Map(tree.map((item) => [item.guid, item]))
  const wanted = new Set(itemGuids)
  const places = new Map<string, string[]>()
  const folderPlaces = new Map<string, string[]>()
  for (const [guid, right] of rightsInTree(room.grants, tree)) {
    const item = items.get(guid)!
    if (item.isFolder && (item.parentGuid === null || right === 0)) continue
    const above = folderNames(items, item.parentGuid)
    let top: number | null = null
    let depth = above.length
    for (let at = items.get(guid); at; at = items.get(at.parentGuid ?? ''), depth--)
      if (wanted.has(at.guid)) top = depth
    if (top === null) continue
    const place = from === 'root' ? above : above.slice(Math.max(0, top))
    if (item.isFolder) folderPlaces.set(guid, [...place, item.name])
    else places.set(guid, place)
  }
  const accesses = await accessTo(kysely, identity, { roomGuid: room.guid, guids: [...places.keys()] }, now)
  const collected: Collected = { chosen: [], leftOut: [], emptyFolders: [] }
  for (const [guid, folders] of places) {
    const found = accesses.get(guid)
    if (!found) continue
    const problem = zipRefusal(found, now)
    if (problem === null) collected.chosen.push({ found, folders })
    else collected.leftOut.push({ name: found.file.name, problem })
  }
  const filled = new Set<string>()
  const inside = [...collected.chosen.map(({ found }) => found.shareGuid), ...folderPlaces.keys()]
  for (const guid of inside)
    for (let above = items.get(guid)?.parentGuid; above && !filled.has(above);)
      above = filled.add(above) && items.get(above)?.parentGuid
  for (const [guid, folders] of folderPlaces)
    if (!filled.has(guid)) collected.emptyFolders.push({ guid, folders })
  return collected
}

/** Opens a share for its reader, as the button on its page does. Throws Problem. */
export type Open = (shareGuid: string) => Promise<void>

/** The same for shares; what can be downloaded is opened first. Shares that the person must not know do not exist. */
export async function collectShares(
  kysely: Kysely<Schema>,
  identity: Identity,
  shareGuids: readonly string[],
  open: Open,
  clock: () => number,
): Promise<Collected> {
  const emails = await allProvedEmails(kysely, identity)
  const collected: Collected = { chosen: [], leftOut: [], emptyFolders: [] }
  for (const guid of new Set(shareGuids)) {
    const look = () => factsFor(kysely, identity, emails, guid, clock())
    const before = await look()
    const { relationship } = before?.policyFacts ?? {}
    if (!before || (relationship !== 'owner' && relationship !== 'recipient')) continue
    const refusal = zipRefusal(before, clock())
    if (refusal === null) await open(guid)
    const found = refusal === null ? await look() : null
    if (found) collected.chosen.push({ found, folders: [] })
    else collected.leftOut.push({ name: nameFor(before, refusal), problem: refusal ?? 'notFound' })
  }
  return collected
}

/** A file whose name its reader does not know yet has none here either. */
function nameFor({ file, sender }: ShareAccess, refusal: ProblemName | null): string {
  const isHidden = refusal === 'termsNeeded' || refusal === 'passkeyNeeded' || refusal === 'nameNeeded'
  return isHidden ? `A protected file from ${sender.name}` : file.name
}

type Drafting = { kysely: Kysely<Schema>; markedCopies: MarkedCopies }
type DraftOf = { zipGuid: string; first: number; client: Client; now: number; asRecipient?: boolean }

/**
 * The rows of chosen files before the archive is ready. Originals are complete if their checksums are known; a copy
 * with a watermark is stored later.
 */
export async function drafts(
  { kysely, markedCopies }: Drafting,
  chosen: readonly Chosen[],
  { zipGuid, first, client, now, asRecipient = false }: DraftOf,
): Promise<ZipEntryRow[]> {
  const objects = await objectsOf(kysely, chosen)
  return chosen.map(({ found, folders }, at) => {
    const { file, policyFacts } = found
    const isMarked = getsMarked(found) || (asRecipient && found.watermark !== null)
    const look = isMarked ? watermarkLook(found, client, now) : null
    const name = (look ? markedCopies.copy(file, look).name : file.name) || '_'
    const object = isMarked ? undefined : objects.get(file.objectGuid)
    return {
      ...blankRow,
      zip_guid: zipGuid,
      number: first + at,
      share_guid: found.shareGuid,
      file_guid: file.guid,
      version: found.version,
      visit_guid: found.visit?.guid ?? null,
      actor: policyFacts.relationship === 'owner' ? null : found.email,
      path: JSON.stringify([...folders, name]),
      is_marked: isMarked ? 1 : 0,
      object_guid: object?.guid ?? null,
      size: object?.size ?? 0,
      crc32: object?.crc32 ?? 0,
      sha256: object?.sha256 ?? null,
      modified_at: found.sharedAt,
    }
  })
}

/** The rows of empty folders, which need nothing else. */
export function folderRows(
  emptyFolders: readonly EmptyFolder[],
  { zipGuid, first, now }: Pick<DraftOf, 'zipGuid' | 'first' | 'now'>,
): ZipEntryRow[] {
  return emptyFolders.map(({ guid, folders }, at) => ({
    ...blankRow,
    zip_guid: zipGuid,
    number: first + at,
    share_guid: guid,
    path: JSON.stringify([...folders, '']),
    modified_at: now,
  }))
}

const objectsPerBatch = 10_000

async function objectsOf(kysely: Kysely<Schema>, chosen: readonly Chosen[]) {
  const guids = [...new Set(chosen.map(({ found }) => found.file.objectGuid))]
  const rows = []
  for (let at = 0; at < guids.length; at += objectsPerBatch)
    rows.push(
      ...(await kysely
        .selectFrom('object')
        .select(['guid', 'size', 'crc32', 'sha256'])
        .where('guid', 'in', guids.slice(at, at + objectsPerBatch))
        .where('is_locked', '=', 0)
        .execute()),
    )
  return new Map(rows.map((row) => [row.guid, row]))
}
