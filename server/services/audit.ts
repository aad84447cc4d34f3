import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import { Audit, headEmail, Retention, type AuditKey, type Events } from '#server/events/events.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { AuditTrail } from '#server/tracking/audit/audit-trail.ts'

type Deps = {
  config: Config
  database: Database
  auditKey: AuditKey
  jobs: Jobs
  events: Events
  mailer: Mailer
  clock: () => number
  log: Log
}

export type AuditServices = { audit: Audit; auditTrail: AuditTrail; retention: Retention }

/** What proves the audit trail, what reads it, and what erases what is too old of it. */
export function openAudit({ config, mailer, ...deps }: Deps): AuditServices {
  const { auditEmail, publicUrl, dataDir, auditDays: days } = config
  const audit = new Audit({ ...deps, dataDir })
  audit.onSigned(async (tx, head) => {
    if (auditEmail) await mailer.enqueue(tx, headEmail(auditEmail, publicUrl, head))
  })
  return { audit, auditTrail: new AuditTrail(deps), retention: new Retention({ ...deps, days }) }
}
