import type { Command } from 'commander'
import { composeLetter } from '#server/mail/layout.ts'
import { LetterRefused } from '#server/mail/letter.ts'
import { productName } from '#server/rules/product.ts'
import { makeMailer } from '#server/services.ts'
import { answering, Unreachable } from './answer.ts'
import { emailArgument } from './arguments.ts'
import { configured, requireInstallation } from './installation.ts'

/** `strongroom mail test`: one letter, directly, past the queue. */
export function addMailCommands(program: Command): void {
  const mail = program.command('mail').description('look after letters')
  const test = mail
    .command('test')
    .description('send one letter now, as the installation is configured, and say what became of it')
    .addArgument(emailArgument('address', 'who gets the letter'))
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
    const mailer = await makeMailer(config, Date.now)
    try {
      const answer = (await mailer.send(testLetter(address, config.publicUrl))) ?? ''
      const line = by
        ? `The mail server ${by} took the letter to ${address}. It answered: ${answer}`
        : `SMTP_URL is not set: the letter to ${address} was written to ${answer}`
      return { lines: [line], data: { to: address, way: by ? 'smtp' : 'outbox', server: by, answer } }
    } catch (error) {
      throw failure(error, by)
    } finally {
      mailer.close?.()
    }
  })
}

function testLetter(to: string, publicUrl: URL) {
  return composeLetter({
    to,
    subject: `A test letter from ${productName}`,
    heading: 'Letters arrive',
    paragraphs: [`The person who runs ${productName} at ${publicUrl.host} sent this letter as a test.`],
  })
}

/** A refused letter is an answer of the mail server; anything else means that it could not be reached. */
function failure(error: unknown, by: string | null): Error {
  const reason = error instanceof Error ? error.message : String(error)
  if (!by) return new Unreachable(`The letter could not be written: ${reason}`, { cause: error })
  if (error instanceof LetterRefused) return new Error(`The mail server ${by} refused the letter: ${reason}`)
  return new Unreachable(`The letter did not leave through ${by}: ${reason}`, { cause: error })
}
