import type { Topic } from '#server/events/events.ts'

/**
 * What is exported of an activity: of one person (in lower case), of one topic, begun between two moments (epoch ms),
 * and only the reading of one version of the file.
 */
export type ExportFilter = {
  person: string | null
  topic: Topic | null
  from: number | null
  /** Not included. */
  to: number | null
  version: number | null
}

export const everything: ExportFilter = { person: null, topic: null, from: null, to: null, version: null }

/** Whether something is within a filter, of which the topic is asked separately. */
export function isWithin({ person, from, to }: ExportFilter, email: string | null, at: number): boolean {
  if (person !== null && email?.toLowerCase() !== person) return false
  return (from === null || at >= from) && (to === null || at < to)
}
