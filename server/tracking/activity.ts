import type { Kysely, SelectQueryBuilder } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import {
  kindsBesideChanges,
  kindsIn,
  type Detail,
  type EventKind,
  type Topic,
} from '#server/events/events.ts'
import { detailOf } from './event.ts'

export type ActivityRow = {
  sequence: number
  at: number
  kind: EventKind
  email: string | null
  ip: string
  country: string
  detail: Detail
  /** Whether the detail was erased. */
  isErased: boolean
}

/** Which events of a subject. */
export type EventFilter = {
  topic: Topic | null
  /** Of one address, in lower case, and from a moment (epoch ms) to another, which is not included. */
  person?: string | null
  from?: number | null
  to?: number | null
  /** Only the reading of one version of the file. */
  version?: number | null
}

/** The event to start from, exclusive: `before` leads to older ones, `after` to newer. */
export type ActivityRange = EventFilter & {
  before: number | null
  after: number | null
  pageSize: number
}

export type ActivityPage = {
  /** The newest first. */
  rows: ActivityRow[]
  hasNewer: boolean
  hasOlder: boolean
}

/** A page of what happened to a subject, found from the event next to it and so equally fast at any depth. */
export async function listActivity(
  kysely: Kysely<Schema>,
  subjectGuid: string,
  { before, after, pageSize, ...filter }: ActivityRange,
): Promise<ActivityPage> {
  const isUpwards = after !== null
  const found = await filteredEvents(kysely, subjectGuid, filter)
    .select(['sequence', 'at', 'kind', 'email', 'ip', 'country', 'detail', 'detail_hash'])
    .$if(isUpwards, (query) => query.where('sequence', '>', after!))
    .$if(!isUpwards && before !== null, (query) => query.where('sequence', '<', before!))
    .orderBy('sequence', isUpwards ? 'asc' : 'desc')
    .limit(pageSize + 1)
    .execute()
  const hasMore = found.length > pageSize
  const rows = found.slice(0, pageSize).map(({ detail_hash: erased, ...row }) => ({
    ...row,
    kind: row.kind as EventKind,
    detail: detailOf(row),
    isErased: erased !== null,
  }))
  return {
    rows: isUpwards ? rows.toReversed() : rows,
    hasNewer: isUpwards ? hasMore : before !== null,
    hasOlder: isUpwards || hasMore,
  }
}

/** The events of a subject that a filter leaves, to be selected from. */
export function filteredEvents(kysely: Kysely<Schema>, subjectGuid: string, filter: EventFilter) {
  return filtered(kysely.selectFrom('event').where('subject_guid', '=', subjectGuid), filter)
}

/** The same of a room and everything in it. */
export function filteredEventsInRoom(kysely: Kysely<Schema>, roomGuid: string, filter: EventFilter) {
  return filtered(kysely.selectFrom('event').where('room_guid', '=', roomGuid), filter)
}

function filtered(
  events: SelectQueryBuilder<Schema, 'event', object>,
  { topic, person = null, from = null, to = null, version = null }: EventFilter,
) {
  return events
    .$if(topic === 'changes', (query) => query.where('kind', 'not in', kindsBesideChanges()))
    .$if(topic !== null && topic !== 'changes', (query) =>
      query.where('kind', 'in', kindsIn(topic as Exclude<Topic, 'changes'>)),
    )
    .$if(person !== null, (query) => query.where('email', '=', person))
    .$if(from !== null, (query) => query.where('at', '>=', from!))
    .$if(to !== null, (query) => query.where('at', '<', to!))
    .$if(version !== null, (query) =>
      query.where('kind', 'in', kindsIn('reading')).where((is) => {
        // As it is written in the detail of an event: from the second version on.
        const says = (number: string) => is('detail', 'like', `%"version":${number}%`)
        const isOther = is.not(says(''))
        return version === 1 ? isOther : is.or([says(`${version},`), says(`${version}}`)])
      }),
    )
}
