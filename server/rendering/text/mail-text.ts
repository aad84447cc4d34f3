import PostalMime, { type Address, type Attachment, type Email } from 'postal-mime'
import { fileSize } from '#server/rules/text/format.ts'
import { htmlText } from './html-text.ts'
import { RenderError } from '#server/rendering/types.ts'

/** The size in bytes of the largest message that is read; characters of its text. */
export const largestMail = 100 * 1024 * 1024
const maxTextLength = 10_000_000
const maxHeaderLength = 20_000
const maxAttachments = 1_000

/**
 * A message as text: who wrote to whom, when and about what, the names of attachments, and the body. No attachment is
 * opened, and nothing that it refers to is fetched. Throws RenderError if it is not a message.
 */
export async function mailText(bytes: Uint8Array): Promise<string> {
  const mail = await parse(bytes)
  if (!mail.headers.some(({ key }) => key === 'from' || key === 'date' || key === 'received'))
    throw new RenderError('corrupt', 'this is no mail message')
  const head = [
    line('From', people(mail.from ? [mail.from] : [])),
    line('To', people(mail.to)),
    line('Cc', people(mail.cc)),
    line('Date', mail.headers.find(({ key }) => key === 'date')?.value ?? ''),
    line('Subject', mail.subject ?? ''),
    ...attachments(mail.attachments),
  ]
  return `${head.filter(Boolean).join('\n')}\n\n${bodyOf(mail)}\n`
}

function parse(bytes: Uint8Array): Promise<Email> {
  return PostalMime.parse(bytes, {
    // A forwarded message is separate text; it stays among the attachments.
    forceRfc822Attachments: true,
    maxNestingDepth: 50,
    maxHeadersSize: 1024 * 1024,
  }).catch((error: unknown) => {
    throw new RenderError('corrupt', error instanceof Error ? error.message : String(error))
  })
}

function bodyOf({ text, html }: Email): string {
  const body = text?.trim() ? text : htmlText(html ?? '')
  const whole = body.replace(/\r\n?/g, '\n').trimEnd()
  if (whole.length > maxTextLength)
    throw new RenderError('too many pages', 'the text of the message is too long')
  return whole.trim() === '' ? '(This message has no text.)' : whole
}

function line(name: string, value: string): string {
  const shown = clean(value)
  if (shown === '') return ''
  return `${name}: ${shown.length > maxHeaderLength ? `${shown.slice(0, maxHeaderLength)} …` : shown}`
}

function people(addresses: Address[] = []): string {
  return addresses.map(personIn).join(', ')
}

/** The address is always shown beside the name: a sender can use any name. */
function personIn({ name, address, group }: Address): string {
  if (group) return `${name}: ${group.map(personIn).join(', ')};`
  return name && address ? `${name} <${address}>` : name || address || ''
}

function attachments(all: Attachment[]): string[] {
  if (all.length === 0) return []
  const shown = all
    .slice(0, maxAttachments)
    .map((one) => `  ${clean(nameOf(one))} (${fileSize(sizeOf(one))})`)
  const more = all.length > maxAttachments ? [`  and ${all.length - maxAttachments} more`] : []
  return [`Attached: ${all.length}`, ...shown, ...more]
}

function nameOf({ filename, mimeType }: Attachment): string {
  return (filename || `without a name, ${mimeType}`).slice(0, 255)
}

function sizeOf({ content }: Attachment): number {
  return typeof content === 'string' ? Buffer.byteLength(content) : content.byteLength
}

/** On one line, without what would make it read in another order than it is written. */
function clean(value: string): string {
  return value
    .replace(/[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g, '')
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
}
