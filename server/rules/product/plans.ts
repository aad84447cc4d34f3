import { readFileSize } from '#server/rules/text/format.ts'

/** What a tier allows. Sizes in bytes, 1 MB = 1024² bytes; null for no limit. */
export type Plan = Tier &
  Readonly<{
    maxUploadBytes: number
    /** Recipients of one share. */
    maxRecipients: number
    /** Members of one data room, its owner not counted. */
    maxMembers: number
    /** Bytes of all files together. */
    storageBytes: number | null
    /** Data rooms that an account can own at a time, not counting those in the trash. */
    maxRooms: number | null
    /** People in a team, as long as its owner has this plan. */
    seats: number | null
    /** How long an account has the plan before it falls back to Free; null for as long as it wants. */
    days: number | null
  }>

/** What a tier code means everywhere, whatever an operator allows it. */
export type Tier = Readonly<{
  tierCode: number
  /** As commands, the configuration and `plans.json` name it: `pro-trial`. */
  key: TierKey
  name: string
  isPaid: boolean
  isTrial: boolean
}>

/** Whatever the plan, one submission adds no more than this. */
export const maxRecipientsPerForm = 100
/** Members of one room, its owner not counted: more than that no plan allows (ours). */
export const maxRoomMembers = 5000

/** The tier codes by the names that the configuration and the operator's commands use. */
export const tierCodes = Object.freeze({
  free: 0,
  lite: 1,
  pro: 2,
  'pro-trial': 3,
  team: 4,
  'team-trial': 5,
  'pro-pre-active': 6,
  api: 7,
  enterprise: 9,
  'enterprise-trial': 10,
})
export type TierKey = keyof typeof tierCodes

export const tierKeys = Object.keys(tierCodes) as TierKey[]

const tierNames: Readonly<Record<TierKey, string>> = {
  free: 'Free',
  lite: 'Lite',
  pro: 'Pro',
  'pro-trial': 'Pro trial',
  team: 'Team',
  'team-trial': 'Team trial',
  'pro-pre-active': 'Pro pre-active',
  api: 'API',
  enterprise: 'Enterprise',
  'enterprise-trial': 'Enterprise trial',
}
const paidTiers: readonly TierKey[] = ['lite', 'pro', 'team', 'api', 'enterprise']

export const tiers: readonly Tier[] = tierKeys.map((key) =>
  Object.freeze({
    tierCode: tierCodes[key],
    key,
    name: tierNames[key],
    isPaid: paidTiers.includes(key),
    isTrial: key.endsWith('trial'),
  }),
)

/** An undefined code (8, say) is Free. */
export function tierOf(tierCode: number): Tier {
  return tiers.find((one) => one.tierCode === tierCode) ?? tiers[0]!
}

const MB = 1024 * 1024
const GB = 1024 * MB
const largest = 1 * GB

type Limits = Omit<Plan, keyof Tier>

function limits(
  maxUploadBytes: number,
  storageBytes: number | null,
  maxRooms: number | null,
  more: Partial<Limits> = {},
): Limits {
  const [maxRecipients, maxMembers] = [maxRecipientsPerForm, maxRoomMembers]
  return { maxUploadBytes, storageBytes, maxRooms, maxRecipients, maxMembers, seats: 1, days: null, ...more }
}

const few = { maxRecipients: 5, maxMembers: 5 }

// API and Enterprise get the largest upload limit, which is Team's. The quotas of storage, data rooms and seats are
// our choice.
const standardLimits: Readonly<Record<TierKey, Limits>> = {
  free: limits(25 * MB, 1 * GB, 1, few),
  lite: limits(500 * MB, 10 * GB, 5),
  pro: limits(largest, 100 * GB, 50),
  'pro-trial': limits(largest, 100 * GB, 50, { ...few, days: 7 }),
  team: limits(largest, 1024 * GB, 500, { seats: 50 }),
  'team-trial': limits(largest, 100 * GB, 500, { ...few, seats: 5, days: 7 }),
  'pro-pre-active': limits(largest, 100 * GB, 50, { days: 14 }),
  api: limits(largest, null, null),
  enterprise: limits(largest, null, null, { seats: null }),
  'enterprise-trial': limits(largest, 100 * GB, 500, { seats: 25, days: 7 }),
}

/** The plans of one installation: every tier with what it allows there. */
export class Plans {
  readonly all: readonly Plan[]

  constructor(changed: ChangedLimits = {}) {
    this.all = tiers.map((tier) =>
      Object.freeze({ ...tier, ...standardLimits[tier.key], ...changed[tier.key] }),
    )
  }

  /** An undefined code (8, say) allows no more than Free. */
  of(tierCode: number): Plan {
    return this.all.find((one) => one.tierCode === tierCode) ?? this.all[0]!
  }
}

export const standardPlans = new Plans()

/** The installation's storage setting: bytes for every account, null for no limit, or what each plan has. */
export type StorageQuota = number | null | 'by plan'

export type ChangedLimits = Readonly<Partial<Record<TierKey, Partial<Limits>>>>

/** The names of the limits in `plans.json`: how each is read, and what it limits. */
const readers: Readonly<Record<string, { limit: keyof Limits; read: (value: unknown) => number | null }>> = {
  upload: { limit: 'maxUploadBytes', read: (value) => size(value) },
  storage: { limit: 'storageBytes', read: (value) => (value === null ? null : size(value)) },
  recipients: { limit: 'maxRecipients', read: (value) => whole(value, 1, 100_000) },
  members: { limit: 'maxMembers', read: (value) => whole(value, 1, maxRoomMembers) },
  rooms: { limit: 'maxRooms', read: (value) => (value === null ? null : whole(value, 0, 1_000_000)) },
  seats: { limit: 'seats', read: (value) => (value === null ? null : whole(value, 1, 1_000_000)) },
  days: { limit: 'days', read: (value) => whole(value, 1, 3650) },
}

/**
 * What an operator changes of the standard plans, from JSON like `{"free": {"upload": "100 MB", "rooms": null}}`. Throws
 * an Error that says where it is wrong.
 */
export function readLimits(json: string): ChangedLimits {
  const changed: Partial<Record<TierKey, Partial<Limits>>> = {}
  for (const [name, values] of Object.entries(objectIn(JSON.parse(json), 'the whole'))) {
    const key = tierKeys.find((one) => one === name)
    if (!key) throw new Error(`there is no plan "${name}"; the plans are ${tierKeys.join(', ')}`)
    changed[key] = limitsIn(objectIn(values, `"${key}"`), key)
  }
  return changed
}

function limitsIn(values: Record<string, unknown>, key: TierKey): Partial<Limits> {
  const found: Partial<Record<keyof Limits, number | null>> = {}
  for (const [name, value] of Object.entries(values)) {
    const reader = Object.hasOwn(readers, name) ? readers[name] : undefined
    const known = Object.keys(readers).join(', ')
    if (!reader) throw new Error(`"${key}" has no limit "${name}"; the limits are ${known}`)
    // Only what ends by itself has an end to move.
    if (name === 'days' && standardLimits[key].days === null)
      throw new Error(`"${key}" does not end, so it has no "days"`)
    try {
      found[reader.limit] = reader.read(value)
    } catch (error) {
      throw new Error(`"${name}" of "${key}" ${(error as Error).message}`, { cause: error })
    }
  }
  return found as Partial<Limits>
}

function objectIn(value: unknown, what: string): Record<string, unknown> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value }
  throw new Error(`${what} must be an object in braces`)
}

function size(value: unknown): number {
  const bytes = typeof value === 'string' ? readFileSize(value) : null
  if (bytes === null || bytes < 1) throw new Error('must be a size like "25 MB" or "1 GB"')
  return bytes
}

function whole(value: unknown, least: number, most: number): number {
  if (typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most) return value
  throw new Error(`must be a whole number from ${least} to ${most}`)
}
