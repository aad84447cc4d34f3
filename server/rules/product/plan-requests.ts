import { tierCodes, type TierKey } from './plans.ts'

/** What an account can ask of the operators for its plan. */
export const planRequestKinds = ['upgrade', 'seats', 'invoice'] as const
export type PlanRequestKind = (typeof planRequestKinds)[number]

/** A request in a few words, as lists and emails name it: "the plan Team with 12 seats". */
export function planRequestLabel({
  kind,
  plan,
  seats,
}: {
  kind: PlanRequestKind
  plan: string
  seats: number | null
}): string {
  const places = seats === null ? '' : ` with ${seats} ${seats === 1 ? 'seat' : 'seats'}`
  if (kind === 'seats') return `${seats ?? 'more'} seats of ${plan}`
  return kind === 'invoice' ? `an invoice for ${plan}${places}` : `the plan ${plan}${places}`
}

export type PlanRequestStatus = 'Waiting' | 'Approved' | 'Declined' | 'Withdrawn'

/** The plans that can be asked for: what ends by itself is given, not sold. */
export const requestableTiers: readonly TierKey[] = ['lite', 'pro', 'team', 'api', 'enterprise']

export function isRequestable(tierCode: number): boolean {
  return requestableTiers.some((key) => tierCodes[key] === tierCode)
}

export const maxPlanMessageLength = 1000
export const maxPlanNoteLength = 500
export const maxSeats = 1_000_000
