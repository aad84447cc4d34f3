import type { Database, Transaction } from '#server/db/open.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import { noConverter } from '#server/rules/files/files.ts'
import { firstStep } from '#server/rules/files/render-reason.ts'
import { Problem } from '#server/rules/problems.ts'
import { asksForPassword, type RenderedSoFar } from '#server/rendering/pdf/asks-for-password.ts'
import { findingsOf } from './findings.ts'
import type { Rendering } from '#server/rendering/rendering.ts'

type Deps = { database: Database; rendering: Rendering; rates: RateLimits }

/** Tries to render one file again. */
const triesPerHour = { count: 5, per: 3_600_000 }
const passwordsPerMinute = { count: 10, per: 60_000 }

type WithFindings = RenderedSoFar & { findings: string }

/** Another attempt at a file that could not be rendered; the caller has checked whose file it is. */
export class RenderRetries {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Whether rendering the file again makes sense. */
  mayRetry({ file_kind, render_status, render_error }: RenderedSoFar): boolean {
    if (render_status !== 'Error') return false
    if (render_error === noConverter) return this.#deps.rendering.canShow(file_kind)
    return firstStep(render_error) === 'try again'
  }

  /** Counts another attempt, five an hour. Throws notRetried and tooManyAttempts. */
  async count(file: RenderedSoFar, fileGuid: string): Promise<void> {
    if (!this.mayRetry(file)) throw new Problem('notRetried')
    await this.#deps.rates.require(`render:${fileGuid}`, triesPerHour)
  }

  /** Has the file rendered again. Throws notRetried if someone was faster. */
  async start(tx: Transaction, file: RenderedSoFar, fileGuid: string): Promise<void> {
    if (!this.mayRetry(file)) throw new Problem('notRetried')
    await this.#deps.rendering.start(tx, fileGuid)
  }

  /** Counts a change of what is shown, five an hour. Throws notRetried if there is no choice, tooManyAttempts. */
  async countChoice(file: WithFindings, fileGuid: string): Promise<void> {
    if (!hasChanges(file)) throw new Problem('notRetried')
    await this.#deps.rates.require(`render:${fileGuid}`, triesPerHour)
  }

  /** Sets whether readers see tracked changes. Throws notRetried if someone was faster. */
  async showChanges(tx: Transaction, file: WithFindings, fileGuid: string, shows: boolean): Promise<void> {
    if (!hasChanges(file)) throw new Problem('notRetried')
    await this.#deps.rendering.showChanges(tx, fileGuid, shows)
  }

  /**
   * Stores the password that a document itself requires, and has its pages rendered with it. Whether it opens what only
   * LibreOffice opens is known afterwards: the file then fails with `wrong password`. Throws notRetried if the file
   * requires none, tooManyAttempts, and documentPasswordWrong on the field `documentPassword`.
   */
  async givePassword(file: RenderedSoFar, fileGuid: string, password: string): Promise<void> {
    const { database, rendering, rates } = this.#deps
    if (!asksForPassword(file)) throw new Problem('notRetried')
    const field = 'documentPassword'
    if (password === '' || password.includes('\0')) throw new Problem('documentPasswordWrong', { field })
    await rates.require(`document-password:${fileGuid}`, passwordsPerMinute)
    const found = await database.kysely
      .selectFrom('file')
      .innerJoin('object', 'object.guid', 'file.object_guid')
      .select(['file.guid', 'file.object_guid', 'file.kind', 'object.is_locked'])
      .where('file.guid', '=', fileGuid)
      .executeTakeFirstOrThrow()
    const { guid, object_guid: objectGuid, kind } = found
    const paged = { guid, objectGuid, kind, isLocked: found.is_locked === 1 }
    if (!(await rendering.givePassword(paged, password)))
      throw new Problem('documentPasswordWrong', { field })
  }
}

function hasChanges({ render_status, findings }: WithFindings): boolean {
  return render_status === 'Rendered' && findingsOf(findings).changes === true
}
