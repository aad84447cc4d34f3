import { z } from 'zod'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { PlaceFound } from '#server/rooms/lists/listing.ts'
import { fromCloud } from '#server/api/clouds.ts'
import { listIn } from '#server/api/shares/lists.ts'
import { inBothVersions, placeAt, type RoomInput } from './room-calls.ts'
import { indexOf, itemEntity, rightFields } from './room-present.ts'
import { ignored, type Entity } from '#server/api/table.ts'

const text = z.string().default('')

const browseForm = z.object({
  ShareGuid: z.string(),
  SharePageSize: z.coerce.number().int().min(1).max(rowsOnScreen).default(rowsOnScreen),
  Page: z.coerce.number().int().min(1).max(10_000).default(1),
})
const folderForm = z.object({ ParentGuid: text, ShareGuid: text, DocumentPath: z.string() })
const fileForm = z.object({
  ParentGuid: z.string(),
  Source: text,
  DocumentUrl: text,
  DocumentPath: text,
  Message: text,
  SourceTokens: text,
  MimeType: text,
  ShareOptions: ignored,
  Size: ignored,
  SameName: z.enum(['version', 'both'], { error: 'Use version or both.' }).default('version'),
})
const orderForm = z.object({ ParentGuid: z.string(), ShareGuids: text, Order: text })

/** Nothing is counted beyond this. */
const maxCounted = 10_000
/** How many items one call can reorder at most. */
const maxOrdered = 1000

/** What is in a room: folders, files and notes, as each caller sees them. */
export const roomTreeCalls = [
  ...inBothVersions('POST', 'folder/browse', { scope: 'read', form: browseForm, run: browse }),
  ...inBothVersions('POST', 'folder/create/sub', {
    scope: 'rooms',
    form: folderForm,
    async run(input) {
      const { services, identity, form, client } = input
      const { room, item } = await placeAt(input, form.ParentGuid || form.ShareGuid)
      const target = { roomGuid: room.guid, parentGuid: item.guid }
      const guid = await services.rooms.adding.addFolder(identity, target, form.DocumentPath, client)
      return { ShareGuid: guid, RootGuid: room.guid, ParentGuid: item.guid }
    },
  }),
  ...inBothVersions('POST', 'folder/add/file', { scope: 'rooms', form: fileForm, run: addFile }),
  ...inBothVersions('POST', 'add/notification', {
    scope: 'rooms',
    form: z.object({ ShareGuid: z.string() }),
    async run(input) {
      const { services, identity, form, client } = input
      const { room } = await placeAt(input, form.ShareGuid)
      const wanted = { roomGuid: room.guid, choice: 'all', isOwn: true } as const
      return { RecipientsCount: await services.rooms.news.chooseLater(identity, wanted, client) }
    },
  }),
  ...inBothVersions('POST', 'folder/edit/order', { scope: 'rooms', form: orderForm, run: order }),
]

async function browse(input: RoomInput<string, z.output<typeof browseForm>>): Promise<Entity> {
  const { services, form } = input
  const found = await placeAt(input, form.ShareGuid)
  const { room, item, right } = found
  if (item.kind !== 'folder') throw new Problem('notFound')
  const range = { page: form.Page, pageSize: form.SharePageSize, countTo: maxCounted }
  const { rows, total } = await services.rooms.listing.list(found, { ...range, sort: 'order', news: null })
  const places = await placesOf(input, found)
  return {
    Folder: {
      ShareGuid: item.guid,
      RootGuid: room.guid,
      ParentGuid: item.parent_guid,
      Index: indexOf(places),
      DocumentPath: item.guid === room.guid ? room.name : item.name,
      ...rightFields(right, room.allowance),
    },
    Files: rows.map((row) => itemEntity(row, found, places)),
    TotalCount: Math.min(total, maxCounted),
    Page: form.Page,
    PageSize: form.SharePageSize,
  }
}

/** Permissions are given by their numbers, so the caller gets them, even if the room shows them to no one else. */
async function placesOf(
  { services }: Pick<RoomInput, 'services'>,
  found: PlaceFound,
): Promise<number[] | null> {
  const { room } = found
  return room.showsIndex || room.grants === 'all' ? services.rooms.listing.placesTo(found) : null
}

/** One file that was uploaded for this room, or a note. */
async function addFile(input: RoomInput<string, z.output<typeof fileForm>>): Promise<Entity> {
  const { services, identity, form, client } = input
  const { room, item } = await placeAt(input, form.ParentGuid)
  const target = { roomGuid: room.guid, parentGuid: item.guid }
  const { Source, DocumentUrl, SameName: sameName } = form
  const { adding } = services.rooms
  const copied = await fromCloud(services, input.user, form, () => adding.receiving(identity, target))
  const isNote = DocumentUrl === ''
  const isOther = copied === null && !['', 'upload', 'note'].includes(Source.toLowerCase())
  if (isOther || (isNote && form.Message === ''))
    throw new Problem('fileMissing', { field: 'file', text: howToAdd })
  const note = { title: form.DocumentPath, text: form.Message, sameName }
  const files = { fileGuids: [copied ?? DocumentUrl], notTaken: [], sameName }
  const batchGuid = isNote
    ? await services.rooms.adding.addNote(identity, target, note, client)
    : await services.rooms.adding.addFiles(identity, target, files, client)
  const { batch } = await services.rooms.news.batch(identity, room.guid, batchGuid)
  const [line] = batch.lines
  if (!line?.item_guid) throw new Problem('fileMissing', { field: 'file', text: line?.note ?? howToAdd })
  return {
    ShareGuid: line.item_guid,
    RootGuid: room.guid,
    ParentGuid: item.guid,
    DocumentPath: line.name,
    DocumentVersion: line.version,
  }
}

const howToAdd =
  'DocumentUrl is the id that POST /v1/upload?ParentGuid=… answered, or, with Source Box2, Dropbox2 or Google, a file there; without it a note is added, of DocumentPath and Message.'

/** The items named come first, in their order, and the others behind them. */
async function order(input: RoomInput<string, z.output<typeof orderForm>>): Promise<Entity> {
  const { services, identity, form, client } = input
  const { room, item } = await placeAt(input, form.ParentGuid)
  const range = { page: 1, pageSize: maxOrdered }
  const { items, mark } = await services.rooms.ordering.page(identity, room.guid, item.guid, range)
  if (form.ShareGuids === '') {
    if (form.Order.toLowerCase() !== 'name')
      throw new Problem('badForm', { text: 'ShareGuids is a list of items, or Order is "name".' })
    await services.rooms.ordering.sortByName(identity, room.guid, item.guid, mark, client)
    return { ShareGuid: item.guid }
  }
  const guids = listIn(form.ShareGuids, 'ShareGuids')
  const here = new Set(items.map(({ guid }) => guid))
  if (!guids.every((guid) => here.has(guid))) throw new Problem('notFound')
  const moves = guids.map((guid, at) => ({ guid, place: at + 1 }))
  await services.rooms.ordering.order(identity, room.guid, item.guid, { moves, mark }, client)
  return { ShareGuid: item.guid }
}
