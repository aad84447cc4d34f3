import type { Log } from '#server/log.ts'
import { prepareFontConfig } from './pdf/font-config.ts'
import { requireDocumentBytes } from './limits.ts'
import { assemblePdf, type PdfPage } from './pdf/pdf.ts'
import { transferable } from './workers/transfer.ts'
import {
  RenderError,
  type BasePage,
  type DocumentFacts,
  type Hit,
  type MissingLetters,
  type PageImage,
  type PageRange,
  type PictureType,
  type SourceKind,
  type WatermarkLook,
} from './types.ts'
import { compilePdfium } from './pdf/wasm-module.ts'
import { WorkerPool } from './workers/worker-pool.ts'
import type { Requests } from './workers/worker-messages.ts'
import type { WorkerThread } from './workers/worker-thread.ts'

export * from './types.ts'

export type TimeLimits = { open: number; page: number; stamp: number }

export type EngineOptions = {
  /**
   * Threads that open documents and render pages; half as many processes draw images, half as many threads add
   * watermarks.
   */
  workers: number
  log: Log
  /** After how many milliseconds a worker counts as hung; tests shorten it. */
  limits?: Partial<TimeLimits>
}

const LIMITS: TimeLimits = { open: 5_000, page: 15_000, stamp: 60_000 }
const DOCUMENTS_IDLE_MS = 45_000
const STAMPERS_IDLE_MS = 30_000
const COMPOSERS_IDLE_MS = 10 * 60_000
// The first text in a process waits for the fonts to be listed; a compose has little else to wait for.
const START_LIMIT = 15_000

type ReadBytes = () => Promise<Uint8Array>
type Document = { source: SourceKind; key: string; password: string | null }

/**
 * Documents to pages and pages to images, in workers. It knows only bytes, no storage and no database. PDFs are
 * rendered in threads, in a WebAssembly sandbox; images and texts in processes, since native code draws them.
 * Watermarks have separate threads, so that no slow document delays pages that are already rendered.
 */
export class RenderEngine {
  private readonly documents: WorkerPool
  private readonly pictures: WorkerPool
  private readonly composers: WorkerPool
  private readonly stampers: WorkerPool
  private readonly limits: TimeLimits

  constructor({ workers, log, limits }: EngineOptions) {
    prepareFontConfig()
    this.limits = { ...LIMITS, ...limits }
    const entry = 'rendering/workers/render-worker'
    this.documents = new WorkerPool({
      entry,
      log,
      size: Math.max(1, workers),
      idleLimit: DOCUMENTS_IDLE_MS,
      pdfium: compilePdfium,
    })
    this.pictures = new WorkerPool({
      entry,
      log,
      place: 'process',
      size: Math.max(1, Math.ceil(workers / 2)),
      idleLimit: DOCUMENTS_IDLE_MS,
      pdfium: async () => null,
    })
    this.composers = new WorkerPool({
      entry,
      log,
      size: Math.max(1, Math.ceil(workers / 2)),
      idleLimit: COMPOSERS_IDLE_MS,
      pdfium: async () => null,
    })
    // One by one, so that copies neither delay pages nor fill the memory.
    this.stampers = new WorkerPool({
      entry,
      log,
      size: 1,
      idleLimit: STAMPERS_IDLE_MS,
      pdfium: compilePdfium,
    })
  }

  /**
   * The sizes of all pages. `bytes` is called if the chosen worker does not have the document open; the buffer it
   * returns is transferred and must not be used afterwards. `password` is the document's own. Throws RenderError.
   */
  open(
    kind: SourceKind,
    bytes: ReadBytes,
    documentKey: string,
    password: string | null = null,
  ): Promise<DocumentFacts> {
    return this.poolFor(kind).run(documentKey, async (thread) => {
      const question = { source: kind, key: documentKey, bytes: null }
      const isHeld = thread.state.open.includes(documentKey)
      const facts = isHeld ? await thread.ask('open', question, { limit: this.limits.open }) : null
      return facts ?? this.openIn(thread, { source: kind, key: documentKey, password }, bytes)
    })
  }

  /** Renders a page (from 1) at most `width` pixels wide. `bytes` as in open(). Throws RenderError. */
  render(
    kind: SourceKind,
    bytes: ReadBytes,
    documentKey: string,
    page: number,
    width: number,
    password: string | null = null,
  ): Promise<BasePage> {
    const document = { source: kind, key: documentKey, password }
    return this.ask('render', { key: documentKey, page, width }, document, bytes)
  }

  /** The words on a page (from 1) in lines; none in an image. Arguments as in open(). Throws RenderError. */
  async text(
    kind: SourceKind,
    bytes: ReadBytes,
    documentKey: string,
    page: number,
    password: string | null = null,
  ): Promise<string> {
    const document = { source: kind, key: documentKey, password }
    return (await this.ask('text', { key: documentKey, page }, document, bytes)).text
  }

  /** The pages of a PDF where letters are blank, for lack of a font. Arguments as in open(). Throws RenderError. */
  async missingLetters(
    bytes: ReadBytes,
    documentKey: string,
    password: string | null = null,
  ): Promise<MissingLetters | null> {
    const document = { source: 'pdf', key: documentKey, password } as const
    return (await this.ask('letters', { key: documentKey }, document, bytes)).missing
  }

  /**
   * The places on these pages of a query folded as by foldText. Arguments as in open(). Throws RenderError.
   */
  async find(
    kind: SourceKind,
    bytes: ReadBytes,
    documentKey: string,
    { query, pages }: { query: string; pages: PageRange },
    password: string | null = null,
  ): Promise<Hit[]> {
    const document = { source: kind, key: documentKey, password }
    return (await this.ask('find', { key: documentKey, query, pages }, document, bytes)).hits
  }

  /**
   * A PDF, or a text converted to one, with the watermark over each page, in parts. Its content stays as it is, text as
   * text. Throws RenderError.
   */
  stamp(
    source: 'pdf' | 'text',
    bytes: ReadBytes,
    look: WatermarkLook,
    password: string | null = null,
  ): Promise<Uint8Array[]> {
    return this.stampers.run(null, async (thread) => {
      const given = await readFor(bytes)
      const question = { document: { source, bytes: given.bytes, password }, look }
      const options = { limit: this.limits.stamp, transfer: given.transfer }
      return required(await thread.ask('stamp', question, options)).chunks
    })
  }

  /** An image with the watermark in its own pixels. Throws RenderError. */
  markPicture(bytes: ReadBytes, look: WatermarkLook, mediaType: PictureType): Promise<PageImage> {
    return this.pictures.run(null, async (thread) => {
      const given = await readFor(bytes)
      const options = { limit: this.limits.stamp, transfer: given.transfer }
      return required(await thread.ask('markPicture', { bytes: given.bytes, look, mediaType }, options))
    })
  }

  /** A logo drawn again, as a PNG of bounded size. Throws RenderError. */
  drawLogo(bytes: Uint8Array): Promise<PageImage> {
    return this.pictures.run(null, async (thread) =>
      required(await thread.ask('drawLogo', { bytes }, { limit: this.limits.page })),
    )
  }

  /** A base page with a reader's watermark in its pixels, or as it is. Throws RenderError. */
  compose(base: BasePage, watermark: WatermarkLook | null): Promise<PageImage> {
    const question = { base, look: watermark }
    return this.composers.run(null, async (thread) =>
      required(await thread.ask('compose', question, { limit: START_LIMIT })),
    )
  }

  /** An image-only PDF, sent page by page while the pages come in. */
  assemblePdf(pages: AsyncIterable<PdfPage>): AsyncIterable<Buffer> {
    return assemblePdf(pages)
  }

  /** Starts the missing workers and draws a first text, so that the first reader need not wait for it. */
  async warm(): Promise<void> {
    const limit = START_LIMIT
    await Promise.all([
      this.documents.warm((thread) => thread.ask('warm', { parts: ['pdf'] }, { limit })),
      this.composers.warm((thread) => thread.ask('warm', { parts: ['text'] }, { limit })),
    ])
  }

  async close(): Promise<void> {
    const pools = [this.documents, this.pictures, this.composers, this.stampers]
    await Promise.all(pools.map((pool) => pool.close()))
  }

  private poolFor(kind: SourceKind): WorkerPool {
    return kind === 'pdf' ? this.documents : this.pictures
  }

  /** Asks a worker that has the document open, or has one open it. */
  private ask<Kind extends 'render' | 'text' | 'letters' | 'find'>(
    kind: Kind,
    question: Requests[Kind]['ask'],
    document: Document,
    bytes: ReadBytes,
  ): Promise<Requests[Kind]['answer']> {
    const options = { limit: this.limits.page }
    return this.poolFor(document.source).run(document.key, async (thread) => {
      const isHeld = thread.state.open.includes(document.key)
      const held = isHeld ? await thread.ask(kind, question, options) : null
      if (held) return held
      await this.openIn(thread, document, bytes)
      return required(await thread.ask(kind, question, options))
    })
  }

  private async openIn(thread: WorkerThread, document: Document, bytes: ReadBytes): Promise<DocumentFacts> {
    const given = await readFor(bytes)
    const facts = await thread.ask(
      'open',
      { ...document, bytes: given.bytes },
      { limit: this.limits.open, transfer: given.transfer },
    )
    return required(facts)
  }
}

/** Bytes as they are transferred to a worker. */
async function readFor(bytes: ReadBytes): Promise<{ bytes: Uint8Array; transfer: ArrayBuffer[] }> {
  const read = await bytes()
  if (read.length > 0) requireDocumentBytes(read.length)
  if (read.buffer instanceof SharedArrayBuffer) return { bytes: read, transfer: [] }
  const given = transferable(read)
  return { bytes: given, transfer: [given.buffer] }
}

function required<T>(answer: T | null): T {
  if (answer === null) throw new RenderError('corrupt', 'the document was closed while it was asked about')
  return answer
}
