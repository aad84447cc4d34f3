import { z } from 'zod'

const guid = z.string().max(100)
const urlText = 'Enter the full address that receives the events, like https://example.com/hook.'

/** What `kind` cannot be is refused by the service, which knows whose webhook it is. */
const kinds = z
  .array(z.string().max(100))
  .min(1, 'Choose at least one kind of event.')
  .max(200, 'Choose fewer kinds of events.')

export const addWebhookForm = z.object({ url: z.string({ error: urlText }).max(2000, urlText), kind: kinds })
export const webhookKindsForm = z.object({ hook: guid, kind: kinds })

/** What can be done with a webhook; those with … ask first. */
export const webhookActs = [
  'Send a test event',
  'Create new secret …',
  'Turn off',
  'Turn on',
  'Remove …',
  'Remove webhook',
] as const
export type WebhookAct = (typeof webhookActs)[number]
export const webhookActForm = z.object({ hook: guid, act: z.enum(webhookActs) })
export const webhookSecretForm = z.object({ hook: guid })
export const sendAgainForm = z.object({ hook: guid, message: guid })

export { urlText as webhookUrlText }
