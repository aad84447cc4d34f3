import { setPriority } from 'node:os'
import { parentPort, workerData } from 'node:worker_threads'
import { DocumentCache } from '#server/rendering/preparing/document-cache.ts'
import { drawLogo } from '#server/rendering/logos/draw-logo.ts'
import type { OpenDocument } from '#server/rendering/open-document.ts'
import { findIn, textOf } from '#server/rendering/pdf/document-text.ts'
import { composePage } from '#server/rendering/pages/page-image.ts'
import { PdfDocument } from '#server/rendering/pdf/pdf-document.ts'
import { PdfFonts } from '#server/rendering/pdf/pdf-fonts.ts'
import { startPdfium, type Pdfium } from '#server/rendering/pdf/pdfium.ts'
import { Picture } from '#server/rendering/pages/picture.ts'
import { markPicture } from '#server/rendering/pages/picture-copy.ts'
import { stampDocument } from '#server/rendering/watermark/stamped-document.ts'
import { TextDocument } from '#server/rendering/text/text-document.ts'
import { ownCpuTime } from './time-limit.ts'
import { transferable } from './transfer.ts'
import { RenderError, type SourceKind, type WatermarkLook } from '#server/rendering/types.ts'
import { MAX_HEAP_BYTES } from '#server/rendering/pdf/wasm-module.ts'
import { drawText } from '#server/rendering/watermark/watermark-text.ts'
import { TileCache } from '#server/rendering/watermark/watermark-tiles.ts'
import type {
  GivenDocument,
  WorkerFailure,
  WorkerReply,
  WorkerRequest,
  WorkerState,
} from './worker-messages.ts'

/** One request at a time; the pool never sends a second one before the answer. */
const port = parentPort ?? parentProcess()
const compiled = (workerData as { pdfium: WebAssembly.Module | null } | null)?.pdfium
const cache = new DocumentCache(tellNews)
const tiles = new TileCache()
let started: Promise<{ pdfium: Pdfium; fonts: PdfFonts }> | null = null
let heapBytes = () => 0

// On Linux 0 is the calling thread: requests come before pages when the processors are busy.
if (process.platform === 'linux') setPriority(0, 10)

port.on('message', (request: WorkerRequest) => {
  handle(request)
    .then(reply)
    .catch((error: unknown) => reply({ kind: 'failure', failure: describe(error) }))
})

tellNews()

/** The same for a separate process. Bytes are copied to the other side, and it ends with its parent. */
function parentProcess() {
  process.on('disconnect', () => process.exit())
  return {
    on: (_event: 'message', take: (request: WorkerRequest) => void) =>
      process.on('message', (request) => take(request as WorkerRequest)),
    postMessage: (reply: WorkerReply, _transfer?: ArrayBuffer[]): void => void process.send!(reply),
  }
}

type Outcome =
  | { kind: 'answer'; value: Extract<WorkerReply, { kind: 'answer' }>['value']; transfer?: ArrayBuffer[] }
  | { kind: 'failure'; failure: WorkerFailure }
  | { kind: 'absent' }

async function handle(request: WorkerRequest): Promise<Outcome> {
  if (request.kind === 'compose') {
    const image = await composePage(request.base, request.look, tiles)
    const bytes = transferable(image.bytes)
    return { kind: 'answer', value: { ...image, bytes }, transfer: [bytes.buffer] }
  }
  if (request.kind === 'stamp') return stamp(request.document, request.look)
  if (request.kind === 'markPicture') {
    const image = await markPicture(request.bytes, request.look, request.mediaType, tiles)
    const bytes = transferable(image.bytes)
    return { kind: 'answer', value: { ...image, bytes }, transfer: [bytes.buffer] }
  }
  if (request.kind === 'drawLogo') {
    const image = await drawLogo(request.bytes)
    const bytes = transferable(image.bytes)
    return { kind: 'answer', value: { ...image, bytes }, transfer: [bytes.buffer] }
  }
  if (request.kind === 'warm') {
    if (request.parts.includes('text')) await drawText(['a'], 16)
    if (request.parts.includes('pdf')) await pdfium()
    return { kind: 'answer', value: null }
  }
  if (request.kind === 'open') {
    const document = cache.find(request.key) ?? (request.bytes && (await open(request, request.bytes)))
    return document ? { kind: 'answer', value: { pages: document.pages } } : { kind: 'absent' }
  }
  const document = cache.find(request.key)
  if (!document) return { kind: 'absent' }
  if (request.kind === 'text') return { kind: 'answer', value: { text: textOf(document, request.page) } }
  if (request.kind === 'letters') return { kind: 'answer', value: { missing: document.missingLetters() } }
  if (request.kind === 'find')
    return { kind: 'answer', value: { hits: findIn(document, request.query, request.pages) } }
  const base = transferable(await document.render(request.page, request.width))
  return { kind: 'answer', value: base, transfer: [base.buffer] }
}

async function stamp(given: GivenDocument, look: WatermarkLook): Promise<Outcome> {
  const { pdfium: instance } = await pdfium()
  const chunks = await stampDocument(instance, given, look)
  return { kind: 'answer', value: { chunks }, transfer: chunks.map((chunk) => chunk.buffer) }
}

type Wanted = { source: SourceKind; key: string; password?: string | null }

async function open({ source, key, password }: Wanted, bytes: Uint8Array): Promise<OpenDocument> {
  cache.makeRoom()
  const document = await readDocument(source, bytes, password ?? null)
  cache.add(key, document)
  return document
}

async function readDocument(
  source: SourceKind,
  bytes: Uint8Array,
  password: string | null,
): Promise<OpenDocument> {
  if (source === 'image') return Picture.read(bytes)
  if (source === 'text') return new TextDocument(bytes)
  const { pdfium: instance, fonts } = await pdfium()
  fonts.forgetCollection()
  return new PdfDocument(instance, bytes, password)
}

function pdfium(): Promise<{ pdfium: Pdfium; fonts: PdfFonts }> {
  started ??= startPdfium(compiled!).then((instance) => {
    const fonts = new PdfFonts(instance)
    fonts.install()
    heapBytes = () => instance.heapBytes()
    return { pdfium: instance, fonts }
  })
  return started
}

function reply(outcome: Outcome): void {
  if (outcome.kind !== 'answer') return port.postMessage({ ...outcome, state: state() } satisfies WorkerReply)
  const { kind, value, transfer } = outcome
  port.postMessage({ kind, value, state: state() } satisfies WorkerReply, transfer ?? [])
}

function tellNews(): void {
  port.postMessage({ kind: 'news', state: state() } satisfies WorkerReply)
}

function state(): WorkerState {
  return { open: cache.keys, heapBytes: heapBytes(), cpuTime: ownCpuTime() }
}

// An abort inside WebAssembly leaves its heap in an unknown state.
function describe(error: unknown): WorkerFailure {
  const message = error instanceof Error ? error.message : String(error)
  if (error instanceof RenderError)
    return { reason: error.reason, message, isBroken: error.reason === 'memory' }
  const isOutOfMemory = error instanceof RangeError || heapBytes() > MAX_HEAP_BYTES * 0.75
  return { reason: isOutOfMemory ? 'memory' : 'corrupt', message, isBroken: true }
}
