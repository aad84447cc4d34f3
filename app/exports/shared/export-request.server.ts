import type { User } from '#server/accounts/accounts.ts'
import { formatIn } from '#server/http/tables/send-table.ts'
import { listNames, subjectOf, type ListName } from '#server/rules/product/exported-lists.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ExportRequest } from '#server/viewing/exports/list-request.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { requireFreshOperator } from '#app/request/sign-in/operator.server.ts'
import { href, routes } from '#app/routes.ts'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { listFilterIn } from '#app/view-models/records/send-list.server.ts'

type Asking = RequestContext & { user: User }

/** The list that an address asks for. Throws notFound for one that there is not. */
export async function requestIn(context: Asking): Promise<ExportRequest> {
  const { url, request } = context
  const list = listNames.find((name) => name === url.searchParams.get('list'))
  const of = url.searchParams.get('of')
  if (!list || (of === null) !== (subjectOf(list) === 'nothing')) throw new Problem('notFound')
  await requireAsAtPage(context, list)
  const filter = listFilterIn(url, list, await context.visitor.identity())
  return { list, of, filter, format: formatIn(request) }
}

/** What the installation's audit is shown to, its export is given to: an operator who has just proved who they are. */
export async function requireAsAtPage(context: RequestContext, list: ListName): Promise<void> {
  if (list === 'installation') await requireFreshOperator(context)
}

/** The page that a list is of. */
export function pageOf(list: ListName, of: string): Crumb {
  const [share, room] = [{ ShareGuid: of }, { RoomGuid: of }]
  switch (list) {
    case 'shareActivity':
      return { to: href(routes.shares.activity, share), label: 'Activity' }
    case 'recipients':
      return { to: href(routes.shares.details, share), label: 'Recipients' }
    case 'acceptances':
      return { to: href(routes.shares.terms, share), label: 'Terms of access' }
    case 'sent':
      return { to: href(routes.shares.index), label: 'Sent' }
    case 'roomActivity':
      return { to: href(routes.rooms.stats2, room), label: 'Activity' }
    case 'members':
      return { to: href(routes.rooms.people.index, room), label: 'People' }
    case 'index':
      return { to: href(routes.rooms.folder2, { ShareGuid: of }), label: 'Files' }
    case 'roomAcceptances':
      return { to: href(routes.rooms.terms, room), label: 'Terms of access' }
    case 'account':
      return { to: href(routes.settings.activity), label: 'Account activity' }
    case 'installation':
      return { to: href(routes.operator.audit), label: 'Audit' }
    case 'team':
    case 'teamAcceptances':
    case 'teamReport':
      return { to: href(routes.team.admin), label: 'Team' }
  }
}
