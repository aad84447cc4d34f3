import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import type { TopBy } from '#server/rules/rooms/activity-lists.ts'
import type { RoomLog } from '#server/rooms/activity/activity.ts'
import type {
  EventPlace,
  FileFigures,
  PersonFigures,
  RoomTotals,
} from '#server/tracking/rooms/room-activity.ts'
import { isoTime, never } from '#server/api/present.ts'
import { inBothVersions, roomAt, type RoomInput } from './room-calls.ts'
import { timeFields } from './room-present.ts'
import type { Entity } from '#server/api/table.ts'

/** What was done in a room, for its owner and co-owners. */
export const roomTracksCalls = [
  ...inBothVersions('GET', 'folder/top/{Status}/{ShareGuid}', {
    scope: 'read',
    async run(input) {
      const { services, identity, parameters } = input
      const by = topBy[parameters.Status.toLowerCase()]
      if (!by) throw new Problem('badForm', { text: 'Status is View, Download, Print or Time.' })
      const room = await roomAt(input, parameters.ShareGuid)
      const top = await services.rooms.activity.top(identity, room.guid, { by, since: null })
      const Files = top.files.map((file) => ({
        ...fileName(top.names, file.subjectGuid),
        ...figuresOf(file),
      }))
      const Members = top.people.map(({ who, ...person }) => ({
        RecipientUserGuid: who.userGuid,
        RecipientUserEmail: who.email,
        RecipientName: who.name,
        UserEmail: who.email,
        ...figuresOf(person),
      }))
      return { ShareGuid: room.guid, Files, Members }
    },
  }),
  ...inBothVersions('GET', 'folder/tracks/details/{ShareGuid}', {
    scope: 'read',
    async run(input) {
      const { services, identity, parameters, request } = input
      const room = await roomAt(input, parameters.ShareGuid)
      const range = { before: beforeIn(request), pageSize: rowsOnScreen }
      const { activity } = services.rooms
      return detailsOf(
        await activity.log(identity, room.guid, range),
        await activity.totals(identity, room.guid),
      )
    },
  }),
]

const topBy: Partial<Record<string, TopBy>> = {
  view: 'views',
  download: 'downloads',
  print: 'prints',
  time: 'time',
}

function figuresOf({ views, downloads, prints, time, lastAt }: FileFigures | PersonFigures) {
  const times = timeFields(time)
  return {
    RecipientTotalViewCount: views,
    RecipientTotalViewSeconds: times.TotalViewedTime,
    RecipientTotalDownloadCount: downloads,
    RecipientTotalPrintCount: prints,
    ...times,
    LastTime: lastAt === 0 ? never : isoTime(lastAt),
  }
}

/** The name is null where the item was erased. */
function fileName(names: ReadonlyMap<string, string>, ShareGuid: string) {
  return { ShareGuid, DocumentPath: names.get(ShareGuid) ?? null }
}

/** What is recorded when a stretch of reading that was measured ends. */
const endsReading: ReadonlySet<string> = new Set(['Stop', 'Read'])

function detailsOf({ events, names }: RoomLog, totals: RoomTotals): Entity {
  const Tracks = events.rows.map((event) => ({
    ...fileName(names, event.subjectGuid),
    Sequence: event.sequence,
    Status: event.kind === 'FileAdded' ? 'Add' : event.kind,
    UserEmail: event.email,
    ViewStartTime: isoTime(event.at),
    ViewStopTime: endsReading.has(event.kind) ? isoTime(event.at) : null,
    IpAddress: event.ip,
    GeoLocation: event.country,
    VisitorInfo: event.kind === 'VisitorInfo' ? event.detail : null,
    Detail: event.detail,
  }))
  return {
    Tracks,
    Totals: {
      VisitCount: totals.visits,
      MembersCount: totals.people,
      ViewCount: totals.views,
      DownloadCount: totals.downloads,
      PrintCount: totals.prints,
      ...timeFields(totals.time),
    },
    PageSize: rowsOnScreen,
    HasMore: events.hasOlder,
  }
}

const placeForm = z.object({
  ViewStartTime: z.iso.datetime(),
  ShareGuid: z.string().max(100),
  Sequence: z.coerce.number().int().min(0),
})

/** The last event of the page before, behind which this one begins. Throws badForm. */
function beforeIn(request: RoomInput['request']): EventPlace | null {
  const fields = Object.fromEntries(new URL(request.url).searchParams)
  if (Object.keys(fields).length === 0) return null
  const read = placeForm.safeParse(fields)
  if (!read.success)
    throw new Problem('badForm', {
      text: 'ViewStartTime, ShareGuid and Sequence are those of the last track on the previous page.',
    })
  const { ViewStartTime, ShareGuid, Sequence } = read.data
  return { at: Date.parse(ViewStartTime), subjectGuid: ShareGuid, sequence: Sequence }
}
