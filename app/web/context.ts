import type { Client } from '#server/accounts/sessions.ts'
import type { Problem } from '#server/rules/problems.ts'
import type { Services } from '#server/services.ts'
import type { Visitor } from './visitor.server.ts'

/** What every loader and action gets besides the request: services, and who asks from where. */
export type Context = {
  services: Services
  visitor: Visitor
  client: Client
  /** Allows this response's own script tags. */
  nonce: string
  /** Whether a browser said that another site sent this form. */
  isForeign: boolean
  /** Whether a screen's data is asked for (`….data`), as a script of ours does. */
  isForData: boolean
  /** Why the upload door refused the file of this form. */
  uploadProblem: Problem | null
}

declare module '@remix-run/server-runtime' {
  interface AppLoadContext extends Context {}
  /** With single fetch the data of loaders keeps its types on the way to the page. */
  interface Future {
    v3_singleFetch: true
  }
}
