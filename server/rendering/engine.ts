import type { Log } from '../log.ts'
import { prepareFontConfig } from './font-config.ts'
import { requireDocumentBytes } from './limits.ts'
import { assemblePdf, type PdfPage } from './pdf.ts'
import { transferable } from './transfer.ts'
import {
  RenderError,
  type BasePage,
  type DocumentFacts,
  type PageImage,
  type SourceKind,
  type WatermarkLook,
} from './types.ts'
import { compilePdfium } from './wasm-module.ts'
import { WorkerPool } from './worker-pool.ts'
import type { WorkerThread } from './worker-thread.ts'

export * from './types.ts'

export type TimeLimits = { open: number; page: number }

export type EngineOptions = {
  /** Threads that open documents and draw pages; half as many more add watermarks. */
  workers: number
  log: Log
  /** Milliseconds after which a worker counts as hung; tests make them short. */
  limits?: TimeLimits
}

const LIMITS: TimeLimits = { open: 5_000, page: 15_000 }
const DOCUMENTS_IDLE_MS = 2 * 60_000
const COMPOSERS_IDLE_MS = 10 * 60_000
// The first text of a process waits for the fonts to be listed; a compose has little else to wait for.
const START_LIMIT = 15_000

type ReadBytes = () => Promise<Uint8Array>

/**
 * Documents to pages and pages to pictures, in worker threads. It knows bytes only, no storage and no database.
 * Watermarks have threads of their own, so that no slow document holds up pages that are drawn already.
 */
export class RenderEngine {
  private readonly documents: WorkerPool
  private readonly composers: WorkerPool
  private readonly limits: TimeLimits

  constructor({ workers, log, limits = LIMITS }: EngineOptions) {
    prepareFontConfig()
    this.limits = limits
    const entry = 'rendering/render-worker'
    this.documents = new WorkerPool({
      entry,
      log,
      size: Math.max(1, workers),
      idleLimit: DOCUMENTS_IDLE_MS,
      pdfium: compilePdfium,
    })
    this.composers = new WorkerPool({
      entry,
      log,
      size: Math.max(1, Math.ceil(workers / 2)),
      idleLimit: COMPOSERS_IDLE_MS,
      pdfium: async () => null,
    })
  }

  /**
   * The sizes of all pages. `bytes` is called when the chosen worker does not have the document open; the
   * buffer it gives is handed over and must not be used afterwards. Throws RenderError.
   */
  open(kind: SourceKind, bytes: ReadBytes, documentKey: string): Promise<DocumentFacts> {
    return this.documents.run(documentKey, async (thread) => {
      const question = { source: kind, key: documentKey, bytes: null }
      const isHeld = thread.state.open.includes(documentKey)
      const facts = isHeld ? await thread.ask('open', question, { limit: this.limits.open }) : null
      return facts ?? this.openIn(thread, kind, bytes, documentKey)
    })
  }

  /** Draws a page (from 1) at most `width` pixels wide. `bytes` as in open(). Throws RenderError. */
  render(
    kind: SourceKind,
    bytes: ReadBytes,
    documentKey: string,
    page: number,
    width: number,
  ): Promise<BasePage> {
    const question = { key: documentKey, page, width }
    const options = { limit: this.limits.page }
    return this.documents.run(documentKey, async (thread) => {
      const isHeld = thread.state.open.includes(documentKey)
      const held = isHeld ? await thread.ask('render', question, options) : null
      if (held) return held
      await this.openIn(thread, kind, bytes, documentKey)
      return required(await thread.ask('render', question, options))
    })
  }

  /** A base page with a reader's mark in its pixels, or as it is. Throws RenderError. */
  compose(base: BasePage, watermark: WatermarkLook | null): Promise<PageImage> {
    const question = { base, look: watermark }
    return this.composers.run(null, async (thread) =>
      required(await thread.ask('compose', question, { limit: START_LIMIT })),
    )
  }

  /** An image-only PDF, given out page by page while the pages come in. */
  assemblePdf(pages: AsyncIterable<PdfPage>): AsyncIterable<Buffer> {
    return assemblePdf(pages)
  }

  /** Starts the workers that do not run and draws a first text, so that whoever comes next need not wait for it. */
  async warm(): Promise<void> {
    const limit = START_LIMIT
    await Promise.all([
      this.documents.warm((thread) => thread.ask('warm', { parts: ['pdf'] }, { limit })),
      this.composers.warm((thread) => thread.ask('warm', { parts: ['text'] }, { limit })),
    ])
  }

  async close(): Promise<void> {
    await Promise.all([this.documents.close(), this.composers.close()])
  }

  private async openIn(
    thread: WorkerThread,
    source: SourceKind,
    bytes: ReadBytes,
    key: string,
  ): Promise<DocumentFacts> {
    const read = await bytes()
    if (read.length > 0) requireDocumentBytes(read.length)
    const isShared = read.buffer instanceof SharedArrayBuffer
    const given = isShared ? read : transferable(read)
    const facts = await thread.ask(
      'open',
      { source, key, bytes: given },
      { limit: this.limits.open, transfer: isShared ? [] : [given.buffer as ArrayBuffer] },
    )
    return required(facts)
  }
}

function required<T>(answer: T | null): T {
  if (answer === null) throw new RenderError('corrupt', 'the document was closed while it was asked about')
  return answer
}
