import type { Detail } from '#server/events/events.ts'
import { entryOf, isProblemName } from '#server/rules/problems.ts'

/** "TermsAccepted" as "Terms accepted". */
export function kindLabel(kind: string): string {
  const words = kind.replaceAll(/(?<=[a-z])[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/** What is recorded besides: "version: 2; reason: The link has ended." */
export function detailText(detail: Detail): string {
  return Object.entries(detail)
    .filter(([, value]) => value !== null && value !== '')
    .map(([name, value]) => `${name}: ${name === 'reason' ? reasonOf(value) : String(value)}`)
    .join('; ')
}

/** Why someone was blocked, in words. */
export function reasonOf(reason: unknown): string {
  const name = String(reason ?? '')
  return isProblemName(name) ? entryOf(name).text : name
}
