import type { Readable } from 'node:stream'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { ApiReference } from '#server/rules/product/api-reference.ts'
import type { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Measured } from '#server/uploads/measuring.ts'
import type { Visitor } from './visitor.server.ts'

/** A form's fields in their order, without its secrets, and where it was sent. */
export type Posted = { address: string; fields: [name: string, value: string][] }

/** A file that did not arrive, its form field, and why. */
export type RefusedFile = { field: string; name: string; problem: Problem }

/** What every loader and action gets besides the request: services, and who sent it from where. */
export type Context = {
  services: Services
  visitor: Visitor
  client: Client
  /** What others read about the calls of this server. */
  api: ApiReference
  /** Identifies the build that answers: the forms on its pages carry it. */
  buildId: string
  /** Whether the form of this request came from a page of another build; set when the form is read. */
  isFromOldBuild: boolean
  /** Allows this response's own script tags. */
  nonce: string
  /** Identifies this request in the log, and in an error report. */
  reference: string
  /** Whether the client can see the server's health in detail. */
  mayWatch: boolean
  /** Whether a browser said that another site sent this form. */
  isForeign: boolean
  /** Whether a screen's data is requested (`….data`), as our script does. */
  isForData: boolean
  /** Response headers besides those of the screen. */
  headers: Headers
  /** The form of this request, in case it has to be sent again. */
  posted: Posted | null
  /** Why not all of this form arrived: the upload middleware refused its file, or it is too long. */
  uploadProblem: Problem | null
  /** Files of this form that the upload middleware refused, one by one. */
  refusedFiles: RefusedFile[]
  /** The IDs of the files of this form that the upload middleware stored. */
  arrived: string[]
  /** The bytes of a resumable upload that this request brings; nothing has read of them. */
  chunk: Readable | null
  /** A small file that the upload middleware read into memory, and stored nowhere. */
  held: Buffer | null
  /** What the upload middleware measured of a test file. */
  measured: Measured | null
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends Context {}
  /** With single fetch, the data of loaders keeps its types on the way to the page. */
  interface Future {
    v3_singleFetch: true
  }
}
