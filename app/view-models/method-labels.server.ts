import type { Method } from '#server/rules/reading/dwell.ts'
import { duration } from '#server/rules/text/format.ts'

/** How a reading time is known, in words. */
export const methodLabel: Record<Method, string> = {
  measured: 'measured',
  partly: 'partly estimated',
  estimated: 'estimated',
  unknown: 'not measured',
}

/** How long someone read, and how that is known. A time that is not known is not shown as none. */
export function readingText(seconds: number, method: Method): { time: string; timeNote: string } {
  if (seconds > 0) return { time: duration(seconds * 1000), timeNote: methodLabel[method] }
  return { time: '', timeNote: methodLabel.unknown }
}

/** How the times of several people are known together: those without any do not count. */
export function jointMethod(figures: readonly { seconds: number; method: Method }[]): Method {
  const methods = new Set(figures.filter(({ seconds }) => seconds > 0).map(({ method }) => method))
  const [only, ...others] = methods
  return others.length > 0 ? 'partly' : (only ?? 'unknown')
}

/** Says how a time is known; nothing without a time. */
export function readingTimeLabel(method: Method, seconds: number): string {
  return seconds > 0 ? `Reading time (${methodLabel[method]})` : 'Reading time'
}
