import type { User } from '#server/accounts/users.ts'
import type { Database } from '#server/db/open.ts'
import type { Events } from '#server/events/events.ts'
import { TableDownloads } from '#server/http/tables/send-table.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import type { Vault } from '#server/storage/vault.ts'
import { requireAdmin } from '#server/teams/people/administered.ts'
import type { AuditTrail } from '#server/tracking/audit/audit-trail.ts'
import { ExportedLists } from '#server/viewing/exports/exported-lists.ts'
import { PreparedExports } from '#server/viewing/exports/prepared-exports.ts'
import type { People } from './people.ts'
import type { Sharing } from './sharing.ts'

type Deps = {
  config: { publicUrl: URL; transfers: number }
  database: Database
  vault: Vault
  jobs: Jobs
  mailer: Mailer
  rates: RateLimits
  events: Events
  clock: () => number
  auditTrail: AuditTrail
  people: People
  sharing: Omit<Sharing, 'own'>
}

/** What can be downloaded as a table, at once or prepared by a job. */
export function openExports({ config, auditTrail, people, sharing, ...deps }: Deps) {
  const { shareExports, roomExports, acceptanceRecords } = sharing.viewing
  const teamName = async (actor: User) => (await requireAdmin(deps.database.kysely, actor.guid)).name
  const lists = new ExportedLists({
    shareExports,
    roomExports,
    acceptanceRecords,
    auditTrail,
    teamAcceptances: people.teams.acceptances,
    teamReport: sharing.rooms.teamReport,
    teamName,
    events: deps.events,
  })
  const downloads = new TableDownloads(config.transfers)
  return { lists, downloads, prepared: new PreparedExports({ ...deps, publicUrl: config.publicUrl, lists }) }
}
