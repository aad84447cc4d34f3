/** What a tier allows. Sizes in bytes, 1 MB = 1024² bytes. */
export type Plan = Readonly<{
  tierCode: number
  name: string
  maxUploadBytes: number
  /** Recipients of one share. */
  maxRecipients: number
  /** Bytes of all files together, null for no limit. */
  storageBytes: number | null
  /** Data rooms that an account can own at a time, not counting those in the trash; null for no limit. */
  maxRooms: number | null
  /** People in a team that an account with it owns; 0 where the plan has no teams, null for no limit. */
  seats: number | null
  isPaid: boolean
  isTrial: boolean
}>

/** Whatever the plan, one submission adds no more than this. */
export const maxRecipientsAtOnce = 100

const MB = 1024 * 1024
const freeUpload = 25 * MB
const liteUpload = 500 * MB
const largeUpload = 1024 * MB
const GB = 1024 * MB

/** Of the plans that have teams (ours). */
const seatsByTier: Readonly<Record<number, number | null>> = { 4: 100, 5: 10, 9: null, 10: 100 }

function plan(
  tierCode: number,
  name: string,
  maxUploadBytes: number,
  storageBytes: number | null,
  maxRooms: number | null,
  isPaid: boolean,
): Plan {
  const isTrial = name.endsWith('trial')
  const isShort = tierCode === 0 || tierCode === 3 || tierCode === 5
  return Object.freeze({
    tierCode,
    name,
    maxUploadBytes,
    maxRecipients: isShort ? 5 : maxRecipientsAtOnce,
    storageBytes,
    maxRooms,
    seats: seatsByTier[tierCode] === undefined ? 0 : seatsByTier[tierCode],
    isPaid,
    isTrial,
  })
}

// API and Enterprise get the largest upload limit, which is Team's. The quotas of storage and data rooms are our
// choice.
export const plans: readonly Plan[] = [
  plan(0, 'Free', freeUpload, 1 * GB, 1, false),
  plan(1, 'Lite', liteUpload, 10 * GB, 5, true),
  plan(2, 'Pro', largeUpload, 100 * GB, 50, true),
  plan(3, 'Pro trial', largeUpload, 100 * GB, 50, false),
  plan(4, 'Team', largeUpload, 1024 * GB, 500, true),
  plan(5, 'Team trial', largeUpload, 100 * GB, 500, false),
  plan(6, 'Pro pre-active', largeUpload, 100 * GB, 50, false),
  plan(7, 'API', largeUpload, null, null, true),
  plan(9, 'Enterprise', largeUpload, null, null, true),
  plan(10, 'Enterprise trial', largeUpload, 100 * GB, 500, false),
]

const free = plans[0]!

/** The plan of a tier code. An undefined code (8, say) allows no more than Free. */
export function planOf(tierCode: number): Plan {
  return plans.find((one) => one.tierCode === tierCode) ?? free
}

/** The installation's storage setting: bytes for every account, null for no limit, or what each plan has. */
export type StorageQuota = number | null | 'by plan'

/** How many bytes an account's files can take in total, null for no limit. */
export function quotaOf(tierCode: number, installation: StorageQuota): number | null {
  return installation === 'by plan' ? planOf(tierCode).storageBytes : installation
}

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
