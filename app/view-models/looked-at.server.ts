import { isSameScreen, mergeRanges, pagesText } from '#server/rules/reading/dwell.ts'
import type { Detail, EventKind } from '#server/tracking/tracking.ts'

type Row = {
  at: number
  kind: EventKind
  email: string | null
  ip: string
  detail: Detail
  subjectGuid?: string
}

/**
 * The same events, the newest first, with pages requested together by one reader as one event: the newest of them,
 * whose `pages` say which they were.
 */
export function lookedAtTogether<One extends Row>(rows: readonly One[]): One[] {
  const lines: One[] = []
  let together: One[] = []
  for (const row of rows) {
    if (together[0] && !isTogether(together[0], row)) {
      lines.push(asOne(together))
      together = []
    }
    together.push(row)
  }
  return together.length > 0 ? [...lines, asOne(together)] : lines
}

function isTogether(one: Row, other: Row): boolean {
  return (
    one.kind === 'Browse' &&
    other.kind === 'Browse' &&
    isSameScreen(other.at, one.at) &&
    one.subjectGuid === other.subjectGuid &&
    one.email === other.email &&
    one.ip === other.ip &&
    one.detail['version'] === other.detail['version']
  )
}

function asOne<One extends Row>(rows: readonly One[]): One {
  const newest = rows[0]!
  if (rows.length === 1) return newest
  const pages = mergeRanges(
    rows.map(({ detail: { first, last } }) => ({ first: Number(first), last: Number(last) })),
  )
  return { ...newest, detail: { ...newest.detail, pages: pagesText(pages) } }
}
