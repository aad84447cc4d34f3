import { zonedTime } from '#server/rules/text/format.ts'

/** Why a file has no pages, as the end of a sentence; rendering defines the reason classes. */
export function renderReason(error: string | null): string {
  return reasons[error ?? '']?.whole ?? 'the file couldn’t be read'
}

/** The same in two or three words, for a list. */
export function shortRenderReason(error: string | null): string {
  return reasons[error ?? '']?.short ?? 'can’t be read'
}

/** The message for a file that is retried later, since something other than the file is at fault. */
export function triedAgain(at: number, timeZone: string): string {
  return `Something went wrong on the server while the file was being prepared. It’s tried again at ${zonedTime(at, timeZone)}.`
}

/** What a reader asks the sender for, in place of what cannot be shown. */
export function requestInstead(error: string | null): string {
  return reasons[error ?? '']?.ask ?? 'another copy'
}

/** What its sender can do so that the very same file is shown, before anything else; null if nothing helps. */
export function firstStep(error: string | null): Step | null {
  return reasons[error ?? '']?.step ?? null
}

/** What else its sender or the person who added it can do, as the end of a sentence; null for what they cannot. */
export function waysOn(...ways: (string | null)[]): string {
  const open = ways.filter((way) => way !== null)
  const last = open.pop() ?? ''
  return open.length === 0 ? last : `${open.join(', ')}, or ${last}`
}

type Step = 'enter its password' | 'try again'

const reasons: Record<string, { short: string; whole: string; ask: string; step?: Step }> = {
  password: {
    short: 'needs a password',
    whole: 'it’s protected by a password',
    ask: 'a copy without a password',
    step: 'enter its password',
  },
  'wrong password': {
    short: 'needs a password',
    whole: 'the password entered for it was wrong',
    ask: 'a copy without a password',
    step: 'enter its password',
  },
  'other password': {
    short: 'needs a password',
    whole: 'it’s protected by a kind of password that isn’t supported',
    ask: 'a copy without a password',
  },
  'older presentation': {
    short: 'PowerPoint 95',
    whole: 'it was saved by PowerPoint 95 or an earlier version, which isn’t supported',
    ask: 'a copy as PDF',
  },
  corrupt: {
    short: 'damaged',
    whole: 'it’s damaged or has no pages',
    ask: 'another copy',
    step: 'try again',
  },
  unsupported: {
    short: 'not supported',
    whole: 'this file type isn’t supported',
    ask: 'a copy as PDF',
  },
  'too many pages': {
    short: 'too many pages',
    whole: 'it has more than 5,000 pages',
    ask: 'it in several parts',
  },
  'too large': {
    short: 'too large',
    whole: 'it’s too large',
    ask: 'a smaller copy',
  },
  timeout: {
    short: 'took too long',
    whole: 'processing it took too long',
    ask: 'a simpler copy, as PDF',
    step: 'try again',
  },
  fault: {
    short: 'not prepared',
    whole: 'something went wrong on the server while it was being prepared',
    ask: 'another copy',
    step: 'try again',
  },
  memory: {
    short: 'took too much memory',
    whole: 'processing it took too much memory',
    ask: 'a simpler copy, as PDF',
    step: 'try again',
  },
  'not confined': {
    short: 'not converted here',
    whole: 'this server can’t convert files of this type safely yet',
    ask: 'a copy as PDF',
    step: 'try again',
  },
  'password not confined': {
    short: 'not converted here',
    whole: 'it’s protected by a password, and this server can’t open such files safely yet',
    ask: 'a copy without a password',
    step: 'try again',
  },
  'no converter': {
    short: 'no converter',
    whole: 'this server has no converter for this file type',
    ask: 'a copy as PDF',
  },
}
