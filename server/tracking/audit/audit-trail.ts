import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import { rowsInPages } from '#server/db/rows-in-pages.ts'
import { installation, isByAnyone } from '#server/events/events.ts'
import { timeColumns, type Table } from '#server/http/tables/table.ts'
import { Problem } from '#server/rules/problems.ts'
import { teamRoles } from '#server/rules/accounts/team-roles.ts'
import { deviceName } from '#server/accounts/sign-in/device-name.ts'
import { detailText, kindLabel } from '#server/tracking/event-labels.ts'
import {
  auditRows,
  hasMoreRows,
  type AuditFilter,
  type AuditPlace,
  type AuditRow,
  type AuditScope,
} from './audit-rows.ts'

export type { AuditFilter, AuditPlace } from './audit-rows.ts'

/** Whose audit trail someone asks for: that of their own account, of their team, or of the installation. */
export type AuditOf = 'account' | 'team' | 'installation'

/** What a line is about, by its name: nothing for the installation as a whole. */
type About = { kind: 'account' | 'team'; name: string } | null

export type AuditLine = AuditRow & {
  about: About
  /** Who did it: an address, or null for someone who was not signed in. */
  who: string | null
}

export type AuditPage = { lines: AuditLine[]; hasNewer: boolean; hasOlder: boolean }

export type AuditRequest = {
  filter: AuditFilter
  /** The line that the page begins beside. */
  before: AuditPlace | null
  after: AuditPlace | null
  pageSize: number
}

/** The audit trail as people read it: who did what, when and from where, with accounts, teams and the installation. */
export class AuditTrail {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** A page, the newest first. Throws notFound for who must not see it. */
  async page(
    actor: User,
    of: AuditOf,
    { filter, before, after, pageSize }: AuditRequest,
  ): Promise<AuditPage> {
    const scope = scopeFor(actor, of)
    const direction = after === null ? 'older' : 'newer'
    const range = { beside: after ?? before, direction, limit: pageSize + 1 } as const
    const found = await auditRows(this.#database.kysely, scope, filter, range)
    const hasMore = found.length > pageSize
    const rows = found.slice(0, pageSize)
    return {
      lines: await this.#named(after === null ? rows : rows.toReversed()),
      hasNewer: after === null ? before !== null : hasMore,
      hasOlder: after !== null || hasMore,
    }
  }

  /** All lines that a filter leaves as a table, the newest first. Throws notFound for who must not see it. */
  table(actor: User, of: AuditOf, filter: AuditFilter): Table {
    const scope = scopeFor(actor, of)
    const { kysely } = this.#database
    const { head, cells } = timeColumns(actor.timeZone)
    const pages = rowsInPages<AuditRow, AuditPlace | null>(
      null,
      (beside, limit) => auditRows(kysely, scope, filter, { beside, direction: 'older', limit }),
      (row) => row,
    )
    const named = (rows: AuditRow[]) => this.#named(rows)
    return {
      name: 'Audit',
      head: [
        ...head('Time'),
        'Person',
        'Account or team',
        'What',
        'Details',
        'Network address',
        'Country',
        'Device',
        'Browser',
        'Record',
      ],
      async *rows() {
        for await (const rows of inBatches(pages)) {
          for (const line of await named(rows)) {
            yield [
              ...cells(line.at),
              line.who ?? 'Not signed in',
              line.about?.name ?? '',
              kindLabel(line.kind),
              detailText(line.detail),
              line.ip,
              line.country,
              line.userAgent === '' ? '' : deviceName(line.userAgent),
              line.userAgent,
              `${line.subject} ${line.sequence}`,
            ]
          }
        }
      },
    }
  }

  /** Whether more lines than the given number match a filter, or may. Throws notFound for anyone who must not see it. */
  isLongerThan(actor: User, of: AuditOf, filter: AuditFilter, rows: number): Promise<boolean> {
    return hasMoreRows(this.#database.kysely, scopeFor(actor, of), filter, rows)
  }

  async #named(rows: AuditRow[]): Promise<AuditLine[]> {
    const { kysely } = this.#database
    const guids = [...new Set(rows.map(({ subject }) => subject))].filter((guid) => guid !== installation)
    if (guids.length === 0) return rows.map((row) => ({ ...row, about: null, who: whoOf(row, null) }))
    const [accounts, teams] = await Promise.all([
      kysely.selectFrom('user').select(['guid', 'email as name']).where('guid', 'in', guids).execute(),
      kysely.selectFrom('team').select(['guid', 'name']).where('guid', 'in', guids).execute(),
    ])
    const names = new Map<string, About>([
      ...accounts.map(({ guid, name }) => [guid, { kind: 'account', name }] as const),
      ...teams.map(({ guid, name }) => [guid, { kind: 'team', name }] as const),
    ])
    return rows.map((row) => {
      const about = names.get(row.subject) ?? null
      return { ...row, about, who: whoOf(row, about) }
    })
  }
}

/** Whoever is not named did it with their own account, or at the command line of the server. */
function whoOf({ kind, email, detail }: AuditRow, about: About): string | null {
  if (email !== null) return email
  if (isByAnyone(kind)) return null
  if (detail['by'] === 'operator' || about?.kind !== 'account') return 'Operator'
  return about.name
}

function scopeFor(actor: User, of: AuditOf): AuditScope {
  if (of === 'account') return { account: actor.guid }
  if (of === 'installation' && actor.isOperator) return installation
  const { teamGuid, teamRole, inviteStatus } = actor
  const isAdmin = teamRole === teamRoles.owner || teamRole === teamRoles.admin
  if (of === 'team' && teamGuid !== null && inviteStatus === 'Active' && isAdmin) return { team: teamGuid }
  throw new Problem('notFound')
}

const batchSize = 500

async function* inBatches(rows: AsyncIterable<AuditRow>): AsyncGenerator<AuditRow[]> {
  let batch: AuditRow[] = []
  for await (const row of rows) {
    batch.push(row)
    if (batch.length < batchSize) continue
    yield batch
    batch = []
  }
  if (batch.length > 0) yield batch
}
