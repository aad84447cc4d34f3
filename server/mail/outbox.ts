import { createHash, randomBytes } from 'node:crypto'
import { mkdir, readdir } from 'node:fs/promises'
import path from 'node:path'
import type { Transporter } from 'nodemailer'
import { placeFile } from '#server/storage/disk/durable.ts'
import type { Email, MailTransport } from './email.ts'
import { messageOf } from './message.ts'

/** Writes each email as an .eml file: for an installation without a mail server, and for tests. */
export class OutboxTransport implements MailTransport {
  readonly #folder: string
  readonly #from: string
  readonly #clock: () => number
  #written = 0
  #composer: Promise<Transporter> | undefined

  constructor(options: { folder: string; from: string; clock: () => number }) {
    this.#folder = options.folder
    this.#from = options.from
    this.#clock = options.clock
  }

  /**
   * Returns the path of the file, which appears complete or not at all, readable by the server's own user only. An
   * email written before, by a process that died before it could say so, is overwritten.
   */
  async send(email: Email): Promise<string> {
    const { text, html, ...message } = messageOf(email, { from: this.#from, clock: this.#clock })
    const alternatives = [
      { raw: readablePart(String(text)) },
      { contentType: 'text/html; charset=utf-8', content: String(html) },
    ]
    const composer = await (this.#composer ??= makeComposer())
    const composed = await composer.sendMail({ ...message, alternatives })
    await mkdir(this.#folder, { recursive: true, mode: 0o700 })
    const file = path.join(this.#folder, await this.#nameFor(email))
    await placeFile(file, composed.message as Buffer)
    return file
  }

  async #nameFor({ to, messageId }: Email): Promise<string> {
    const id = messageId ? createHash('sha256').update(messageId).digest('hex').slice(0, 26) : null
    const written = id && (await readdir(this.#folder)).find((name) => name.includes(id))
    return written?.replace(/\.part$/, '') ?? this.#newName(to, id ?? randomBytes(13).toString('hex'))
  }

  #newName(recipient: string, id: string): string {
    const time = new Date(this.#clock()).toISOString().replaceAll(':', '-')
    // The count first: emails of the same moment stay in their order when sorted by name.
    const count = (this.#written++ % 0x1000000).toString(16).padStart(6, '0')
    return `${time}-${count}${id}-${recipient.replace(/[^A-Za-z0-9@.+_-]/g, '_').slice(0, 100)}.eml`
  }
}

// The text as it is: an operator opens these files in an editor and copies a link.
function readablePart(text: string): string {
  return `Content-Type: text/plain; charset=utf-8\nContent-Transfer-Encoding: 8bit\n\n${text}`
}

/**
 * Builds messages and sends nothing; `newline` as in files that mail programs write. Loaded with the first email: the
 * library is 25 MB that an idle server does without.
 */
async function makeComposer(): Promise<Transporter> {
  const { createTransport } = await import('nodemailer')
  return createTransport({ streamTransport: true, buffer: true, newline: 'unix' })
}
