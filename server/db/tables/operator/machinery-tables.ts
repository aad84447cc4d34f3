import type { Generated } from 'kysely'

/** Work that outlives its request and its process. */
export interface JobTable {
  guid: string
  kind: string
  /** JSON object of names and identifiers. */
  payload: string
  run_at: number
  tries: Generated<number>
  leased_until: number | null
  leased_by: string | null
  created_at: number
  failed_at: number | null
  error: string | null
}

/** A form that is processed once, and the outcome. */
export interface SentFormTable {
  /** A hash over the form, its content and its sender. */
  key: string
  /** The request that processes it. */
  held_by: string
  held_until: number
  /** How it was answered, so that a second submission gets the same answer; null while it is being processed. */
  outcome: string | null
  ends_at: number
}

/** A counted window for rate limits, shared by all processes. */
export interface RateTable {
  key: string
  count: number
  window_ends_at: number
}
