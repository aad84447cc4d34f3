import type { Command } from 'commander'
import { countHeldEmails, dropHeldEmails, sendHeldEmails } from '#server/mail/held-emails.ts'
import { EmailRefused } from '#server/mail/email.ts'
import { testEmail } from '#server/mail/test-email.ts'
import { makeTransport } from '#server/services.ts'
import { answering, Unreachable } from './answer.ts'
import { emailArgument } from './arguments.ts'
import { configured, requireInstallation, withInstallation } from './installation.ts'

/** `strongroom mail …`: the installation's emails. */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('manage emails')
  addTest(mail)
  addWaiting(mail)
}

/** One email, directly, bypassing the queue. */
function addTest(mail: Command): void {
  const test = mail
    .command('test')
    .description('send one test email with the current settings and show the result')
    .addArgument(emailArgument('address', 'who gets the email'))
    .addHelpText(
      'after',
      `
With SMTP_URL it leaves through that mail server; without, it is written to the outbox folder.

Example:
  strongroom mail test you@example.com`,
    )
  answering(test, async (address: string) => {
    const config = configured()
    if (!config.smtpUrl) requireInstallation(config)
    const by = config.smtpUrl ? new URL(config.smtpUrl).host : null
    const transport = await makeTransport(config, Date.now)
    try {
      const answer = (await transport.send(testEmail(address, config.publicUrl))) ?? ''
      const line = by
        ? `The mail server ${by} accepted the email to ${address}. It answered: ${answer}`
        : `SMTP_URL is not set: the email to ${address} was written to ${answer}`
      return { lines: [line], data: { to: address, way: by ? 'smtp' : 'outbox', server: by, answer } }
    } catch (error) {
      throw failure(error, by)
    } finally {
      transport.close?.()
    }
  })
}

/** The emails held by a restore. */
function addWaiting(mail: Command): void {
  const waiting = mail
    .command('waiting')
    .description('show how many emails are held after a restore')
    .addHelpText('after', '\nExample:\n  strongroom mail waiting')
  answering(waiting, () =>
    withInstallation('guest', async ({ database }) => {
      const held = await countHeldEmails(database.kysely)
      return { lines: [`Held emails: ${held}.`], data: { held } }
    }),
  )
  const send = mail
    .command('send-waiting')
    .description('send the emails held after a restore, except expired codes and links')
    .addHelpText('after', '\nExample:\n  strongroom mail send-waiting')
  answering(send, () =>
    withInstallation('guest', async ({ database, clock }) => {
      const sent = await sendHeldEmails(database, clock())
      return { lines: [`Emails sent as soon as the server runs: ${sent}.`], data: { sent } }
    }),
  )
  const drop = mail
    .command('drop-waiting')
    .description('drop the emails held after a restore; this can’t be undone')
    .addHelpText('after', '\nExample:\n  strongroom mail drop-waiting')
  answering(drop, () =>
    withInstallation('guest', async ({ database, noteDelivery }) => {
      const dropped = await dropHeldEmails(database, noteDelivery)
      return { lines: [`Emails dropped: ${dropped}.`], data: { dropped } }
    }),
  )
}

/** A refused email is an answer of the mail server; anything else means that it could not be reached. */
function failure(error: unknown, by: string | null): Error {
  const reason = error instanceof Error ? error.message : String(error)
  if (!by) return new Unreachable(`The email couldn’t be written: ${reason}`, { cause: error })
  if (error instanceof EmailRefused) return new Error(`The mail server ${by} rejected the email: ${reason}`)
  return new Unreachable(`The email couldn’t be sent through ${by}: ${reason}`, { cause: error })
}
