import type { Database, Transaction } from '#server/db/open.ts'
import type { FileTable } from '#server/db/schema.ts'
import type { Jobs } from '#server/jobs/queue.ts'
import type { Log } from '#server/log.ts'
import type { Metrics, RenderingState } from '#server/metrics.ts'
import { longestProcessing } from '#server/rules/client-constants.ts'
import type { PageWidth } from '#server/rules/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { unlessMissing } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'
import { traced } from '#server/tracing.ts'
import {
  RenderError,
  type BasePage,
  type PageImage,
  type PageSize,
  type RenderEngine,
  type WatermarkLook,
} from './engine.ts'
import { MAX_DOCUMENT_BYTES, requireDocumentBytes } from './limits.ts'
import { assemblePdf } from './pdf.ts'

export type { PageImage, WatermarkLook } from './engine.ts'

/** Base pages are kept this long; afterwards they are rendered again when somebody reads. */
const basePagesKept = 30 * 86_400_000
/** The width of copies and print pages, and of the page that is rendered beforehand. */
const copyWidth: PageWidth = 1600
const firstWidth: PageWidth = 1200

export type RenderedPage = { number: number; width: number; height: number }
export type RenderedFile = {
  guid: string
  objectGuid: string
  kind: 'pdf' | 'image' | 'text'
  pageCount: number
}

type WaitingFile = Pick<FileTable, 'guid' | 'kind' | 'object_guid' | 'size' | 'render_status'>

type Needs = {
  database: Database
  vault: Vault
  jobs: Jobs
  engine: RenderEngine
  clock: () => number
  log: Log
  metrics?: Metrics
  /** What follows when the pages are there, in the same transaction. */
  onRendered?: (tx: Transaction, fileGuid: string) => Promise<void>
}

/** Files into pages: once, sealed and cached; the reader's watermark is added as a page leaves. */
export class Rendering {
  readonly #needs: Needs
  /** Base pages being rendered now, so that two readers of one page wait for one rendering. */
  readonly #underWay = new Map<string, Promise<BasePage>>()
  /** When this process began, in epoch milliseconds. */
  readonly #since: number

  constructor(needs: Needs) {
    this.#needs = needs
    this.#since = needs.clock()
    needs.jobs.handle('render', ({ file }) => this.#prepare(file!), {
      concurrency: 2,
      onFailed: async ({ file }) => this.#fail(file!, 'timeout'),
    })
  }

  /**
   * Gets ready for work that is about to come: an upload under way, a reader at the door. Returns at once. `bytes` is
   * the size of what comes, where it is known: for what is too large to be shown no worker starts.
   */
  warm(bytes = 0): void {
    if (bytes > MAX_DOCUMENT_BYTES) return
    const { engine, log } = this.#needs
    engine.warm().catch((error: unknown) => log.error({ err: error }, 'warming up failed'))
  }

  /** Has a file rendered, as soon as the transaction is committed. */
  async start(tx: Transaction, fileGuid: string): Promise<void> {
    await tx
      .updateTable('file')
      .set({ render_status: 'In Progress', render_error: null, render_started_at: null })
      .where('guid', '=', fileGuid)
      .execute()
    await this.#needs.jobs.add(tx, 'render', { file: fileGuid })
  }

  async #prepare(fileGuid: string): Promise<void> {
    const file = await this.#file(fileGuid)
    if (!file || file.render_status !== 'In Progress') return
    await this.#noteTry(fileGuid)
    await traced(`render ${file.kind}`, { 'file.kind': file.kind, 'file.size': file.size }, () =>
      this.#makePages(file),
    )
  }

  async #makePages(file: WaitingFile): Promise<void> {
    const { log, metrics } = this.#needs
    const startedAt = performance.now()
    const count = (state: RenderingState): void =>
      metrics?.rendered(file.kind, state, (performance.now() - startedAt) / 1000)
    try {
      await this.#openAndDraw(file)
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
    const { database, engine, vault, onRendered } = this.#needs
    // Before a byte is read: the whole document has to fit into a worker.
    requireDocumentBytes(file.size)
    const { pages } = await engine.open(file.kind, () => vault.bytes(file.object_guid), file.guid)
    await this.#base({ ...file, objectGuid: file.object_guid }, 1, firstWidth)
    await database.transaction(async (tx) => {
      await this.#insertPages(tx, file.guid, pages)
      await tx
        .updateTable('file')
        .set({ render_status: 'Rendered', render_error: null, page_count: pages.length })
        .where('guid', '=', file.guid)
        .execute()
      await onRendered?.(tx, file.guid)
    })
  }

  /** From here on the file is in processing: while its job waited, since the server was off, it was not. */
  async #noteTry(fileGuid: string): Promise<void> {
    await this.#needs.database.kysely
      .updateTable('file')
      .set({ render_started_at: this.#needs.clock() })
      .where('guid', '=', fileGuid)
      .execute()
  }

  #file(fileGuid: string): Promise<WaitingFile | undefined> {
    return this.#needs.database.kysely
      .selectFrom('file')
      .select(['guid', 'kind', 'object_guid', 'size', 'render_status'])
      .where('guid', '=', fileGuid)
      .executeTakeFirst()
  }

  async #insertPages(tx: Transaction, fileGuid: string, pages: PageSize[]): Promise<void> {
    const rows = pages.map(({ width, height }, index) => ({
      file_guid: fileGuid,
      number: index + 1,
      width,
      height,
    }))
    for (let at = 0; at < rows.length; at += 500) {
      await tx
        .insertInto('page')
        .values(rows.slice(at, at + 500))
        .onConflict((conflict) => conflict.doNothing())
        .execute()
    }
  }

  async #fail(fileGuid: string, reason: string): Promise<void> {
    await this.#needs.database.kysely
      .updateTable('file')
      .set({ render_status: 'Error', render_error: reason })
      .where('guid', '=', fileGuid)
      .where('render_status', '=', 'In Progress')
      .execute()
  }

  /** Page numbers and sizes in PDF points; `first` counts from 1. */
  pages(fileGuid: string, { first, count }: { first: number; count: number }): Promise<RenderedPage[]> {
    return this.#needs.database.kysely
      .selectFrom('page')
      .select(['number', 'width', 'height'])
      .where('file_guid', '=', fileGuid)
      .where('number', '>=', first)
      .where('number', '<', first + count)
      .orderBy('number')
      .execute()
  }

  /** One page, `width` pixels wide, with the mark in its pixels. Throws notFound and pageError. */
  async pageImage(
    file: RenderedFile,
    number: number,
    width: PageWidth,
    look: WatermarkLook | null,
  ): Promise<PageImage> {
    if (number < 1 || number > file.pageCount) throw new Problem('notFound')
    try {
      return await this.#needs.engine.compose(await this.#base(file, number, width), look)
    } catch (error) {
      if (error instanceof RenderError) throw new Problem('pageError')
      throw error
    }
  }

  /** All pages with the mark as an image-only PDF, made while it is read. */
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

  #base(file: Omit<RenderedFile, 'pageCount'>, number: number, width: PageWidth): Promise<BasePage> {
    const key = `${file.guid}/${number}/${width}`
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const made = this.#cachedOrRendered(file, number, width).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, made)
    return made
  }

  async #cachedOrRendered(
    file: Omit<RenderedFile, 'pageCount'>,
    number: number,
    width: PageWidth,
  ): Promise<BasePage> {
    const { database, vault, engine, clock } = this.#needs
    const cached = await database.kysely
      .selectFrom('page_image')
      .select('object_guid')
      .where('file_guid', '=', file.guid)
      .where('number', '=', number)
      .where('width', '=', width)
      .executeTakeFirst()
    // A kept page may go just now: another process clears up.
    const kept = cached && (await vault.bytes(cached.object_guid).catch(unlessMissing))
    if (kept) return kept
    const base = await engine.render(file.kind, () => vault.bytes(file.objectGuid), file.guid, number, width)
    const { guid: objectGuid } = await vault.store(base)
    const isKept = await database.kysely
      .insertInto('page_image')
      .values({ file_guid: file.guid, number, width, object_guid: objectGuid, created_at: clock() })
      .onConflict((conflict) => conflict.doNothing())
      .returning('object_guid')
      .executeTakeFirst()
    if (!isKept) await vault.remove(objectGuid)
    return base
  }

  /** Gives up on files that stayed in processing too long; removes base pages that are old and answers how many. */
  async sweep(): Promise<number> {
    const { database, vault, clock } = this.#needs
    await this.#giveUp()
    const old = await database.kysely
      .selectFrom('page_image')
      .selectAll()
      .where('created_at', '<', clock() - basePagesKept)
      .limit(1000)
      .execute()
    for (const { file_guid, number, width, object_guid } of old) {
      await database.kysely
        .deleteFrom('page_image')
        .where('file_guid', '=', file_guid)
        .where('number', '=', number)
        .where('width', '=', width)
        .execute()
      await vault.remove(object_guid)
    }
    return old.length
  }

  /** Not in a process that has just come: the try that the last one died of is made up for first. */
  async #giveUp(): Promise<void> {
    const before = this.#needs.clock() - longestProcessing
    if (before < this.#since) return
    await this.#needs.database.kysely
      .updateTable('file')
      .set({ render_status: 'Error', render_error: 'timeout' })
      .where('render_status', '=', 'In Progress')
      .where('render_started_at', '<', before)
      .execute()
  }
}
