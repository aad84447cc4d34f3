/** Why a file has no pages, in words; rendering defines the reason classes. */
export function renderReason(error: string | null): string {
  return reasons[error ?? '']?.whole ?? 'the file couldn’t be read'
}

/** The same in two or three words, for a list. */
export function shortRenderReason(error: string | null): string {
  return reasons[error ?? '']?.short ?? 'can’t be read'
}

/** What a reader asks the sender for, in place of what cannot be shown. */
export function askedInstead(error: string | null): string {
  return reasons[error ?? '']?.ask ?? 'another copy'
}

const reasons: Record<string, { short: string; whole: string; ask: string }> = {
  password: {
    short: 'needs a password',
    whole: 'it’s protected by a password',
    ask: 'a copy without a password',
  },
  'wrong password': {
    short: 'needs a password',
    whole: 'the password entered for it was wrong',
    ask: 'a copy without a password',
  },
  'other password': {
    short: 'needs a password',
    whole: 'it’s protected by a kind of password that isn’t supported',
    ask: 'a copy without a password',
  },
  corrupt: { short: 'damaged', whole: 'it’s damaged or has no pages', ask: 'another copy' },
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
    whole: 'it’s too large to display',
    ask: 'a smaller copy',
  },
  timeout: { short: 'took too long', whole: 'processing it took too long', ask: 'a simpler copy, as PDF' },
  memory: {
    short: 'took too much memory',
    whole: 'processing it took too much memory',
    ask: 'a simpler copy, as PDF',
  },
  'not confined': {
    short: 'not converted here',
    whole: 'this server can’t convert files of this type safely yet',
    ask: 'a copy as PDF',
  },
  'password not confined': {
    short: 'not converted here',
    whole: 'it’s protected by a password, and this server can’t open such files safely yet',
    ask: 'a copy without a password',
  },
  'no converter': {
    short: 'no converter',
    whole: 'this server has no converter for this file type',
    ask: 'a copy as PDF',
  },
}
