import type { Config } from '#server/config.ts'
import type { Database } from '#server/db/open.ts'
import type { Audit, Events } from '#server/events/events.ts'
import type { Health } from '#server/health.ts'
import { KeptAccounts } from '#server/operations/console/accounts.ts'
import { Cleanups } from '#server/operations/console/cleanups.ts'
import { Commands } from '#server/operations/console/commands.ts'
import { ServerEmails } from '#server/operations/console/emails.ts'
import type { MailTransport } from '#server/mail/email.ts'
import type { OnDelivered } from '#server/mail/mailer.ts'
import { KeptJobs } from '#server/operations/console/kept-jobs.ts'
import type { LostEmails } from '#server/operations/console/lost-emails.ts'
import { Overviews } from '#server/operations/console/overview.ts'
import { Checks } from '#server/operations/console/checks.ts'
import { Refusals } from '#server/operations/console/refusals.ts'
import { settingsInForce } from '#server/operations/console/settings-in-force.ts'
import { KeptTeams } from '#server/operations/console/teams.ts'
import { OperationRuns } from '#server/operations/console/runs.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Storage } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'

export type OperatorDeps = {
  config: Config
  clock: () => number
  database: Database
  events: Events
  keyRing: KeyRing
  health: Health
  confinement: () => Promise<string>
  lostEmails: LostEmails
  transport: MailTransport
  noteDelivery: OnDelivered
  jobs: Jobs
  log: Log
  vault: Vault
  storage: Storage
  audit: Audit
}

/** What the operator's screens and commands share: the installation as a whole, nothing that belongs to one person. */
export type Operator = ReturnType<typeof openOperator>

export function openOperator(deps: OperatorDeps) {
  const { lostEmails } = deps
  const jobs = new KeptJobs(deps)
  const runs = new OperationRuns(deps)
  return {
    overviews: new Overviews({ ...deps, jobs, lostEmails, runs }),
    commands: new Commands(deps),
    accounts: new KeptAccounts(deps),
    checks: new Checks({ ...deps, runs }),
    teams: new KeptTeams(deps),
    refusals: new Refusals(deps),
    cleanups: new Cleanups(deps),
    settings: () => settingsInForce(deps.config),
    jobs,
    emails: new ServerEmails(deps),
    lostEmails,
    runs,
  }
}
