import type { Transaction } from '#server/db/open.ts'
import type { JobOptions, Jobs } from '#server/jobs/queue.ts'
import type { FileKind } from '#server/rules/files/files.ts'

/** Video takes minutes to convert: no document waits for it. */
export const renderJobs = ['render', 'render-media'] as const

/** The last try is after 13 minutes; of what the program itself does wrong, after 35 seconds. */
export const renderTries: JobOptions = { concurrency: 2, tries: 5, triesOfFaults: 3 }

/** Has a file rendered, if the transaction commits. */
export async function queueRender(
  jobs: Jobs,
  tx: Transaction,
  { guid, kind }: { guid: string; kind: FileKind },
): Promise<void> {
  await jobs.add(tx, kind === 'media' ? 'render-media' : 'render', { file: guid })
}

/** When files are tried again after a fault that was not theirs. */
export class NextTries {
  readonly #jobs: Jobs

  constructor(jobs: Jobs) {
    this.#jobs = jobs
  }

  /** In epoch milliseconds; null if the file is not waiting for that. */
  of(fileGuid: string): Promise<number | null> {
    return this.#jobs.nextTry(renderJobs, { file: fileGuid })
  }
}
