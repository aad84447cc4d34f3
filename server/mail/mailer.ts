import path from 'node:path'
import type { Config } from '#server/config.ts'
import type { Mailer } from './letter.ts'
import { OutboxMailer } from './outbox.ts'

/** How letters leave, as the installation is configured. */
export async function makeMailer(config: Config, clock: () => number): Promise<Mailer> {
  const { smtpUrl, mailFrom: from, dataDir } = config
  if (!smtpUrl) return new OutboxMailer({ folder: path.join(dataDir, 'outbox'), from, clock })
  // Loaded only where it is used.
  const { SmtpMailer } = await import('./smtp.ts')
  return new SmtpMailer({ url: smtpUrl, from, clock })
}
