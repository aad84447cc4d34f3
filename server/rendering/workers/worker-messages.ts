import type {
  BasePage,
  DocumentFacts,
  Hit,
  MissingLetters,
  PageImage,
  PageRange,
  PictureType,
  RenderFailure,
  SourceKind,
  WatermarkLook,
} from '#server/rendering/types.ts'

/** The requests to a worker, and its answers. */
export type Requests = {
  /** Without bytes: only if the document is open already. */
  open: {
    ask: { source: SourceKind; key: string; bytes: Uint8Array | null; password?: string | null }
    answer: DocumentFacts
  }
  render: { ask: { key: string; page: number; width: number }; answer: BasePage }
  text: { ask: { key: string; page: number }; answer: { text: string } }
  letters: { ask: { key: string }; answer: { missing: MissingLetters | null } }
  find: { ask: { key: string; query: string; pages: PageRange }; answer: { hits: Hit[] } }
  /** The document is destroyed in it: it is opened for this alone, and closed. */
  stamp: { ask: { document: GivenDocument; look: WatermarkLook }; answer: { chunks: Uint8Array[] } }
  markPicture: {
    ask: { bytes: Uint8Array; look: WatermarkLook; mediaType: PictureType }
    answer: PageImage
  }
  /** A logo, drawn again. */
  drawLogo: { ask: { bytes: Uint8Array }; answer: PageImage }
  compose: { ask: { base: BasePage; look: WatermarkLook | null }; answer: PageImage }
  /** Loads and starts everything, so that the first real request finds it done. */
  warm: { ask: { parts: ('pdf' | 'text')[] }; answer: null }
}

export type GivenDocument = { source: 'pdf' | 'text'; bytes: Uint8Array; password: string | null }

export type RequestKind = keyof Requests

export type WorkerRequest = { [Kind in RequestKind]: { kind: Kind } & Requests[Kind]['ask'] }[RequestKind]

export type WorkerFailure = {
  reason: RenderFailure
  message: string
  /** The worker cannot be trusted any more: it aborted, or its heap is used up. */
  isBroken: boolean
}

/**
 * Documents that are open in the worker, the size of PDFium's heap, which never shrinks, and the milliseconds of
 * processor time that the worker has used.
 */
export type WorkerState = { open: string[]; heapBytes: number; cpuTime: number }

export type WorkerReply = { state: WorkerState } & (
  | { kind: 'answer'; value: Requests[RequestKind]['answer'] }
  | { kind: 'failure'; failure: WorkerFailure }
  /** The document is not open (any more): send its bytes. */
  | { kind: 'absent' }
  /** Not an answer: the worker has started, or closed documents that were not requested. */
  | { kind: 'news' }
)
