import type { Database } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import { Problem } from '#server/rules/problems.ts'
import { verify, type VerifyDeps } from '#server/operations/verify.ts'
import { verifyEnd } from './report-lines.ts'
import type { OperationRuns } from './runs.ts'

type ChecksDeps = VerifyDeps & { database: Database; jobs: Jobs; runs: OperationRuns }

/** Checks of the installation that an operator asks for: jobs, which survive a restart, and say what they found. */
export class Checks {
  readonly #deps: ChecksDeps

  constructor(deps: ChecksDeps) {
    this.#deps = deps
    deps.jobs.handle('verify', ({ run = '', how = '' }) => this.#work(run, how === 'quick'), {
      onFailed: ({ run = '' }, error) => deps.runs.end(run, { lines: [error.message], hasFailed: true }),
    })
  }

  /** Asks for one. Throws badForm while another one runs. */
  async ask(requestedBy: string, { isQuick }: { isQuick: boolean }): Promise<void> {
    const { database, jobs, runs } = this.#deps
    const [last] = await runs.list('verify', 1)
    if (last && last.finishedAt === null && last.requestedBy !== null)
      throw new Problem('badForm', { field: 'email', text: 'A check is running. Wait until it has ended.' })
    await database.transaction(async (tx) => {
      const run = await runs.begin('verify', requestedBy, tx)
      await jobs.add(tx, 'verify', { run, how: isQuick ? 'quick' : 'whole' })
    })
  }

  async #work(run: string, isQuick: boolean): Promise<void> {
    const report = await verify(this.#deps, { isQuick })
    await this.#deps.runs.end(run, verifyEnd(report, isQuick))
  }
}
