/** Why a file has no pages, in words; rendering defines the reason classes. */
export function renderReason(error: string | null): string {
  return reasons[error ?? '']?.whole ?? 'the file could not be read'
}

/** The same in two or three words, for a list. */
export function shortRenderReason(error: string | null): string {
  return reasons[error ?? '']?.short ?? 'not readable'
}

/** What a reader asks the sender for, in place of what cannot be shown. */
export function askedInstead(error: string | null): string {
  return reasons[error ?? '']?.ask ?? 'another copy'
}

const reasons: Record<string, { short: string; whole: string; ask: string }> = {
  password: {
    short: 'asks for a password',
    whole: 'it asks for a password of its own',
    ask: 'a copy that opens without a password',
  },
  'wrong password': {
    short: 'asks for a password',
    whole: 'it does not open with the password that was given',
    ask: 'a copy that opens without a password',
  },
  'other password': {
    short: 'asks for a password',
    whole: 'it asks for a password of a kind that cannot be given here',
    ask: 'a copy that opens without a password',
  },
  corrupt: { short: 'damaged', whole: 'it is damaged or has no pages', ask: 'another copy' },
  unsupported: {
    short: 'kind not supported',
    whole: 'this kind of file is not supported',
    ask: 'a copy as PDF',
  },
  'too many pages': {
    short: 'too many pages',
    whole: 'it has more than 5,000 pages',
    ask: 'it in several parts',
  },
  'too large': {
    short: 'too large',
    whole: 'it is too large to be shown as pages',
    ask: 'a smaller copy',
  },
  timeout: { short: 'took too long', whole: 'preparing it took too long', ask: 'a simpler copy, as PDF' },
  memory: {
    short: 'took too much memory',
    whole: 'preparing it took too much memory',
    ask: 'a simpler copy, as PDF',
  },
  'not confined': {
    short: 'not converted here',
    whole:
      'this installation converts files of this kind only where it can keep them apart, which it cannot yet',
    ask: 'a copy as PDF',
  },
  'password not confined': {
    short: 'not converted here',
    whole:
      'it asks for a password, and this installation opens such files only where it can keep them apart, which it cannot yet',
    ask: 'a copy that opens without a password',
  },
  'no converter': {
    short: 'no program for it',
    whole: 'this installation has no program for files of this kind',
    ask: 'a copy as PDF',
  },
}
