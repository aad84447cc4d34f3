import type { Context } from './context.ts'

/** What a loader or an action is given of its request. */
export type Given = Context & {
  request: Request
  url: URL
  params: Record<string, string | undefined>
  /** Epoch milliseconds of this request. */
  now: number
}
