import path from 'node:path'
import type { Command } from 'commander'
import {
  forgetAddress,
  installation,
  writeBundle,
  type AuditReport,
  type Scope,
} from '#server/events/events.ts'
import { emailAddress } from '#server/rules/accounts/email.ts'
import { forgetAddressInFeeds } from '#server/webhooks/forget-address.ts'
import type { Services } from '#server/services.ts'
import { auditLines } from '#server/operations/console/report-lines.ts'
import { answering, WrongUsage, type Answer } from './answer.ts'
import { withInstallation } from './installation.ts'

/** `strongroom audit …`: the audit trail. */
export function addAuditCommands(program: Command): void {
  const audit = program.command('audit').description('check and sign the audit trail')
  addVerify(audit)
  addSign(audit)
  addKey(audit)
  addExport(audit)
  addForget(audit)
}

function addVerify(audit: Command): void {
  const command = audit
    .command('verify')
    .description('read every recorded event, and report whether any was changed, removed or added')
    .option('--heads <file...>', 'compare the signed heads with copies that were kept elsewhere')
    .addHelpText(
      'after',
      `
Once a day the server signs what every chain of events is. It keeps these signed heads in the database, in the file
audit/heads.jsonl of the data folder, in its log and, with AUDIT_EMAIL, in a mailbox. All are compared here.

Example:
  strongroom audit verify --heads /mnt/elsewhere/heads.jsonl`,
    )
  answering(command, ({ heads = [] }: { heads?: string[] }) =>
    withInstallation('guest', async ({ audit: trail }) => answerOf(await trail.check(heads))),
  )
}

function answerOf(report: AuditReport): Answer {
  const { damage } = report
  const lines = [
    ...damage.map(({ subject, problem }) => (subject ? `${subject}: ${problem}` : problem)),
    ...auditLines(report),
    damage.length === 0 ? 'The audit trail is intact.' : `Damaged: ${damage.length}.`,
  ]
  return { lines, data: report, hasFailed: damage.length > 0 }
}

function addSign(audit: Command): void {
  const command = audit
    .command('sign')
    .description('sign what every chain of events is now, without waiting for the daily turn')
    .addHelpText('after', '\nExample:\n  strongroom audit sign')
  answering(command, () =>
    withInstallation('guest', async ({ audit: trail }) => {
      const { head, chains, broken } = await trail.sign()
      const lines = [
        `Head ${head.number} is signed: ${chains} chains have new events.`,
        ...(broken.length > 0 ? [`${broken.length} chains are damaged and were left out.`] : []),
      ]
      return { lines, data: { ...head, chains, broken }, hasFailed: broken.length > 0 }
    }),
  )
}

function addExport(audit: Command): void {
  const command = audit
    .command('export')
    .description('write the audit trail into a folder, with a program that checks it without Strongroom')
    .argument('<dir>', 'an empty folder')
    .option('--account <email>', 'only this account and what it owns')
    .option('--share <guid>', 'only this share')
    .option('--room <guid>', 'only this data room and its items')
    .addHelpText(
      'after',
      '\nExample:\n  strongroom audit export /tmp/audit --share 0123456789abcdef0123456789abcdef',
    )
  answering(command, (folder: string, options: Parts) =>
    withInstallation('guest', async (services) => {
      const scope = await scopeOf(services, options)
      const { publicUrl } = services.config
      const bundled = await writeBundle({ ...services, publicUrl }, folder, scope)
      const { events, chains, heads, fingerprint } = bundled
      return {
        lines: [
          `${events} events in ${chains} chains and ${heads} signed heads are in ${folder}. READ-ME.html explains it.`,
          `To check it: node ${path.join(folder, 'verify.mjs')} ${fingerprint}`,
        ],
        data: bundled,
      }
    }),
  )
}

function addForget(audit: Command): void {
  const command = audit
    .command('forget')
    .description('erase an address from every recorded event, on the request of the person whose it is')
    .argument('<email>', 'the address')
    .addHelpText(
      'after',
      `
What the person did stays, without their address, network and browser, and without the details that name them. The audit
trail stays checkable. Places in teams and lost emails of the address go too. Copies of exports and backups are not changed.
An account has to be deleted besides.

Example:
  strongroom audit forget rita@example.net`,
    )
  answering(command, (typed: string) =>
    withInstallation('guest', async ({ database, auditKey, events, accounts }) => {
      const address = emailAddress(typed)
      if (address === null) throw new WrongUsage(`${typed} is not an email address.`)
      const count = await forgetAddress(database, auditKey, address)
      await accounts.erasing.forget(address)
      await forgetAddressInFeeds(database, address)
      const detail = { events: count }
      await events.record(null, { subject: installation, kind: 'PersonErased', client: null, detail })
      return { lines: [`${address} was erased from ${count} events.`], data: { events: count } }
    }),
  )
}

type Parts = { account?: string; share?: string; room?: string }

async function scopeOf({ database: { kysely } }: Services, parts: Parts): Promise<Scope> {
  const { account, share, room } = parts
  if (Object.keys(parts).filter((name) => name !== 'json').length > 1)
    throw new WrongUsage('Use only one of --account, --share and --room.')
  if (account) {
    const email = account.toLowerCase()
    const user = await kysely.selectFrom('user').select('guid').where('email', '=', email).executeTakeFirst()
    if (!user) throw new WrongUsage(`There is no account with the address ${account}.`)
    return { kind: 'account', guid: user.guid }
  }
  const guid = share ?? room
  if (guid === undefined) return { kind: 'installation', guid: null }
  const found = await kysely
    .selectFrom(share ? 'share' : 'room')
    .select('guid')
    .where('guid', '=', guid)
    .executeTakeFirst()
  if (!found) throw new WrongUsage(`There is no ${share ? 'share' : 'data room'} ${guid}.`)
  return { kind: share ? 'share' : 'room', guid }
}

function addKey(audit: Command): void {
  const command = audit
    .command('key')
    .description('show the public key that signs the audit trail')
    .addHelpText(
      'after',
      `
Anyone who checks an exported audit trail compares this fingerprint with the one in it: tell them by phone, or on paper.

Example:
  strongroom audit key`,
    )
  answering(command, () =>
    withInstallation('guest', async ({ auditKey: { publicKey, fingerprint } }) => ({
      lines: [`Public key (Ed25519): ${publicKey}`, `Fingerprint: ${fingerprint}`],
      data: { publicKey, fingerprint },
    })),
  )
}
