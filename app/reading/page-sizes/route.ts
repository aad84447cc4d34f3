import { routes } from '#app/routes.ts'
import { Problem } from '#server/rules/problems.ts'
import { jsonLoader } from '#app/request/json.server.ts'
import { isCounted, versionIn } from '#app/view-models/reading.server.ts'

const max = 500

/**
 * The number and size of pages, in PDF points: `?first=1&count=500`, at most 500 at once. Each call is authorized.
 * Nothing is counted: the heartbeat reports what is read of them.
 */
export const loader = jsonLoader(routes.reading.pageSizes, 'visitor', async ({ identity, ...context }) => {
  const { services, client, params, url } = context
  // Refuses prefetching.
  isCounted(context)
  const range = { first: numberIn(url, 'first', 1), count: numberIn(url, 'count', max) }
  if (range.count > max) throw new Problem('notFound')
  const { found, pages } = await services.viewing.pages.screen(
    identity,
    params.ShareGuid,
    { ...range, isCounted: false, version: versionIn(context) },
    client,
  )
  return { total: found.file.pageCount, pages }
})

function numberIn(url: URL, name: string, standard: number): number {
  const text = url.searchParams.get(name)
  if (text === null) return standard
  if (!/^[1-9]\d{0,8}$/.test(text)) throw new Problem('notFound')
  return Number(text)
}
