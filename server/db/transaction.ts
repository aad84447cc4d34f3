import type { Kysely } from 'kysely'
import type { Log } from '#server/log.ts'
import { insideTransaction } from './inside-transaction.ts'
import type { Schema } from './schema.ts'

type Effect = () => void | Promise<void>

export type Transaction = Kysely<Schema> & {
  /** Registers what must happen once, after COMMIT, and never after a rollback: waking jobs, removing bytes. */
  onCommit(effect: Effect): void
  /**
   * Registers the last statements of the transaction, behind everything that it locks: for rows that many write to, such
   * as totals, which then no one holds while waiting for something else.
   */
  atEnd(work: () => Promise<void>): void
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
    const last: (() => Promise<void>)[] = []
    const tx = Object.assign(kyselyTransaction, {
      onCommit: (effect: Effect) => void effects.push(effect),
      atEnd: (statements: () => Promise<void>) => void last.push(statements),
    })
    return insideTransaction(async () => {
      const done = await work(tx)
      for (const statements of last) await statements()
      return done
    })
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
