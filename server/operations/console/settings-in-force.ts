import { cloudNames } from '#server/rules/files/clouds.ts'
import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Config } from '#server/config.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import { fileSize } from '#server/rules/text/format.ts'

/** One setting: its variable, what it is, and where that comes from. Of a secret, only whether it is set. */
export type SettingInForce = { name: string; value: string; from: 'environment' | 'standard' | 'data folder' }

/** Every setting of the installation as it is used now. */
export function settingsInForce(config: Config): SettingInForce[] {
  const { named, dataDir } = config
  const from = (name: string): SettingInForce['from'] => (named.has(name) ? 'environment' : 'standard')
  const plain = (name: string, value: string | number | boolean | null): SettingInForce => ({
    name,
    value: value === null ? 'Not set' : typeof value === 'boolean' ? (value ? 'on' : 'off') : String(value),
    from: from(name),
  })
  const secret = (name: string, isSet: boolean): SettingInForce => plain(name, isSet ? 'Set' : null)
  const { s3 } = config
  const hasPlans = !named.has('PLANS') && existsSync(path.join(dataDir, 'plans.json'))
  return [
    plain('PUBLIC_URL', config.publicUrl.origin),
    plain('HOST', config.host),
    plain('PORT', config.port),
    plain('DATA_DIR', dataDir),
    config.secretKeys.length > 0
      ? plain('SECRET_KEY', config.secretKeys.length === 1 ? 'Set' : `Set, ${config.secretKeys.length} keys`)
      : { name: 'SECRET_KEY', value: 'secret.key', from: 'data folder' },
    plain(
      'DATABASE_URL',
      config.databaseUrl === null ? 'SQLite in the data folder' : hostOf(config.databaseUrl),
    ),
    plain('S3_ENDPOINT', s3?.endpoint.origin ?? null),
    plain('S3_BUCKET', s3?.bucket ?? null),
    plain('S3_REGION', s3?.region ?? null),
    secret('S3_ACCESS_KEY_ID', s3 !== null),
    secret('S3_SECRET_ACCESS_KEY', s3 !== null),
    plain('SMTP_URL', config.smtpUrl === null ? 'Outbox folder' : hostOf(config.smtpUrl)),
    plain('MAIL_FROM', config.mailFrom),
    plain('REGISTRATION', config.registration),
    plain('DEFAULT_TIER', tierOf(config.defaultTier).name),
    hasPlans
      ? { name: 'PLANS', value: 'plans.json', from: 'data folder' }
      : plain('PLANS', named.has('PLANS') ? 'Set' : 'Standard plans'),
    plain('STORAGE_QUOTA', quotaText(config.storageQuota)),
    secret('PLAN_PAYMENT_SECRET', config.payments !== null),
    plain('PASSWORD_MIN_LENGTH', config.passwordMinLength),
    plain('TRUST_PROXY', named.has('TRUST_PROXY') ? 'Set' : 'off'),
    plain('TRANSFERS', config.transfers),
    plain('RENDER_WORKERS', config.renderWorkers),
    plain('DISK_RESERVE', config.reserveBytes > 0),
    plain('LIBREOFFICE', config.libreOffice ?? 'off'),
    plain('FFMPEG', config.ffmpeg ?? 'off'),
    plain('LIBREOFFICE_CONFINEMENT', config.isConfinementRequired ? 'required' : 'auto'),
    plain('BLOCKED_WORDS', config.blockedWords),
    plain('SEND_TEST', config.sendTest),
    plain('SURVEY', config.survey),
    plain('CLIENT_KEYS', named.has('CLIENT_KEYS') ? 'Set' : 'Standard'),
    plain('LOG_LEVEL', config.logLevel),
    secret('METRICS_TOKEN', config.metricsToken !== null),
    plain('AUDIT_EMAIL', config.auditEmail),
    plain('AUDIT_DAYS', config.auditDays ?? 'As long as what it is about'),
    plain('DNS_SERVERS', config.dnsServers.length > 0 ? config.dnsServers.join(', ') : 'Those of the system'),
    plain('OUTGOING_NETWORKS', named.has('OUTGOING_NETWORKS') ? 'Set' : 'The internet only'),
    plain('OTEL_EXPORTER_OTLP_ENDPOINT', config.isTraced ? 'Set' : null),
    ...(['google', 'microsoft', 'linkedin'] as const).flatMap((name) => {
      const provider = config.providers[name]
      const prefix = name.toUpperCase()
      return [
        plain(`${prefix}_CLIENT_ID`, provider?.clientId ?? null),
        secret(`${prefix}_CLIENT_SECRET`, provider !== undefined),
        ...(name === 'microsoft' ? [plain('MICROSOFT_TENANT', provider?.tenant ?? null)] : []),
      ]
    }),
    ...cloudNames.flatMap((name) => {
      const prefix = name === 'google' ? 'GOOGLE_DRIVE' : name.toUpperCase()
      const cloud = config.clouds[name]
      return [
        plain(`${prefix}_CLIENT_ID`, cloud?.clientId ?? null),
        secret(`${prefix}_CLIENT_SECRET`, cloud !== undefined),
      ]
    }),
  ]
}

/** The host and what is on it, without who signs in there and by which password. */
function hostOf(address: string): string {
  const { protocol, host, pathname } = new URL(address)
  return `${protocol}//${host}${pathname === '/' ? '' : pathname}`
}

function quotaText(quota: Config['storageQuota']): string {
  if (quota === 'by plan') return 'By plan'
  return quota === null ? 'none' : fileSize(quota)
}
