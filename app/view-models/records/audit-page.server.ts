import { deviceName } from '#server/accounts/sign-in/device-name.ts'
import type { User } from '#server/accounts/users.ts'
import { formatIn, sendTables } from '#server/http/tables/send-table.ts'
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
  const { query: kept, ...filter } = filterOf(url, user.timeZone, topics)
  const asked = {
    filter,
    before: placeIn(url, 'before'),
    after: placeIn(url, 'after'),
    pageSize: rowsOnScreen,
  }
  const page = await services.auditTrail.page(user, of, asked)
  const to = (query: Query) => here({ ...kept, ...query })
  const exported = (format?: 'csv') => file({ ...kept, format })
  return {
    topics: [
      { name: 'All', to: to({ about: undefined }), isChosen: filter.topic === null },
      ...topics
        .filter((topic) => onlyOf[topic]?.includes(of) ?? true)
        .map((topic) => ({
          name: topicNames[topic],
          to: to({ about: topic }),
          isChosen: topic === filter.topic,
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

/** What the filter in the address leaves, as an Excel workbook or CSV. */
export async function sendAudit(
  { user, services, url, request }: Asking & { request: Request },
  of: AuditOf,
  name: string,
): Promise<Response> {
  const { query: _, ...filter } = filterOf(url, user.timeZone, topics)
  return sendTables(request, name, [await services.auditTrail.table(user, of, filter)], formatIn(request))
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
