import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Measured } from '#server/uploads/measuring.ts'
import type { Visitor } from './visitor.server.ts'

/** A form's fields in their order, without its secrets, and where it went. */
export type Posted = { address: string; fields: [name: string, value: string][] }

/** A file that did not arrive, the form field that it stood in, and why. */
export type RefusedFile = { field: string; name: string; problem: Problem }

/** What every loader and action gets besides the request: services, and who asks from where. */
export type Context = {
  services: Services
  visitor: Visitor
  client: Client
  /** Names the build that answers: the forms of its pages carry it. */
  buildId: string
  /** Whether the form of this request came from a page of another build; set when the form was read. */
  isFromOldBuild: boolean
  /** Allows this response's own script tags. */
  nonce: string
  /** Identifies this request in the log, and in a report of a failure. */
  reference: string
  /** Whether the one who asks may see how the server is. */
  mayWatch: boolean
  /** Whether a browser said that another site sent this form. */
  isForeign: boolean
  /** Whether a screen's data is asked for (`….data`), as a script of ours does. */
  isForData: boolean
  /** What the head of the answer says besides what its screen says. */
  headers: Headers
  /** The form of this request, for when it has to be sent again. */
  posted: Posted | null
  /** Why not all of this form arrived: the upload door refused its file, or it is too long. */
  uploadProblem: Problem | null
  /** Files of this form that the upload door refused, each by itself. */
  refusedFiles: RefusedFile[]
  /** The ids of the files of this form that the upload door stored. */
  arrived: string[]
  /** What the upload door measured of a file that was sent as a test. */
  measured: Measured | null
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends Context {}
  /** With single fetch the data of loaders keeps its types on the way to the page. */
  interface Future {
    v3_singleFetch: true
  }
}
