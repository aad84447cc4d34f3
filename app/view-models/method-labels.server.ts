import type { Method } from '#server/rules/reading/dwell.ts'

/** How a reading time is known, in words. */
export const methodLabel: Record<Method, string> = {
  measured: 'measured',
  partly: 'partly estimated',
  estimated: 'estimated',
}

/** How the times of several people are known together: those without any do not count. */
export function jointMethod(figures: readonly { seconds: number; method: Method }[]): Method {
  const methods = new Set(figures.filter(({ seconds }) => seconds > 0).map(({ method }) => method))
  const [only, ...others] = methods
  return others.length > 0 ? 'partly' : (only ?? 'estimated')
}

/** Says how a time is known; nothing without a time. */
export function readingTimeLabel(method: Method, seconds: number): string {
  return seconds > 0 ? `Reading time (${methodLabel[method]})` : 'Reading time'
}
