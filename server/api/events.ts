import { Problem } from '#server/rules/problems.ts'
import { listIn } from './shares/lists.ts'
import { call } from './table.ts'

export const largestPage = 500
const standardPage = 100

/** What happened, for programs that ask again and again. */
export const eventsCalls = [
  call('GET /v1/events', {
    scope: 'read',
    async run({ services, user, request }) {
      const { searchParams } = new URL(request.url)
      const of = searchParams.get('of') ?? 'account'
      if (of !== 'account' && of !== 'team') throw refused('of', 'of is account or team.')
      const kinds = listIn(searchParams.get('kinds') ?? '', 'kinds')
      const { events, cursor, hasMore } = await services.webhooks.feeds.since(user, {
        of,
        after: searchParams.get('after'),
        kinds: kinds.length === 0 ? null : kinds,
        limit: limitIn(searchParams.get('limit')),
      })
      return { Events: events, Cursor: cursor, HasMore: hasMore }
    },
  }),
]

function limitIn(text: string | null): number {
  if (text === null) return standardPage
  const limit = Number(text)
  if (/^\d{1,4}$/.test(text) && limit >= 1 && limit <= largestPage) return limit
  throw refused('limit', `limit is a whole number from 1 to ${largestPage}.`)
}

function refused(field: string, text: string): Problem {
  return new Problem('badForm', { field, text })
}
