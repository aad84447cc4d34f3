import { existsSync } from 'node:fs'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'

export type ReceivedEmail = {
  to: string
  subject: string
  text: string
  html: string
  headers: Map<string, string>
  /** The pictures that came with it, and what the HTML calls them. */
  pictures: { id: string; type: string; bytes: Buffer }[]
  /** Addresses in the plain text, in order. */
  links: string[]
  /** The six digits that the letter brings, or null. */
  code: string | null
}

/** Where emails arrive: the folder of a server without SMTP, one file each, or the emails that a mail server took. */
export class Outbox {
  readonly #read: () => Promise<ReceivedEmail[]>
  readonly #settle: () => Promise<void>

  constructor(from: string | (() => Promise<Buffer[]>), settle: () => Promise<void> = async () => {}) {
    const known = new Map<string, ReceivedEmail>()
    this.#read =
      typeof from === 'string' ? () => readFolder(from, known) : async () => (await from()).map(readEmail)
    this.#settle = settle
  }

  /** Every email, oldest first, after what waits to be sent was sent. */
  async all(): Promise<ReceivedEmail[]> {
    await this.#settle()
    return this.#read()
  }

  async to(address: string): Promise<ReceivedEmail[]> {
    return to(address, await this.all())
  }

  /** The codes that have arrived at an address, oldest first, without waiting for what is still to be sent. */
  async codesNow(address: string): Promise<string[]> {
    const emails = to(address, await this.#read())
    return emails.flatMap(({ code }) => code ?? [])
  }

  /** The newest email to an address; throws when there is none. */
  async newest(address: string): Promise<ReceivedEmail> {
    const email = (await this.to(address)).at(-1)
    if (!email) throw new Error(`No letter to ${address} in the outbox`)
    return email
  }

  /** The newest link to an address that holds `part`, whatever else has arrived since; throws when there is none. */
  async linkTo(address: string, part: string): Promise<string> {
    const found = (await this.to(address)).map(({ links }) => links.find((link) => link.includes(part)))
    const link = found.findLast((each) => each !== undefined)
    if (!link) throw new Error(`No letter to ${address} brings a link with ${part}`)
    return link
  }
}

function to(address: string, emails: ReceivedEmail[]): ReceivedEmail[] {
  return emails.filter((email) => email.to.toLowerCase().includes(address.toLowerCase()))
}

/** An email stays as it was written, so that each is read once: `known` has those that were, by name. */
async function readFolder(folder: string, known: Map<string, ReceivedEmail>): Promise<ReceivedEmail[]> {
  if (!existsSync(folder)) return []
  const names = (await readdir(folder)).filter((name) => name.endsWith('.eml')).toSorted()
  const unread = names.filter((name) => !known.has(name))
  const read = async (name: string) => known.set(name, readEmail(await readFile(path.join(folder, name))))
  await Promise.all(unread.map(read))
  return names.map((name) => known.get(name)!)
}

/** Reads one email as an email program does: encoded headers, parts, quoted-printable and base64 undone. */
export function readEmail(bytes: Buffer): ReceivedEmail {
  const whole = readPart(bytes.toString('latin1'))
  const parts = leaves(whole)
  const text = parts.find((part) => part.type === 'text/plain')?.content ?? ''
  const html = parts.find((part) => part.type === 'text/html')?.content ?? ''
  return {
    to: decodeWords(whole.headers.get('to') ?? ''),
    subject: decodeWords(whole.headers.get('subject') ?? ''),
    text,
    html,
    headers: whole.headers,
    pictures: parts.filter(({ type }) => type.startsWith('image/')).map(pictureOf),
    links: text.match(/https?:\/\/[^\s<>")]+/g) ?? [],
    code: /(?<!\d)\d{6}(?!\d)/.exec(text.replace(/https?:\/\/\S+/g, ''))?.[0] ?? null,
  }
}

function pictureOf({ type, headers, body }: Part): ReceivedEmail['pictures'][number] {
  const id = (headers.get('content-id') ?? '').replace(/[<>]/g, '')
  return { id, type, bytes: Buffer.from(body, 'base64') }
}

type Part = { headers: Map<string, string>; type: string; body: string; content: string; parts: Part[] }

function readPart(raw: string): Part {
  const end = /\r?\n\r?\n/.exec(raw)
  const head = end ? raw.slice(0, end.index) : raw
  const body = end ? raw.slice(end.index + end[0].length) : ''
  const headers = new Map<string, string>()
  for (const line of head.replace(/\r?\n[ \t]+/g, ' ').split(/\r?\n/)) {
    const [, name, value] = /^([^:]+):\s*(.*)$/.exec(line) ?? []
    if (name) headers.set(name.toLowerCase(), value ?? '')
  }
  const contentType = headers.get('content-type') ?? 'text/plain'
  const boundary = /boundary="?([^";]+)"?/i.exec(contentType)?.[1]
  const sections = boundary ? body.split(`--${boundary}`).slice(1, -1) : []
  return {
    headers,
    type: contentType.split(';')[0]!.trim().toLowerCase(),
    body,
    content: decodeBody(body, headers.get('content-transfer-encoding') ?? '7bit'),
    parts: sections.map((section) => readPart(section.replace(/^\r?\n/, '').replace(/\r?\n$/, ''))),
  }
}

function leaves(part: Part): Part[] {
  return part.parts.length > 0 ? part.parts.flatMap(leaves) : [part]
}

function decodeBody(body: string, encoding: string): string {
  if (encoding.toLowerCase() === 'base64') return Buffer.from(body, 'base64').toString('utf8')
  const plain = encoding.toLowerCase() === 'quoted-printable' ? unquote(body.replace(/=\r?\n/g, '')) : body
  return Buffer.from(plain, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}

function unquote(text: string): string {
  return text.replace(/=([0-9A-F]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
}

/** RFC 2047 words in headers: =?UTF-8?Q?…?= and =?UTF-8?B?…?=. */
function decodeWords(header: string): string {
  return header
    .replace(/\?=\s+=\?/g, '?==?')
    .replace(/=\?utf-8\?([QB])\?([^?]*)\?=/gi, (_, kind: string, word: string) => {
      const bytes =
        kind.toUpperCase() === 'B'
          ? Buffer.from(word, 'base64')
          : Buffer.from(unquote(word.replaceAll('_', ' ')), 'latin1')
      return bytes.toString('utf8')
    })
}
