import type { CallName } from '#server/api/table.ts'
import type { Limit } from './limits.ts'

/** What people and programs read about a call. */
export type AboutCall = {
  /** In a few words; one that is like the call before it can do without. */
  does?: string
  /** In Markdown. */
  about: string
  /** The parameters of its query. */
  query?: readonly string[]
  /** What its example sends besides what it must: `Name`, `Name=value`, or `?Name` for what stands in its address. */
  example?: readonly string[]
  /** The StatusCodes that say what was done, if not 20000. */
  done?: readonly number[]
  /** The StatusCodes of its own refusals, besides those of every call. */
  refusals?: readonly number[]
  limits?: readonly Limit[]
}
export type AboutCalls = Partial<Record<CallName, AboutCall>>
