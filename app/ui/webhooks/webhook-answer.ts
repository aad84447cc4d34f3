import type { FormAnswer } from '#app/request/action.server.ts'

/** What a form of webhooks answers: errors, or the secret that no one sees again. */
export type WebhookAnswer = FormAnswer & {
  secret?: string
  /** The page of the webhook. */
  to?: string
  isNew?: boolean
}
