import type { Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { setHook, type HookRow } from './hook-rows.ts'

/** Receivers that answer at once, and those that keep us waiting, which wait for each other alone. */
export const lanes = { quick: 'webhook', slow: 'webhook-slow' } as const

/** Has a hook that is locked worked on at a time, by one job: an older one that still comes finds its turn over. */
export async function scheduleHook(tx: Transaction, jobs: Jobs, hook: HookRow, at: number): Promise<void> {
  const turn = hook.turn + 1
  await setHook(tx, hook.guid, { turn, wake_at: at, running_since: null })
  const lane = hook.slow_until > at ? lanes.slow : lanes.quick
  await jobs.add(tx, lane, { hook: hook.guid, turn: String(turn) }, { runAt: at })
}

/** Has a hook that is locked worked on as soon as its receiver may be asked, unless that is so already. */
export async function wakeHook(tx: Transaction, jobs: Jobs, hook: HookRow, now: number): Promise<void> {
  if (hook.state !== 'On' || hook.running_since !== null) return
  const at = Math.max(now, hook.paused_until)
  if (hook.wake_at !== null && hook.wake_at <= at) return
  await scheduleHook(tx, jobs, hook, at)
}
