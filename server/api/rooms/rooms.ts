import { z } from 'zod'
import { isGuid } from '#server/rules/text/guid.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom, mayReadName } from '#server/rules/rooms/room-policy.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import type { RoomBeside } from '#server/rooms/lists/room-list.ts'
import { listIn } from '#server/api/shares/lists.ts'
import { isoTime } from '#server/api/present.ts'
import { inBothVersions, inVersion, placeAt, roomAt, roomAtEntry, type RoomInput } from './room-calls.ts'
import { indexOf, rightFields, roomEntity } from './room-present.ts'
import { filledOptions, readOptions } from '#server/api/shares/share-options.ts'
import { call, optionalText, type CallInput, type Caller, type Entity } from '#server/api/table.ts'

const shareForm = z.object({ ShareGuid: z.string() })
const nameForm = z.object({ ShareGuid: z.string(), DocumentPath: z.string() })
const adminForm = z.object({
  ShareGuid: z.string(),
  RootGuid: z.string().default(''),
  UserEmail: z.string().default(''),
})
const manageFields = {
  ShareGuid: z.string(),
  Watermark: optionalText,
  ExpiryDate: optionalText,
  DestructSeconds: optionalText,
}

/** Data rooms as wholes: which there are, their settings, and their end. */
export const roomsCalls = [
  ...inBothVersions('GET', 'folder/list', { scope: 'read', run: listRooms }),
  call('GET /v1/shares/info/{ShareGuid}/folder', {
    scope: 'read',
    run: (input) => infoOf({ ...input, version: 1 }),
  }),
  ...inVersion(2, 'GET', 'folder/info/{ShareGuid}/', { scope: 'read', run: infoOf }),
  ...inBothVersions('POST', 'folder/create/root', {
    scope: 'rooms',
    form: z.object({ DocumentPath: z.string() }),
    async run({ services, user, form, version }) {
      const wanted = { name: form.DocumentPath, description: '', version }
      return { ShareGuid: await services.rooms.all.create(user, wanted) }
    },
  }),
  ...inVersion(1, 'POST', 'folder/manage/root', {
    scope: 'rooms',
    form: z.object({ ...manageFields, ShareOptions: optionalText }),
    run: ({ form, ...input }) => manage(input, form, form.ShareOptions),
  }),
  ...inVersion(2, 'POST', 'folder/manage', {
    scope: 'rooms',
    form: z.object({ ...manageFields, SecurityOptions: optionalText }),
    run: ({ form, ...input }) => manage(input, form, form.SecurityOptions),
  }),
  ...inBothVersions('POST', 'folder/change/name', {
    scope: 'rooms',
    form: nameForm,
    async run(input) {
      const { services, identity, form, client } = input
      const { room, item } = await placeAt(input, form.ShareGuid)
      if (item.guid === room.guid) return renameRoom(input)
      const name = form.DocumentPath
      const DocumentPath = await services.rooms.arranging.rename(identity, room.guid, item.guid, name, client)
      return { ShareGuid: item.guid, DocumentPath }
    },
  }),
  ...inBothVersions('POST', 'folder/remove', {
    scope: 'rooms',
    form: z.object({ ShareGuid: z.string(), DocumentPath: z.string().default('') }),
    async run(input) {
      const { services, identity, form, client } = input
      const { room, item } = await placeAt(input, form.ShareGuid)
      // A whole room also needs its name, as on its page: by guid alone another one may be meant.
      if (item.guid === room.guid) await services.rooms.life.remove(identity, room.guid, form.DocumentPath)
      else await services.rooms.arranging.remove(identity, room.guid, item.guid, client)
      return { ShareGuid: item.guid }
    },
  }),
  ...inBothVersions('POST', 'folder/remove/self', {
    scope: 'rooms',
    form: shareForm,
    async run(input) {
      const { room } = await roomAtEntry(input, input.form.ShareGuid)
      await input.services.rooms.membership.leave(input.identity, room.guid)
      return { ShareGuid: room.guid }
    },
  }),
  ...inBothVersions('GET', 'folder/firstaccess/{RootGuid}', {
    scope: 'read',
    async run(input) {
      const { room, refusal, mustEnter } = await roomAtEntry(input, input.parameters.RootGuid)
      if (refusal !== null && refusal !== 'termsNeeded') throw new Problem(refusal)
      const at = room.member?.firstEnteredAt ?? null
      const isNamed = mayReadName(room.policyFacts)
      return {
        ShareGuid: room.guid,
        DocumentPath: isNamed ? room.name : null,
        LinkMessage: isNamed ? room.description : null,
        IsFirstAccess: mustEnter && at === null,
        FirstAccess: at === null ? null : isoTime(at),
        MustEnter: mustEnter,
        AsksTerms: refusal === 'termsNeeded',
        ...(await firstAccesses(input, room)),
      }
    },
  }),
  ...inBothVersions('GET', 'folder/list/admin/{Email}/', {
    scope: 'admin',
    async run({ services, user, request, parameters }) {
      const page = pageIn(request)
      const { rooms, pageSize, hasMore } = await services.rooms.ofTeam.list(user, page, parameters.Email)
      const Folders = rooms.map((room) => ({
        ShareGuid: room.guid,
        Version: room.version,
        DocumentPath: room.name,
        UserEmail: room.owner.email,
        SenderName: room.owner.name,
        ShareStatus: room.isArchived ? 'Archived' : 'Active',
        FilesCount: room.files,
        Size: room.size,
        MembersCount: room.members,
      }))
      const TotalCount = await services.rooms.ofTeam.count(user, parameters.Email)
      return { Folders, TotalCount, Page: page, PageSize: pageSize, HasMore: hasMore }
    },
  }),
  ...inBothVersions('POST', 'folder/browse/admin', { scope: 'admin', form: adminForm, run: browseAsAdmin }),
]

/** Both versions list all rooms: a page of one of them would have gaps where the others are. */
async function listRooms({ services, identity, request }: RoomInput): Promise<Entity> {
  const { lists } = services.rooms
  const [beside, page] = [besideIn(request), pageIn(request)]
  const skip = beside ? 0 : (page - 1) * rowsOnScreen
  const range = { order: 'newest', search: '', pageSize: rowsOnScreen, beside, skip } as const
  const { rows, hasAfter } = await lists.list(identity, range)
  const now = services.clock()
  const Folders = rows.map(({ room, people }) => ({ ...roomEntity(room, now), MembersCount: people }))
  const TotalCount = await lists.count(identity)
  return { Folders, TotalCount, Page: page, PageSize: rowsOnScreen, HasMore: hasAfter }
}

/** The last room of the page before, after which this one begins. Throws badForm. */
function besideIn(request: Request): RoomBeside | null {
  const { searchParams } = new URL(request.url)
  const [guid, time] = [searchParams.get('ShareGuid') ?? '', searchParams.get('ShareTime') ?? '']
  if (guid === '' && time === '') return null
  const key = Date.parse(time)
  if (isGuid(guid) && !Number.isNaN(key)) return { side: 'after', key, guid }
  throw new Problem('badForm', {
    text: 'ShareGuid and ShareTime are those of the last data room on the previous page, or both missing.',
  })
}

async function infoOf(
  input: CallInput<string, unknown> & Caller & { parameters: { ShareGuid: string }; version: 1 | 2 },
): Promise<Entity> {
  const { services, parameters } = input
  const found = await placeAt(input, parameters.ShareGuid)
  const { room, item, right } = found
  const Room = roomEntity(room, services.clock())
  if (item.guid === room.guid) return { Room }
  const isNumbered = room.showsIndex || room.grants === 'all'
  const File = {
    ShareGuid: item.guid,
    RootGuid: room.guid,
    ParentGuid: item.parent_guid,
    Index: indexOf(isNumbered ? await services.rooms.listing.placesTo(found) : null),
    DocumentPath: item.name,
    IsFolder: item.kind === 'folder',
    DocumentVersion: item.version,
    UserEmail: item.added_by,
    ShareTime: isoTime(item.changed_at),
    ...rightFields(right, room.allowance),
  }
  return { Room, File }
}

type Wanted = Partial<Record<'Watermark' | 'ExpiryDate' | 'DestructSeconds', string | undefined>> & {
  ShareGuid: string
}

/** What is omitted stays as it is, as with `/v1/share/update`. */
async function manage(
  input: Omit<RoomInput, 'form'>,
  wanted: Wanted,
  options: string | undefined,
): Promise<Entity> {
  const { services, identity, user } = input
  const { guid } = await roomAt(input, wanted.ShareGuid)
  const { room, state } = await services.rooms.settings.find(identity, guid)
  const before = state.protections
  const wire = filledOptions(
    { ...wanted, ...(options !== undefined && { ShareOptions: roomText(options) }) },
    before,
    [],
  )
  const read = readOptions(wire, { timeZone: user.timeZone, before }, services.clock())
  const after = { ...state, protections: read.protections }
  await services.rooms.settings.change(identity, guid, after, room.revision)
  return { Room: roomEntity(await services.rooms.all.pass(identity, guid, 'manage'), services.clock()) }
}

/** Files in rooms are always read in the browser: a room has no word for it, and needs none. */
function roomText(options: string): string {
  return JSON.stringify([...listIn(options, 'ShareOptions'), 'webview'])
}

async function renameRoom({
  services,
  identity,
  form,
}: RoomInput<string, z.output<typeof nameForm>>): Promise<Entity> {
  const { room, state } = await services.rooms.settings.find(identity, form.ShareGuid)
  const wanted = { ...state, name: form.DocumentPath }
  await services.rooms.settings.change(identity, room.guid, wanted, room.revision)
  const { name } = await services.rooms.all.pass(identity, room.guid, 'manage')
  return { ShareGuid: room.guid, DocumentPath: name }
}

/** Only for as long as a reason given on the website is valid: it is recorded in the room's own activity. */
async function browseAsAdmin({
  services,
  user,
  form,
}: RoomInput<string, z.output<typeof adminForm>>): Promise<Entity> {
  const { ShareGuid, UserEmail } = form
  const roomGuid = form.RootGuid || ShareGuid
  const { room } = await services.rooms.ofTeam.find(user, roomGuid)
  const isOwners = UserEmail === '' || UserEmail.trim().toLowerCase() === room.owner.email.toLowerCase()
  if (!isOwners) throw new Problem('notFound')
  const { items, hasMore, ...folder } = await services.rooms.ofTeam.folder(user, roomGuid, ShareGuid)
  const Files = items.map(({ guid, name, isFolder, size }) => ({
    ShareGuid: guid,
    RootGuid: roomGuid,
    ParentGuid: ShareGuid,
    DocumentPath: name,
    IsFolder: isFolder,
    Size: size,
  }))
  return { ShareGuid, DocumentPath: folder.name, Files, TotalCount: Files.length, HasMore: hasMore }
}

const pageNumber = z.coerce.number().int().min(1).max(10_000).catch(1)

/** The page of a list that an address requests, from 1. */
export function pageIn(request: Request): number {
  return pageNumber.parse(new URL(request.url).searchParams.get('Page') ?? '1')
}

/** Who entered a room, and when first: only for whoever manages it. */
async function firstAccesses(
  { services, identity, request }: Pick<RoomInput, 'services' | 'identity' | 'request'>,
  room: RoomAccess,
): Promise<Entity> {
  if (decideInRoom(room.policyFacts, 'manage', services.clock()) !== null) return {}
  const page = pageIn(request)
  const range = { page, pageSize: rowsOnScreen }
  const { people, came, total } = await services.rooms.activity.firstAccess(identity, room.guid, range)
  const Members = people.map((member) => ({
    RecipientUserGuid: member.user_guid,
    UserEmail: member.email,
    UserName: member.name,
    FirstAccess: member.first_entered_at === null ? null : isoTime(member.first_entered_at),
    LastAccessedTime: member.entered_at === null ? null : isoTime(member.entered_at),
  }))
  return { Members, EnteredCount: came, TotalCount: total, Page: page, PageSize: rowsOnScreen }
}
