import { deviceName } from '#server/accounts/sign-in/device-name.ts'
import type { User } from '#server/accounts/users.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import type { AuditLine, AuditOf, AuditPage, AuditPlace } from '#server/tracking/audit/audit-trail.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { ListedEvent } from '#app/ui/tables/activity-table.tsx'
import { happened } from '#app/view-models/lists/listed-activity.server.ts'
import { filterOf } from './export-filter.server.ts'

const topicNames = {
  signIns: 'Sign-ins',
  security: 'Security',
  settings: 'Settings',
  exports: 'Exports',
  team: 'Team',
  operation: 'Operation',
} as const

type Topic = keyof typeof topicNames
const topics = Object.keys(topicNames) as Topic[]
/** What no page but these has. */
const onlyOf: Partial<Record<Topic, readonly AuditOf[]>> = {
  team: ['team', 'installation'],
  operation: ['installation'],
}

type Asking = RequestContext & { user: User }
type Query = Record<string, string | undefined>
/** The addresses of the page and of its export, with what is filtered. */
type Places = { here: (query: Query) => string; file: (query: Query) => string }

/** A page of an audit trail as its address says: filters, lines, pages and exports, ready to display. */
export async function auditPage({ user, services, url, now }: Asking, of: AuditOf, { here, file }: Places) {
  const { query: kept, ...filter } = auditFilterIn(url, user.timeZone)
  const filters = {
    filter,
    before: placeIn(url, 'before'),
    after: placeIn(url, 'after'),
    pageSize: rowsOnScreen,
  }
  const page = await services.auditTrail.page(user, of, filters)
  const to = (query: Query) => here({ ...kept, ...query })
  const exported = (format?: 'csv') => file({ ...kept, format })
  return {
    topics: [
      { label: 'All', to: to({ about: undefined }), isHere: filter.topic === null },
      ...topics
        .filter((topic) => onlyOf[topic]?.includes(of) ?? true)
        .map((topic) => ({
          label: topicNames[topic],
          to: to({ about: topic }),
          isHere: topic === filter.topic,
        })),
    ],
    lines: page.lines.map((line) => listedLine(line, user.timeZone, now)),
    column: of === 'account' ? ('Record' as const) : ('About' as const),
    kept,
    here: here({}),
    clear: kept.person || kept.since || kept.until ? here({ about: kept.about }) : null,
    pager: pagerOf(page, to),
    exportTo: { xlsx: exported(), csv: exported('csv') },
  }
}

export type ShownAudit = Awaited<ReturnType<typeof auditPage>>

/** What an address limits an audit trail to. */
export function auditFilterIn(url: URL, timeZone: string) {
  return filterOf(url, timeZone, topics)
}

function listedLine(line: AuditLine, timeZone: string, now: number): ListedEvent {
  const { subject, sequence, who, about, userAgent } = line
  return {
    ...happened(line, timeZone, now),
    key: `${subject} ${sequence}`,
    record: sequence,
    who: who ?? 'Someone not signed in',
    isRefused: who === null,
    about: about?.name ?? '',
    ...(userAgent === '' ? {} : { browser: deviceName(userAgent) }),
  }
}

/** `before` and `after`: time, chain and number of the line beside which the page begins; null for anything else. */
function placeIn({ searchParams }: URL, name: string): AuditPlace | null {
  const [at, subject, sequence] = /^(\d{1,15})\.([a-z0-9]{1,40})\.(\d{1,15})$/
    .exec(searchParams.get(name) ?? '')
    ?.slice(1) ?? ['', '', '']
  return subject ? { at: Number(at), subject, sequence: Number(sequence) } : null
}

function pagerOf({ lines, hasNewer, hasOlder }: AuditPage, to: (query: Query) => string) {
  const [first, last] = [lines[0], lines.at(-1)]
  const place = ({ at, subject, sequence }: AuditPlace) => `${at}.${subject}.${sequence}`
  return {
    previous: hasNewer && first ? to({ after: place(first) }) : null,
    next: hasOlder && last ? to({ before: place(last) }) : null,
    where: '',
    notes: { previous: 'newer', next: 'older' },
  }
}
