import { z } from 'zod'
import { Problem } from '#server/rules/problems.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import type { RoomActivityPage } from '#server/rooms/lists/activity.ts'
import type { EventPlace } from '#server/tracking/room-activity.ts'
import { isoTime } from '#server/api/present.ts'
import { inBothVersions, roomAt, type RoomAsked } from './room-calls.ts'
import { timeFields } from './room-present.ts'
import type { Entity } from '#server/api/table.ts'

/** What was done in a room, for its owner and co-owners. */
export const roomTracksCalls = [
  ...inBothVersions('GET', 'folder/top/{Status}/{ShareGuid}', {
    async run(asked) {
      const { services, identity, parameters } = asked
      const by = topBy[parameters.Status.toLowerCase()]
      if (!by) throw new Problem('badForm', { text: 'Status is View, Download or Print.' })
      const room = await roomAt(asked, parameters.ShareGuid)
      const { files, people, times, names } = await services.rooms.activity.top(identity, room.guid, by)
      const Files = files.map((file) => ({ ...fileName(names, file.subjectGuid), ...figuresOf(file) }))
      const Members = people.map((person) => ({
        UserEmail: person.email,
        ...figuresOf(person),
        ...timeFields(times.get(person.email)),
      }))
      return { ShareGuid: room.guid, Files, Members }
    },
  }),
  ...inBothVersions('GET', 'folder/tracks/details/{ShareGuid}', {
    async run(asked) {
      const { services, identity, parameters, request } = asked
      const room = await roomAt(asked, parameters.ShareGuid)
      const range = { before: beforeIn(request), pageSize: rowsOnScreen }
      return detailsOf(await services.rooms.activity.page(identity, room.guid, range))
    },
  }),
]

const topBy: Partial<Record<string, 'views' | 'downloads' | 'prints'>> = {
  view: 'views',
  download: 'downloads',
  print: 'prints',
}

type Figures = { views: number; downloads: number; prints: number; lastAt: number }

function figuresOf({ views, downloads, prints, lastAt }: Figures) {
  return {
    RecipientTotalViewCount: Number(views),
    RecipientTotalDownloadCount: Number(downloads),
    RecipientTotalPrintCount: Number(prints),
    LastTime: isoTime(Number(lastAt)),
  }
}

/** The name is null where the item was erased. */
function fileName(names: ReadonlyMap<string, string>, ShareGuid: string) {
  return { ShareGuid, DocumentPath: names.get(ShareGuid) ?? null }
}

function detailsOf({ totals, time, events, names }: RoomActivityPage): Entity {
  const Tracks = events.rows.map((event) => ({
    ...fileName(names, event.subjectGuid),
    Sequence: event.sequence,
    Status: event.kind,
    UserEmail: event.email,
    ViewStartTime: isoTime(event.at),
    IpAddress: event.ip,
    GeoLocation: event.country,
    Detail: event.detail,
  }))
  return {
    Tracks,
    Totals: {
      VisitCount: Number(totals.visits),
      MembersCount: Number(totals.people),
      ViewCount: Number(totals.views),
      DownloadCount: Number(totals.downloads),
      PrintCount: Number(totals.prints),
      ...timeFields(time),
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
function beforeIn(request: RoomAsked['request']): EventPlace | null {
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
