import { emailAddress } from '#server/rules/accounts/email.ts'
import { dayBegins, dayEnds } from '#server/rules/sharing/expiry.ts'
import type { ExportFilter } from '#server/viewing/exports/filter.ts'

const activityTopics = ['reading', 'changes', 'mail', 'refusals', 'previews'] as const

/** What a page of activity is limited to, as its address says; what it does not understand is not limited. */
export type ActivityFilter<Topic> = Omit<ExportFilter, 'topic'> & {
  topic: Topic | null
  /** The same as the address says it, to be kept in links. */
  query: Record<'about' | 'person' | 'since' | 'until' | 'version', string | undefined>
}

/**
 * A filter in the address of a page or an export: `about`, `person`, days of the time zone, both included, and `version`
 * of the file.
 */
export function filterIn(url: URL, timeZone: string): ActivityFilter<(typeof activityTopics)[number]> {
  return filterOf(url, timeZone, activityTopics)
}

/** The same for a list with other topics. */
export function filterOf<Topic extends string>(
  { searchParams }: URL,
  timeZone: string,
  topics: readonly Topic[],
): ActivityFilter<Topic> {
  const param = (name: string) => searchParams.get(name)?.trim() ?? ''
  const topic = topics.find((one) => one === param('about')) ?? null
  const person = emailAddress(param('person'))?.toLowerCase() ?? null
  const from = dayBegins(param('since'), timeZone)
  const to = dayEnds(param('until'), timeZone)
  const version = /^[1-9]\d{0,8}$/.test(param('version')) ? Number(param('version')) : null
  return {
    topic,
    person,
    from,
    to,
    version,
    query: {
      about: topic ?? undefined,
      person: person ?? undefined,
      since: from === null ? undefined : param('since'),
      until: to === null ? undefined : param('until'),
      version: version === null ? undefined : String(version),
    },
  }
}
