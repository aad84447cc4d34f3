export type SourceKind = 'pdf' | 'image' | 'text'

/** PDF points as the page is shown, rotation applied; an image's pixels count as 1/96 inch each. */
export type PageSize = { width: number; height: number }

export type DocumentFacts = { pages: PageSize[] }

/** Those of the first `looked` pages with blank letters: the first one, from 1, and how many. */
export type MissingLetters = { first: number; pages: number; looked: number }

export type RenderFailure =
  | 'password'
  | 'wrong password'
  | 'other password'
  | 'older presentation'
  | 'corrupt'
  | 'unsupported'
  | 'too many pages'
  | 'too large'
  | 'timeout'
  | 'memory'
  | 'no converter'
  | 'not confined'
  | 'password not confined'

/** Why a document or a page cannot be shown. The reason is shown to people, the message is for the log. */
export class RenderError extends Error {
  readonly reason: RenderFailure

  constructor(reason: RenderFailure, message: string = reason) {
    super(message)
    this.name = 'RenderError'
    this.reason = reason
  }
}

/** A page without a watermark, lossless and compact; see base-page.ts for the layout of the bytes. */
export type BasePage = Uint8Array

export type WatermarkSize = 'small' | 'medium' | 'large'
export type WatermarkColour = 'grey' | 'red' | 'blue'

export type WatermarkLook = {
  /** The reader's address, the time in UTC, the sender's own text …: drawn as literal text, top to bottom. */
  lines: string[]
  /** Identifies the share and the visit, drawn with the lines, and all over the page in small print under a large one; see visit-code.ts. */
  code: string
  size: WatermarkSize
  colour: WatermarkColour
}

export type PictureType = 'image/png' | 'image/jpeg'

/** How often something occurs on a page. */
export type Hit = { page: number; count: number }

/** `first` counts from 1. */
export type PageRange = { first: number; count: number }

export type PageImage = {
  bytes: Uint8Array
  mediaType: PictureType
  width: number
  height: number
}
