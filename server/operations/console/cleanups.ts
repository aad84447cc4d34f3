import type { Database } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Swept } from '#server/uploads/uploads.ts'

/** The daily cleanup: what has expired, answered in rows, and what nothing uses. */
export type Cleaning = { sweep(): Promise<number>; sweepStorage(): Promise<Swept> }

type Deps = { database: Database; jobs: Jobs; log: Log }

/** Has the daily cleanup done when an operator asks for it: a job, which can run twice. */
export class Cleanups {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Says what cleans: the whole installation, which is put together after this. */
  doneBy(cleaning: Cleaning): void {
    const { jobs, log } = this.#deps
    jobs.handle('cleanup', async () => {
      const ended = await cleaning.sweep()
      log.info({ ...(await cleaning.sweepStorage()), ended }, 'Cleaned up')
    })
  }

  /** Asked for again while it waits, it runs once. */
  async ask(): Promise<void> {
    const { database, jobs } = this.#deps
    await database.transaction((tx) => jobs.add(tx, 'cleanup', {}, { isOnce: true }))
  }
}
