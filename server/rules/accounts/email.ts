import { mixesAlphabets } from './look-alikes.ts'

/**
 * Email addresses: one canonical spelling each, since an address identifies a person here. Lower case, international
 * domains in punycode (two spellings of one domain are one address). They are shown as stored, so that no one mistakes
 * a look-alike domain for another; before the @ only ASCII is accepted.
 */

const localPart = /^[a-z0-9!#$%&'*+/=?^_`{|}~-]+(?:\.[a-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/
const domainName = /^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,63}|xn--[a-z0-9-]{1,58}[a-z0-9])$/
const ipv4 = /^(?:(?:25[0-5]|2[0-4]\d|1?\d?\d)\.){3}(?:25[0-5]|2[0-4]\d|1?\d?\d)$/

/** What a field says about an address that cannot be used. */
export const emailAddressMessage = 'Enter a full email address, like name@example.com.'

/**
 * The canonical spelling of an address, or null if it is not one.
 *
 * A port after the domain is refused: no mail server could deliver to it, and `a@b.com:25` would be a second identity
 * beside `a@b.com`.
 */
export function emailAddress(text: string): string | null {
  const address = text.trim()
  // First of all: no part of a longer text could be an address.
  if (address.length > 254) return null
  const at = address.lastIndexOf('@')
  if (at < 1) return null
  const local = address.slice(0, at).toLowerCase()
  const domain = canonicalDomain(address.slice(at + 1))
  if (local.length > 64 || !localPart.test(local) || domain === null) return null
  const canonical = `${local}@${domain}`
  return canonical.length > 254 ? null : canonical
}

/** An address as its owner recognises it and no one else learns it; always as long, however long the name is. */
export function maskedAddress(email: string): string {
  return `${email.slice(0, 1)}•••@${domainOf(email)}`
}

/** The domain of a canonical address. */
export function domainOf(email: string): string {
  return email.slice(email.lastIndexOf('@') + 1)
}

/** The canonical spelling of a mail domain, or null if it is not one; a bare IP address is not. */
export function mailDomain(text: string): string | null {
  const domain = canonicalDomain(text.trim())
  return domain !== null && domainName.test(domain) ? domain : null
}

function canonicalDomain(text: string): string | null {
  const bare = text.startsWith('[') && text.endsWith(']') ? text.slice(1, -1) : text
  if (ipv4.test(bare)) return bare
  if (bare !== text || !/^[\p{L}\p{M}\p{N}.-]+$/u.test(text)) return null
  const domain = /^[\x20-\x7e]*$/.test(text) ? text.toLowerCase() : punycode(text)
  return domain !== null && domainName.test(domain) ? domain : null
}

// URL is the only IDNA implementation that both the browser and the server have.
function punycode(domain: string): string | null {
  const address = `http://${domain}`
  return URL.canParse(address) ? new URL(address).hostname : null
}

export type NamedAddress = { email: string; name: string }
export type EmailList = { recipients: NamedAddress[]; refused: string[] }

const maxNameLength = 100

/**
 * The addresses in a pasted list, each once whatever its case, in order; `refused` has what is not an address, as
 * entered. Accepts commas, semicolons, line ends and tabs between entries, `Name <address>`, quoted names with commas
 * in them, Outlook's `Last, First <address>; …`, and the columns of a spreadsheet.
 */
export function emailsIn(pastedText: string): EmailList {
  const found = new Map<string, NamedAddress>()
  const refused: string[] = []
  for (const entry of entriesOf(pastedText)) {
    const recipient = recipientIn(entry)
    if (!recipient) {
      refused.push(entry)
      continue
    }
    const known = found.get(recipient.email)
    if (!known) found.set(recipient.email, recipient)
    else if (known.name === '') known.name = recipient.name
  }
  return { recipients: [...found.values()], refused: [...new Set(refused)] }
}

/** Spreadsheet rows with the name in other columns than the address, as `"Name" <address>`. */
function withNamesFromColumns(text: string): string {
  const lines = text.split(/\r\n?|\n/)
  return lines
    .filter((line, index) => index > 0 || !isHeading(line, lines))
    .map((line) => namedRow(line) ?? line)
    .join('\n')
}

// The column names, above at least one row.
function isHeading(line: string, lines: string[]): boolean {
  return line.includes('\t') && !line.includes('@') && lines.slice(1).some((row) => namedRow(row) !== null)
}

function namedRow(line: string): string | null {
  const cells = line.split('\t').map(withoutQuotes)
  const emails = cells.filter((cell) => emailAddress(cell) !== null)
  const others = cells.filter((cell) => cell !== '' && cell !== emails[0])
  if (cells.length < 2 || emails.length !== 1 || others.some((cell) => cell.includes('@'))) return null
  // First and last name, or one name; telephone numbers and the like are left out.
  const name = others.filter((cell) => !/\d/.test(cell)).slice(0, 2)
  return `"${name.join(' ').replace(/["<>]/g, ' ')}" <${emails[0]!}>`
}

function entriesOf(text: string): string[] {
  return splitOutsideQuotes(withNamesFromColumns(text), /[;\r\n\t]/)
    .flatMap((entry) => (isOneNamedAddress(entry) ? [entry] : splitOutsideQuotes(entry, /,/)))
    .flatMap((entry) => (/[<"]/.test(entry) ? [entry] : spaced(entry)))
    .map((entry) => entry.trim())
    .filter((entry) => /[^\s"'<>]/.test(entry))
}

// `Last, First <address>`: with only one address, and that in angle brackets, a comma is part of the name.
function isOneNamedAddress(entry: string): boolean {
  return /^[^<>@]+<[^<>]*>\s*$/.test(entry)
}

// Addresses with only spaces between them; an entry with one address or none stays whole.
function spaced(entry: string): string[] {
  const words = entry.trim().split(/\s+/)
  return words.filter((word) => word.includes('@')).length > 1 ? words : [entry]
}

/** Splits at single characters, but not within quotes and angle brackets, which never extend over a line end. */
function splitOutsideQuotes(text: string, separator: RegExp): string[] {
  const parts: string[] = []
  let part = ''
  let closing = ''
  for (const character of text) {
    if (character === '\n' || character === '\r') closing = ''
    if (closing === '' && separator.test(character)) {
      parts.push(part)
      part = ''
      continue
    }
    if (closing !== '') closing = character === closing ? '' : closing
    else if (character === '"') closing = '"'
    else if (character === '<') closing = '>'
    part += character
  }
  parts.push(part)
  return parts
}

function recipientIn(entry: string): NamedAddress | null {
  const named = /^(.*)<([^<>]*)>$/s.exec(entry)
  const email = emailAddress(withoutQuotes((named?.[2] ?? entry).trim().replace(/^mailto:/i, '')))
  if (email === null) return null
  return { email, name: displayName(named?.[1] ?? '') }
}

function withoutQuotes(text: string): string {
  const quoted = /^(["'])(.*)\1$/s.exec(text.trim())
  return quoted ? withoutQuotes(quoted[2]!) : text.trim()
}

// A name that looks like an address or a link says nothing about the person and may mislead: better none.
function displayName(text: string): string {
  const name = withoutQuotes(text)
    .replace(/\\(["\\])/g, '$1')
    .replace(/[\p{Cc}\p{Cf}<>"]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
  if (/@|:\/\/|www\./i.test(name) || mixesAlphabets(name)) return ''
  return [...name].slice(0, maxNameLength).join('')
}
