/** Why a file has no pages, in words; the reason classes are the rendering's. */
export function renderReason(error: string | null): string {
  return reasons[error ?? '']?.[1] ?? 'the file could not be read'
}

/** The same in two or three words, for a list. */
export function shortRenderReason(error: string | null): string {
  return reasons[error ?? '']?.[0] ?? 'not readable'
}

const reasons: Record<string, readonly [short: string, whole: string]> = {
  password: ['asks for a password', 'it asks for a password of its own'],
  corrupt: ['damaged', 'it is damaged or has no pages'],
  unsupported: ['kind not supported', 'this kind of file is not supported'],
  'too many pages': ['too many pages', 'it has more than 5,000 pages'],
  'too large': ['too large', 'it is too large to be shown as pages'],
  timeout: ['took too long', 'preparing it took too long'],
  memory: ['took too much memory', 'preparing it took too much memory'],
  'not confined': [
    'not converted here',
    'this server may convert such files only where they are kept apart from others, and it can’t do that yet; tell your administrator',
  ],
  'no converter': ['no program for it', 'this installation has no program for files of this kind'],
}
