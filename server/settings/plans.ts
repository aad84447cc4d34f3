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
