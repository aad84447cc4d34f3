/** Why a file has no pages, in words; the reason classes are the rendering's. */
export function renderReason(error: string | null): string {
  return reasons[error ?? ''] ?? 'the file could not be read'
}

const reasons: Record<string, string> = {
  password: 'it is protected with a password of its own',
  corrupt: 'it is damaged or has no pages',
  unsupported: 'this kind of file is not supported',
  'too many pages': 'it has more than 5,000 pages',
  'too large': 'it is too large to be shown as pages',
  timeout: 'preparing it took too long',
  memory: 'preparing it took too much memory',
}
