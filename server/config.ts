import { existsSync } from 'node:fs'
import path from 'node:path'
import { plans } from '#server/rules/plans.ts'

/** Everything the environment decides, read once at start. `.env.example` says what each variable means. */
export type Config = Readonly<{
  publicUrl: URL
  host: string
  port: number
  dataDir: string
  /** 32 bytes, or null: the key is kept in the data folder. */
  secretKey: Buffer | null
  databaseUrl: string | null
  smtpUrl: string | null
  mailFrom: string
  /** Characters, 8 to 64. */
  passwordMinLength: number
  /** Tier code of new accounts. */
  defaultTier: number
  trustProxy: boolean
  renderWorkers: number
  logLevel: string
  blockedWords: boolean
}>

/** Adds the variables of a `.env` file in the current folder; those already set win. */
export function loadEnvFile(): void {
  if (existsSync('.env')) process.loadEnvFile('.env')
}

/** Reads the environment; throws an Error that names the variable when a value makes no sense. */
export function readConfig(env: NodeJS.ProcessEnv = process.env): Config {
  const port = wholeNumber(env, 'PORT', 3000, 0, 65_535)
  const publicUrl = webAddress(env, 'PUBLIC_URL', `http://localhost:${port}`)
  return Object.freeze({
    publicUrl,
    host: env['HOST'] || '127.0.0.1',
    port,
    dataDir: path.resolve(env['DATA_DIR'] || 'data'),
    secretKey: key(env),
    databaseUrl: env['DATABASE_URL'] || null,
    smtpUrl: env['SMTP_URL'] || null,
    mailFrom: env['MAIL_FROM'] || `Strongroom <no-reply@${publicUrl.hostname}>`,
    passwordMinLength: wholeNumber(env, 'PASSWORD_MIN_LENGTH', 12, 8, 64),
    defaultTier: tier(env),
    trustProxy: onOff(env, 'TRUST_PROXY', false),
    renderWorkers: wholeNumber(env, 'RENDER_WORKERS', 2, 1, 16),
    logLevel: env['LOG_LEVEL'] || 'info',
    blockedWords: onOff(env, 'BLOCKED_WORDS', true),
  })
}

function wholeNumber(
  env: NodeJS.ProcessEnv,
  name: string,
  standard: number,
  least: number,
  most: number,
): number {
  const text = env[name]
  if (!text) return standard
  const value = Number(text)
  if (!Number.isInteger(value) || value < least || value > most) {
    throw new Error(`${name} must be a whole number from ${least} to ${most}; it is "${text}".`)
  }
  return value
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

function key(env: NodeJS.ProcessEnv): Buffer | null {
  const text = env['SECRET_KEY']
  if (!text) return null
  if (!/^[0-9a-f]{64}$/i.test(text))
    throw new Error('SECRET_KEY must be 64 hexadecimal characters (32 bytes).')
  return Buffer.from(text, 'hex')
}

function tier(env: NodeJS.ProcessEnv): number {
  const text = env['DEFAULT_TIER'] || 'enterprise'
  const plan = plans.find((one) => one.name.toLowerCase() === text.toLowerCase())
  if (plan) return plan.tierCode
  const names = plans.map((one) => one.name.toLowerCase()).join(', ')
  throw new Error(`DEFAULT_TIER must be one of ${names}; it is "${text}".`)
}
