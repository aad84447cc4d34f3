import type { SelectQueryBuilder } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { isGuid } from '#server/rules/guid.ts'

/** The row before or after a page of the list, which is in the order of time and guid. */
export type Beside = { side: 'after' | 'before'; createdAt: number; guid: string }

export type ListRange = { page: number; pageSize: number; beside?: Beside | null; countTo?: number }

/** A row as it stands in the address of the page beside it. */
export function rowKey(row: { created_at: number; guid: string }): string {
  return `${row.created_at}-${row.guid}`
}

/** The row that an address names; null for anything that is none. */
export function besideOf(side: Beside['side'], key: string | null): Beside | null {
  const [, time = '', guid = ''] = /^(\d{1,15})-(.*)$/.exec(key ?? '') ?? []
  return isGuid(guid) ? { side, createdAt: Number(time), guid } : null
}

type Own = SelectQueryBuilder<Schema, 'share', { guid: string }>

export function inOrder(own: Own, direction: 'asc' | 'desc'): Own {
  return own.orderBy('created_at', direction).orderBy('guid', direction)
}

/** From the row on, away from it. */
export function besideRow(own: Own, { side, createdAt, guid }: Beside): Own {
  const isAfter = side === 'after'
  const away = own.where((share) =>
    share(share.refTuple('created_at', 'guid'), isAfter ? '<' : '>', share.tuple(createdAt, guid)),
  )
  return inOrder(away, isAfter ? 'desc' : 'asc')
}
