import type { Database, Transaction } from '#server/db/open.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Metrics, RenderingState } from '#server/metrics.ts'
import { hasPages, type FileKind } from '#server/rules/files/files.ts'
import { maxProcessing } from '#server/rules/product/client-constants.ts'
import type { DrawnWidth, PageWidth } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import type { FileKey, Vault } from '#server/storage/vault.ts'
import { traced } from '#server/tracing.ts'
import { BasePages } from './pages/base-pages.ts'
import type { Conversions } from './preparing/conversions.ts'
import { keptFindings } from './preparing/findings.ts'
import { formThatOpens, type DocumentPasswords } from './pdf/document-passwords.ts'
import {
  RenderError,
  type PageImage,
  type PageSize,
  type RenderEngine,
  type WatermarkLook,
} from './engine.ts'
import { MAX_DOCUMENT_BYTES, requireDocumentBytes } from './limits.ts'
import { insertPages } from './pdf/page-rows.ts'
import { foundInPages, openedPages } from './pdf/opened-pages.ts'
import { asksForPassword } from './pdf/asks-for-password.ts'
import { isDrawnItself } from './pages/page-source.ts'
import type { PagedFile } from './pages/paged-file.ts'
import { assemblePdf } from './pdf/pdf.ts'
import { canPrepare, prepare, type Preparations } from './preparing/preparations.ts'
import { queueRender, renderJobs, renderTries } from './preparing/next-tries.ts'
import { findWaitingFile, whileThere, type WaitingFile } from './preparing/waiting-file.ts'

export type { PageImage, WatermarkLook } from './engine.ts'

/** The width of copies and print pages, and of the page that is rendered in advance. */
const copyWidth: PageWidth = 1600
const firstWidth: PageWidth = 1200

export type RenderedPage = { number: number; width: number; height: number }
export type RenderedFile = {
  guid: string
  objectGuid: string
  kind: FileKind
  pageCount: number
  /** Opens a file that is locked with a passkey, and its pages. */
  key?: FileKey | null
}

type Deps = {
  database: Database
  vault: Vault
  jobs: Jobs
  engine: RenderEngine
  clock: () => number
  log: Log
  metrics?: Metrics
  conversions: Conversions
  passwords: DocumentPasswords
  preparations?: Preparations
  /** What follows in the same transaction: when the pages are ready, or it is known that there will be none. */
  onRendered?: (tx: Transaction, fileGuid: string) => Promise<void>
  onFailed?: (tx: Transaction, fileGuid: string) => Promise<void>
}

/** Files to pages: once, encrypted and cached; the reader's watermark is added as a page is sent. */
export class Rendering {
  readonly #deps: Deps
  readonly #basePages: BasePages
  /** When this process began, in epoch milliseconds. */
  readonly #since: number

  constructor(deps: Deps) {
    this.#deps = deps
    this.#basePages = new BasePages(deps)
    this.#since = deps.clock()
    for (const kind of renderJobs)
      deps.jobs.handle(kind, ({ file }) => whileThere(deps, file!, () => this.#prepare(file!)), {
        ...renderTries,
        onFailed: async ({ file }) => this.#fail(file!, 'fault'),
      })
  }

  /**
   * Gets ready for work that is about to come: an upload in progress, a reader signing in. Returns immediately. `bytes`
   * is the size of what comes, if known: no worker starts for what is too large to be shown.
   */
  warm(bytes = 0): void {
    if (bytes > MAX_DOCUMENT_BYTES) return
    const { engine, log } = this.#deps
    engine.warm().catch((error: unknown) => log.error({ err: error }, 'warming up failed'))
  }

  /** Whether this installation can show files of a kind at all: otherwise they are download only. */
  canShow(kind: FileKind): boolean {
    return canPrepare(this.#deps.preparations ?? {}, kind)
  }

  /**
   * Stores the document's own password, and has it rendered again; false if it does not open the document. For a file
   * that is locked with a passkey no one can tell before someone enters that.
   */
  async givePassword(file: PagedFile & { isLocked: boolean }, password: string): Promise<boolean> {
    const { database, passwords } = this.#deps
    const opens = file.isLocked ? password : await formThatOpens(this.#deps, file, password)
    if (opens === null) return false
    await database.transaction(async (tx) => {
      await passwords.keep(file.guid, opens, tx)
      await this.start(tx, file.guid)
    })
    return true
  }

  /**
   * Stores a password that came with a file, in the transaction that claims the file; whether the file requires one is
   * known when it is rendered. Returns whether that is retried.
   */
  async takePassword(tx: Transaction, fileGuid: string, password: string): Promise<boolean> {
    const file = await this.#deps.passwords.keep(fileGuid, password, tx)
    if (!file || !asksForPassword({ ...file, file_kind: file.kind })) return false
    await this.start(tx, fileGuid)
    return true
  }

  /** Has a file rendered, as soon as the transaction is committed. */
  async start(tx: Transaction, fileGuid: string): Promise<void> {
    const started = await tx
      .updateTable('file')
      .set({ render_status: 'In Progress', render_error: null, render_started_at: null })
      .where('guid', '=', fileGuid)
      .returning(['guid', 'kind'])
      .executeTakeFirst()
    if (started) await queueRender(this.#deps.jobs, tx, started)
  }

  /**
   * Renders the pages of a document again, with its tracked changes or as if they were accepted, as soon as the
   * transaction is committed. None of the earlier pages is kept.
   */
  async showChanges(tx: Transaction, fileGuid: string, shows: boolean): Promise<void> {
    await tx
      .updateTable('file')
      .set({ shows_changes: shows ? 1 : 0, page_count: 0 })
      .where('guid', '=', fileGuid)
      .execute()
    await tx.deleteFrom('page').where('file_guid', '=', fileGuid).execute()
    await this.#basePages.drop(tx, fileGuid)
    await this.start(tx, fileGuid)
  }

  async #prepare(fileGuid: string): Promise<void> {
    const file = await findWaitingFile(this.#deps.database.kysely, fileGuid)
    if (!file || file.render_status !== 'In Progress') return
    // A locked file waits for someone with the key: `prepareLocked`.
    if (file.is_locked === 1) return
    await this.#noteTry(fileGuid)
    await this.#makePages(file)
  }

  /**
   * Renders a file that is locked with a passkey, while someone has its key; one that has pages, or cannot be shown,
   * stays as it is. Throws ObjectLocked for another file's key.
   */
  async prepareLocked(fileGuid: string, key: FileKey): Promise<void> {
    const file = await findWaitingFile(this.#deps.database.kysely, fileGuid)
    if (file?.render_status === 'In Progress') await this.#makePages({ ...file, key })
  }

  async #makePages(file: WaitingFile): Promise<void> {
    const { log, metrics } = this.#deps
    const startedAt = performance.now()
    const count = (state: RenderingState): void =>
      metrics?.rendered(file.kind, state, (performance.now() - startedAt) / 1000)
    try {
      await traced(`render ${file.kind}`, { 'file.kind': file.kind, 'file.size': file.size }, () =>
        this.#openAndDraw(file),
      )
      count('rendered')
    } catch (error) {
      const isRefused = error instanceof RenderError
      count(isRefused ? 'refused' : 'failed')
      if (!isRefused) throw error
      log.info({ file: file.guid, reason: error.reason }, 'a file cannot be shown')
      await this.#fail(file.guid, error.reason)
    }
  }

  async #openAndDraw(file: WaitingFile): Promise<void> {
    const { database, onRendered, preparations = {} } = this.#deps
    const { guid, kind, name, size, media_type: mediaType, object_guid: objectGuid } = file
    // Before it is read into memory.
    if (isDrawnItself(kind)) requireDocumentBytes(size)
    const showsChanges = file.shows_changes === 1
    const document = { guid, objectGuid, name, mediaType, size, showsChanges }
    const prepared = await prepare(preparations, kind, document)
    const pages = hasPages(kind) ? await this.#openAndDrawFirst({ ...file, objectGuid }) : []
    const findings = { ...prepared, ...(await foundInPages(this.#deps, { ...file, objectGuid })) }
    await database.transaction(async (tx) => {
      await insertPages(tx, file.guid, pages)
      await tx
        .updateTable('file')
        .set({ render_status: 'Rendered', render_error: null, page_count: pages.length })
        .set({ findings: keptFindings(findings) })
        .where('guid', '=', file.guid)
        .execute()
      await onRendered?.(tx, file.guid)
    })
  }

  async #openAndDrawFirst(file: PagedFile): Promise<PageSize[]> {
    const pages = await openedPages(this.#deps, file)
    await this.#basePages.get(file, 1, firstWidth)
    return pages
  }

  /** From here on the file is being processed: while its job waited, since the server was down, it was not. */
  async #noteTry(fileGuid: string): Promise<void> {
    await this.#deps.database.kysely
      .updateTable('file')
      .set({ render_started_at: this.#deps.clock() })
      .where('guid', '=', fileGuid)
      .execute()
  }

  async #fail(fileGuid: string, reason: string): Promise<void> {
    const { database, passwords, onFailed } = this.#deps
    await database.transaction(async (tx) => {
      // It may have been given since it was found to be missing.
      if (reason === 'password' && (await passwords.hold(tx, fileGuid))) return this.start(tx, fileGuid)
      const failed = await tx
        .updateTable('file')
        .set({ render_status: 'Error', render_error: reason })
        .where('guid', '=', fileGuid)
        .where('render_status', '=', 'In Progress')
        .returning('guid')
        .executeTakeFirst()
      if (failed) await onFailed?.(tx, fileGuid)
    })
  }

  /** Page numbers and sizes in PDF points; `first` counts from 1. */
  pages(fileGuid: string, { first, count }: { first: number; count: number }): Promise<RenderedPage[]> {
    return this.#deps.database.kysely
      .selectFrom('page')
      .select(['number', 'width', 'height'])
      .where('file_guid', '=', fileGuid)
      .where('number', '>=', first)
      .where('number', '<', first + count)
      .orderBy('number')
      .execute()
  }

  /** One page, `width` pixels wide, with the watermark in its pixels. Throws notFound and pageError. */
  async pageImage(
    file: RenderedFile,
    number: number,
    width: DrawnWidth,
    look: WatermarkLook | null,
  ): Promise<PageImage> {
    if (number < 1 || number > file.pageCount) throw new Problem('notFound')
    try {
      return await this.#deps.engine.compose(await this.#basePages.get(file, number, width), look)
    } catch (error) {
      if (error instanceof RenderError) throw new Problem('pageError')
      throw error
    }
  }

  /** All pages with the watermark as an image-only PDF, made while it is read. */
  pdf(file: RenderedFile, look: WatermarkLook | null): AsyncIterable<Buffer> {
    return assemblePdf(this.#markedPages(file, look))
  }

  async *#markedPages(file: RenderedFile, look: WatermarkLook | null) {
    for (let first = 1; first <= file.pageCount; first += 100) {
      for (const page of await this.pages(file.guid, { first, count: 100 })) {
        const image = await this.pageImage(file, page.number, copyWidth, look)
        yield { image, size: { width: page.width, height: page.height } }
      }
    }
  }

  /** Gives up on files that have been processing for too long; removes old base pages and answers how many. */
  async sweep(): Promise<number> {
    await this.#giveUp()
    return this.#basePages.sweep()
  }

  /** Not in a process that has just started: the attempt during which the last one died is repeated first. */
  async #giveUp(): Promise<void> {
    const before = this.#deps.clock() - maxProcessing
    if (before < this.#since) return
    const late = await this.#deps.database.kysely
      .selectFrom('file')
      .select('guid')
      .where('render_status', '=', 'In Progress')
      .where('render_started_at', '<', before)
      .execute()
    for (const { guid } of late) await this.#fail(guid, 'timeout')
  }
}
