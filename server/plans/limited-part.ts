import type { Kysely } from 'kysely'
import type { Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { Plan } from '#server/rules/product/plans.ts'

/**
 * Something of an account that is over the limits of a plan: a share with so many people or such a large file, a room
 * with so many members, or one room more than the plan has. `figure` is how many, or bytes.
 */
export type OverPlan = {
  kind: 'share' | 'room'
  guid: string
  name: string
  why: 'people' | 'size' | 'number'
  figure: number
}

/** What a domain has that plans limit. */
export type LimitedPart = {
  /** What a plan has no place for, the oldest first: at most `limit` of it, and how much there is. */
  over(
    kysely: Kysely<Schema>,
    ownerGuid: string,
    plan: Plan,
    limit: number,
  ): Promise<{ items: OverPlan[]; total: number }>
  /** Closes what a plan has no place for, and opens what it has. Nothing is deleted or changed otherwise. */
  apply(tx: Transaction, ownerGuid: string, plan: Plan, now: number): Promise<void>
}
