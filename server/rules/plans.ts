/** What a tier allows (specification 1 sections 4 and 9, reading B12). Sizes in bytes, 1 MB = 1024² bytes. */
export type Plan = Readonly<{
  tierCode: number
  name: string
  maxUploadBytes: number
  /** Recipients of one share. */
  maxRecipients: number
  isPaid: boolean
  isTrial: boolean
}>

/** Whatever the plan, one submission adds no more than this. */
export const maxRecipientsAtOnce = 100

const MB = 1024 * 1024
const freeUpload = 25 * MB
const liteUpload = 500 * MB
const largeUpload = 1024 * MB

function plan(tierCode: number, name: string, maxUploadBytes: number, isPaid: boolean): Plan {
  const isTrial = name.endsWith('trial')
  const isShort = tierCode === 0 || tierCode === 3 || tierCode === 5
  return Object.freeze({
    tierCode,
    name,
    maxUploadBytes,
    maxRecipients: isShort ? 5 : maxRecipientsAtOnce,
    isPaid,
    isTrial,
  })
}

// The specification names no upload limit for api and enterprise: they have the largest, which is Team's.
export const plans: readonly Plan[] = [
  plan(0, 'Free', freeUpload, false),
  plan(1, 'Lite', liteUpload, true),
  plan(2, 'Pro', largeUpload, true),
  plan(3, 'Pro trial', largeUpload, false),
  plan(4, 'Team', largeUpload, true),
  plan(5, 'Team trial', largeUpload, false),
  plan(6, 'Pro pre-active', largeUpload, false),
  plan(7, 'API', largeUpload, true),
  plan(9, 'Enterprise', largeUpload, true),
  plan(10, 'Enterprise trial', largeUpload, false),
]

const free = plans[0]!

/** The plan of a tier code. A code that nobody defined (8, say) allows no more than Free. */
export function planOf(tierCode: number): Plan {
  return plans.find((one) => one.tierCode === tierCode) ?? free
}

/** The tier codes by the words that the configuration and the operator's commands use. */
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
