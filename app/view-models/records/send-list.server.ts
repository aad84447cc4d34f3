import { redirect } from '@remix-run/node'
import { provedEmails, type Identity } from '#server/accounts/identity.ts'
import { formatIn } from '#server/http/tables/send-table.ts'
import { maxDirectRows } from '#server/rules/product/exported-lists.ts'
import type { ListRequest } from '#server/viewing/exports/list-request.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { filterIn } from './export-filter.server.ts'
import { auditFilterIn } from './audit-page.server.ts'

type Chosen = Pick<ListRequest, 'list' | 'of'>
type Asking = Pick<RequestContext, 'services' | 'request' | 'url' | 'visitor' | 'client'>

/**
 * A list, limited as the address says, as an Excel workbook or CSV; a long one leads to the page where it can be
 * prepared. Someone who is not signed in cannot come back for that, and gets all of it now.
 */
export async function sendList(context: Asking, chosen: Chosen): Promise<Response> {
  const { services, request, url, client } = context
  const identity = await context.visitor.identity()
  const { lists, downloads } = services.exports
  const wanted = { ...chosen, filter: listFilterIn(url, chosen.list, identity) }
  const found = await lists.find(identity, wanted)
  if (identity.user && (await found.isLongerThan(maxDirectRows))) {
    const { list, of } = chosen
    const kept = Object.fromEntries(keptQuery.map((name) => [name, url.searchParams.get(name) ?? undefined]))
    return redirect(href(routes.exports.ask, {}, { list, of: of ?? undefined, ...kept }))
  }
  const to = { client, person: provedEmails(identity)[0] ?? null }
  const { name, tables } = found
  const answer = downloads.send(request, to, { name, tables, format: formatIn(request) })
  if (request.method === 'GET') await lists.record(identity, chosen)
  return answer
}

const keptQuery = ['format', 'about', 'person', 'since', 'until', 'version']
const audits = ['account', 'team', 'installation']

/** What an address limits a list to. */
export function listFilterIn(url: URL, list: ListRequest['list'], identity: Identity): ListRequest['filter'] {
  const timeZone = identity.user?.timeZone ?? 'UTC'
  const { query: _, ...filter } = audits.includes(list)
    ? auditFilterIn(url, timeZone)
    : filterIn(url, timeZone)
  return filter
}
