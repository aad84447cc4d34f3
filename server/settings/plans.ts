import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { Plans, readLimits, standardPlans, tiers, type StorageQuota } from '#server/rules/product/plans.ts'
import { readFileSize } from '#server/rules/text/format.ts'

/** The standard plans, changed as PLANS says, or else the file `plans.json` in the data folder. Throws an Error. */
export function readPlans(env: NodeJS.ProcessEnv, dataDir: string): Plans {
  const file = path.join(dataDir, 'plans.json')
  const isFile = !env['PLANS']
  if (isFile && !existsSync(file)) return standardPlans
  try {
    return new Plans(readLimits(isFile ? readFileSync(file, 'utf8') : env['PLANS']!))
  } catch (error) {
    const where = isFile ? file : 'PLANS'
    throw new Error(`${where} doesn’t describe plans: ${(error as Error).message}.`, { cause: error })
  }
}

/** The tier code of new accounts. Throws an Error. */
export function readDefaultTier(env: NodeJS.ProcessEnv): number {
  const text = env['DEFAULT_TIER'] || 'enterprise'
  const tier = tiers.find(({ name }) => name.toLowerCase() === text.toLowerCase())
  if (tier) return tier.tierCode
  const names = tiers.map(({ name }) => name.toLowerCase()).join(', ')
  throw new Error(`DEFAULT_TIER must be one of ${names}; it is "${text}".`)
}

/** The storage of every account, if the operator decides it. Throws an Error. */
export function readStorageQuota(env: NodeJS.ProcessEnv): StorageQuota {
  const text = env['STORAGE_QUOTA']
  if (!text) return 'by plan'
  if (text === 'none') return null
  const bytes = readFileSize(text)
  if (bytes !== null) return bytes
  throw new Error(`STORAGE_QUOTA must be none or a size like 500 MB or 2 TB; it is "${text}".`)
}

/** The secret that notifications of payments are signed with, and where people pay; null for nowhere. */
export type PaymentsConfig = Readonly<{ secret: string; payAt: URL | null }>

/** Throws an Error. */
export function readPayments(env: NodeJS.ProcessEnv): PaymentsConfig | null {
  const { PLAN_PAYMENT_SECRET: secret, PLAN_PAYMENT_URL: address } = env
  if (!secret) {
    if (address) throw new Error('PLAN_PAYMENT_URL needs PLAN_PAYMENT_SECRET too.')
    return null
  }
  // Never repeated here: it is a secret.
  if (secret.length < 32) throw new Error('PLAN_PAYMENT_SECRET must have at least 32 characters.')
  const payAt = address ? URL.parse(address) : null
  if (address && !/^https?:$/.test(payAt?.protocol ?? ''))
    throw new Error(`PLAN_PAYMENT_URL must be a web address; it is "${address}".`)
  return Object.freeze({ secret, payAt })
}
