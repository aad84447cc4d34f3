import { countryName } from '#server/rules/text/countries.ts'
import { recentTime } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import { kindLabel } from '#server/tracking/event-labels.ts'
import type { ActivityRow } from '#server/tracking/tracking.ts'
import type { ListedEvent } from '#app/ui/tables/activity-table.tsx'
import { activityLabel } from '#app/view-models/activity-labels.server.ts'

type Happened = Pick<ActivityRow, 'at' | 'kind' | 'detail' | 'ip' | 'country'> & { isErased?: boolean }

/** When and from where something happened, and what, ready to display. */
export function happened({ at, kind, detail, isErased, ...origin }: Happened, timeZone: string, now: number) {
  return {
    at: recentTime(at, timeZone, now),
    what: isErased ? `${kindLabel(kind)} (details erased)` : (activityLabel[kind]?.(detail) ?? kind),
    from: placeOf(origin),
  }
}

/** A network address, with its country where that is known. */
export function placeOf({ ip, country }: { ip: string; country: string }): string {
  return ip + (country ? ` (${countryName(country)})` : '')
}

/** An event of a share, ready to display. */
export function listedEvent(row: ActivityRow, timeZone: string, now: number): ListedEvent {
  return {
    ...happened(row, timeZone, now),
    key: String(row.sequence),
    record: row.sequence,
    who: row.email ?? (row.ip === '' ? productName : 'Link visitor'),
    isRefused: row.kind === 'Refused',
  }
}
