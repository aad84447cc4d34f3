import { createTransport } from 'nodemailer'
import type { Transporter } from 'nodemailer'
import { EmailRefused, withoutAddresses } from './email.ts'
import type { Email, MailTransport } from './email.ts'
import { messageOf } from './message.ts'

const seconds = 1000

/** Sends through a mail server: `smtp://user:password@host:587`, or `smtps://…` for TLS from the first byte. */
export class SmtpTransport implements MailTransport {
  readonly #transport: Transporter
  readonly #from: string
  readonly #clock: () => number

  constructor(options: { url: string; from: string; clock: () => number }) {
    this.#from = options.from
    this.#clock = options.clock
    this.#transport = createTransport({
      pool: true,
      maxConnections: 3,
      connectionTimeout: 15 * seconds,
      greetingTimeout: 15 * seconds,
      socketTimeout: 60 * seconds,
      ...(mustEncrypt(options.url) ? { requireTLS: true } : {}),
      url: options.url,
    })
    // The pool reports broken idle connections here; each email's own failure rejects its send.
    this.#transport.on('error', () => {})
  }

  /**
   * Returns the server's last line. Rejects with EmailRefused if it finally refused this email, otherwise with what
   * went wrong.
   */
  async send(email: Email): Promise<string> {
    const message = messageOf(email, { from: this.#from, clock: this.#clock })
    try {
      const sent: { response?: string } = await this.#transport.sendMail(message)
      return sent.response ?? ''
    } catch (error) {
      // Not the error itself: it contains the addresses, and transient errors go into the log.
      throw isRefusal(error)
        ? new EmailRefused(firstLine(error))
        : new Error(withoutAddresses(firstLine(error)))
    }
  }

  /** Whether the server answers and accepts the credentials; rejects with the reason if not. */
  async verify(): Promise<void> {
    await this.#transport.verify()
  }

  close(): void {
    this.#transport.close()
  }
}

// A password must not cross a network in clear text. A mail server on this very machine is not a network;
// `?requireTLS=false` in the address is the operator's own decision.
function mustEncrypt(address: string): boolean {
  const url = new URL(address)
  const isHere = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  return url.protocol === 'smtp:' && url.username !== '' && !isHere && !url.searchParams.has('requireTLS')
}

// 55x for the envelope or the text is about this email. Anything else (network, sign-in, 4xx) may be transient.
function isRefusal(error: unknown): error is Error {
  if (!(error instanceof Error) || !('responseCode' in error) || !('code' in error)) return false
  const code = Number(error.responseCode)
  return ['EENVELOPE', 'EMESSAGE'].includes(String(error.code)) && code >= 550 && code <= 559
}

function firstLine(error: unknown): string {
  const message = error instanceof Error ? error.message : String(error)
  return (message.split('\n', 1)[0] ?? '').slice(0, 300)
}
