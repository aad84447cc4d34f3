import { existsSync } from 'node:fs'
import type { BlockList } from 'node:net'
import path from 'node:path'
import { parseClientKeys, standardClientKeys, type ClientKey } from '#server/rules/product/client-kinds.ts'
import type { CloudName } from '#server/rules/files/clouds.ts'
import type { Plans, StorageQuota } from '#server/rules/product/plans.ts'
import { registrationModes, type RegistrationMode } from '#server/rules/accounts/registration.ts'
import { providerNames, type ProviderName } from '#server/rules/accounts/sign-in-methods.ts'
import { readClouds, type CloudConfig } from './settings/clouds.ts'
import { auditAddress, metricsToken } from './settings/watchers.ts'
import { readSecretKeys } from './settings/secret-keys.ts'
import { readNameServers } from './settings/name-servers.ts'
import { readProvider, type ProviderConfig } from './settings/providers.ts'
import { readOutgoingNetworks } from './settings/outgoing.ts'
import {
  readDefaultTier,
  readPayments,
  readPlans,
  type PaymentsConfig,
  readStorageQuota,
} from './settings/plans.ts'
import { readProgram } from './programs.ts'
import { TrustedProxies } from './proxies.ts'

/** Everything the environment decides, read once at start. `.env.example` says what each variable means. */
export type Config = Readonly<{
  /** The variables that are set, of all there are; what they say is below. */
  named: ReadonlySet<string>
  publicUrl: URL
  host: string
  port: number
  dataDir: string
  /** Keys of 32 bytes: the first encrypts, each of them decrypts. Empty: the key is kept in the data folder. */
  secretKeys: readonly Buffer[]
  /** PostgreSQL, or null: SQLite in the data folder. */
  databaseUrl: string | null
  /** An S3-compatible store, or null: the data folder. */
  s3: S3Config | null
  smtpUrl: string | null
  mailFrom: string
  /** Characters, 8 to 64. */
  passwordMinLength: number
  /** Tier code of new accounts. */
  defaultTier: number
  /** Who can create an account; anyone can create the first of an installation. */
  registration: RegistrationMode
  /** What each tier allows here. */
  plans: Plans
  /** Who announces payments for plans, or null: no one. */
  payments: PaymentsConfig | null
  /** Bytes of all files of an account in total. */
  storageQuota: StorageQuota
  /** Whose X-Forwarded-* headers count. */
  trustedProxies: TrustedProxies
  renderWorkers: number
  /** How much disk space a SQLite installation reserves for when the disk is full; 0 for none. */
  reserveBytes: number
  /** How many downloads, page images and videos can be sent at once. */
  transfers: number
  /** LibreOffice's program soffice, or null: office documents are not shown. */
  libreOffice: string | null
  /** Whether LibreOffice and ffmpeg can be started only if they can be confined to their own folder. */
  isConfinementRequired: boolean
  logLevel: string
  blockedWords: boolean
  /** How programs other than browsers are recognised by their user agents. */
  clientKeys: readonly ClientKey[]
  /** Whether strangers can send a test file, too. */
  sendTest: boolean
  /** Whether people with a paid plan are asked now and then how satisfied they are. */
  survey: boolean
  /** The program ffmpeg, or null: what browsers do not play is download only. */
  ffmpeg: string | null
  /** The token for /metrics, or null: then no one can read them. */
  metricsToken: string | null
  /** Who gets each signed head of the audit trail, or null: no one. */
  auditEmail: string | null
  /** The name servers that are asked whose a domain is, as addresses with or without port; none: the system's. */
  dnsServers: readonly string[]
  /** What requests to addresses that users enter can reach besides the internet. */
  outgoingNetworks: BlockList
  /** How many days what was recorded is kept, or null: as long as what it is about. */
  auditDays: number | null
  /** Whether traces are exported with OpenTelemetry; its own OTEL_ variables say where to. */
  isTraced: boolean
  /** The providers with which people can sign in, as far as the operator has registered with them. */
  providers: Readonly<Partial<Record<ProviderName, ProviderConfig>>>
  /** The same for cloud storage from which files are copied. */
  clouds: Readonly<Partial<Record<CloudName, CloudConfig>>>
}>

export type S3Config = Readonly<{
  endpoint: URL
  bucket: string
  region: string
  accessKeyId: string
  secretAccessKey: string
  /** Whether the bucket is the first part of the path, or of the host name. */
  forcePathStyle: boolean
}>

/** Adds the variables of a `.env` file in the current folder; those already set win. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** The target of `move-to-postgres`: from the environment, since everyone can read a command's arguments. */
export function readTargetDatabase(env: NodeJS.ProcessEnv = process.env): string | null {
  return databaseAddress(env, 'TO_DATABASE_URL')
}

/** The client secret for `team sso oidc`: from the environment, since everyone can read a command's arguments. */
export function readClientSecret(env: NodeJS.ProcessEnv = process.env): string | null {
  return env['SSO_CLIENT_SECRET'] || null
}

const proxiesForm =
  'off, on, or addresses and networks separated by commas, like 127.0.0.1, 10.0.0.0/8, private'
const clientsForm = 'kinds and patterns separated by commas, like desktop=StrongroomDesktop/(\\d+\\.\\d+)'

/** Reads the environment; throws an Error that names the variable if a value makes no sense. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const dataDir = path.resolve(env['DATA_DIR'] || 'data')
  const publicUrl = webAddress(env, 'PUBLIC_URL', `http://localhost:${port}`)
  return Object.freeze({
    named: new Set(Object.keys(env).filter((name) => env[name])),
    publicUrl,
    host: env['HOST'] || '127.0.0.1',
    port,
    dataDir,
    secretKeys: readSecretKeys(env),
    databaseUrl: databaseAddress(env, 'DATABASE_URL'),
    s3: s3(env),
    smtpUrl: env['SMTP_URL'] || null,
    mailFrom: env['MAIL_FROM'] || `Strongroom <no-reply@${publicUrl.hostname}>`,
    passwordMinLength: wholeNumber(env, 'PASSWORD_MIN_LENGTH', 12, 8, 64),
    defaultTier: readDefaultTier(env),
    registration: oneOf(env, 'REGISTRATION', registrationModes),
    plans: readPlans(env, dataDir),
    payments: readPayments(env),
    storageQuota: readStorageQuota(env),
    trustedProxies: explained('TRUST_PROXY', proxiesForm, () =>
      TrustedProxies.parse(env['TRUST_PROXY'] || 'off'),
    ),
    renderWorkers: wholeNumber(env, 'RENDER_WORKERS', 2, 1, 16),
    reserveBytes: onOff(env, 'DISK_RESERVE', true) ? 8 * 1024 * 1024 : 0,
    transfers: wholeNumber(env, 'TRANSFERS', 1000, 1, 100_000),
    libreOffice: readProgram(env, 'LIBREOFFICE', ['soffice', 'libreoffice']),
    isConfinementRequired: oneOf(env, 'LIBREOFFICE_CONFINEMENT', ['auto', 'required']) === 'required',
    logLevel: env['LOG_LEVEL'] || 'info',
    blockedWords: onOff(env, 'BLOCKED_WORDS', true),
    clientKeys: explained('CLIENT_KEYS', clientsForm, () =>
      parseClientKeys(env['CLIENT_KEYS'] || standardClientKeys),
    ),
    sendTest: onOff(env, 'SEND_TEST', true),
    survey: onOff(env, 'SURVEY', false),
    ffmpeg: readProgram(env, 'FFMPEG', ['ffmpeg']),
    metricsToken: metricsToken(env),
    auditEmail: auditAddress(env),
    dnsServers: readNameServers(env),
    outgoingNetworks: readOutgoingNetworks(env),
    auditDays: env['AUDIT_DAYS'] ? wholeNumber(env, 'AUDIT_DAYS', 0, 30, 36_500) : null,
    providers: Object.freeze(Object.fromEntries(providerNames.flatMap((name) => readProvider(env, name)))),
    clouds: readClouds(env),
    isTraced:
      env['OTEL_SDK_DISABLED'] !== 'true' &&
      Boolean(env['OTEL_EXPORTER_OTLP_ENDPOINT'] || env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT']),
  })
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  standard: number,
  least: number,
  max: number,
): number {
  const text = env[name]
  if (!text) return standard
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > max) {
    throw new Error(`${name} must be a whole number from ${least} to ${max}; it is "${text}".`)
  }
  return value
}

/** The first of these words is the default. */
function oneOf<Word extends string>(env: NodeJS.ProcessEnv, name: string, words: readonly Word[]): Word {
  const text = env[name] || words[0]
  const word = words.find((one) => one === text)
  if (word) return word
  throw new Error(`${name} must be one of ${words.join(', ')}; it is "${text}".`)
}

function onOff(env: NodeJS.ProcessEnv, name: string, standard: boolean): boolean {
  const text = env[name]
  if (!text) return standard
  if (text !== 'on' && text !== 'off') throw new Error(`${name} must be "on" or "off"; it is "${text}".`)
  return text === 'on'
}

function webAddress(env: NodeJS.ProcessEnv, name: string, standard: string): URL {
  const url = URL.parse(env[name] || standard)
  if (!url || !/^https?:$/.test(url.protocol) || url.pathname !== '/') {
    throw new Error(
      `${name} must be a web address without a path, like https://files.example.com; it is "${env[name]}".`,
    )
  }
  return url
}

function databaseAddress(env: NodeJS.ProcessEnv, name: string): string | null {
  const text = env[name]
  if (!text) return null
  // The value may contain a password, so it is not repeated here.
  if (!/^postgres(ql)?:\/\//.test(text) || !URL.canParse(text)) {
    throw new Error(`${name} must be an address like postgres://user:password@host:5432/strongroom.`)
  }
  return text
}

const s3Names = ['S3_ENDPOINT', 'S3_BUCKET', 'S3_ACCESS_KEY_ID', 'S3_SECRET_ACCESS_KEY'] as const

function s3(env: NodeJS.ProcessEnv): S3Config | null {
  const missing = s3Names.filter((name) => !env[name])
  if (missing.length === s3Names.length) return null
  if (missing.length > 0) throw new Error(`An S3 store needs ${missing.join(', ')} too.`)
  const endpoint = URL.parse(env['S3_ENDPOINT']!)
  if (!endpoint || !/^https?:$/.test(endpoint.protocol)) {
    throw new Error(
      `S3_ENDPOINT must be a web address, like https://s3.example.com; it is "${env['S3_ENDPOINT']}".`,
    )
  }
  return Object.freeze({
    endpoint,
    bucket: env['S3_BUCKET']!,
    region: env['S3_REGION'] || 'us-east-1',
    accessKeyId: env['S3_ACCESS_KEY_ID']!,
    secretAccessKey: env['S3_SECRET_ACCESS_KEY']!,
    forcePathStyle: onOff(env, 'S3_FORCE_PATH_STYLE', false),
  })
}

function explained<T>(name: string, form: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw new Error(`${name} must be ${form}: ${(error as Error).message}.`, { cause: error })
  }
}
