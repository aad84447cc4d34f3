import { oneLine, withoutAddresses } from '#server/mail/email.ts'

const longest = 200

/**
 * A mail server's message, as it is stored and shown: one short line without addresses, links, or anything like a key.
 */
export function mailReason(reason: string): string {
  const text = withoutAddresses(oneLine(reason))
    .replace(/\bhttps?:\/\/\S+/gi, '(link)')
    .replace(/[\w+/=-]{24,}/g, '(…)')
  return text.length > longest ? `${text.slice(0, longest - 1)}…` : text
}
