import type { MetaDescriptor } from '@remix-run/node'

const seconds = 3

/** Has the browser ask for a page again while something is under way: progress shows itself, with script and without. */
export function renewing(isWaiting: boolean | undefined): MetaDescriptor[] {
  return isWaiting ? [{ httpEquiv: 'refresh', content: String(seconds) }] : []
}
