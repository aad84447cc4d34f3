import type { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import { insideTransaction } from './inside-transaction.ts'
import type { Schema } from './schema.ts'

type Effect = () => void | Promise<void>

export type Transaction = Kysely<Schema> & {
  /** Registers what must happen once, after COMMIT, and never after a rollback: waking jobs, removing bytes. */
  onCommit(effect: Effect): void
}

/**
 * Runs `work` in one transaction, then its effects in their order. An effect that fails is logged: what was
 * committed stays committed, and the caller is not told otherwise.
 */
export async function runTransaction<T>(
  kysely: Kysely<Schema>,
  log: Log,
  work: (tx: Transaction) => Promise<T>,
): Promise<T> {
  const effects: Effect[] = []
  const result = await kysely.transaction().execute((kyselyTransaction) => {
    const tx = Object.assign(kyselyTransaction, { onCommit: (effect: Effect) => void effects.push(effect) })
    return insideTransaction(() => work(tx))
  })
  for (const effect of effects) {
    try {
      await effect()
    } catch (error) {
      log.error({ err: error }, 'An effect after a commit failed')
    }
  }
  return result
}
