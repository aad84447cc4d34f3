import { teamRoleLabel } from '#server/rules/accounts/team-people.ts'
import { Problem } from '#server/rules/problems.ts'
import type { ReportOrder } from '#server/rooms/lists/team-report.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { counted, fileSize, recentTime } from '#server/rules/text/format.ts'
import { initialsOf } from '#server/rules/text/initials.ts'
import { href, routes } from '#app/routes.ts'
import { pageNumber } from '#app/request/loader.server.ts'
import { teamPath } from '#app/team/shared/tab-names.ts'
import type { TeamContext, TeamTab } from '#app/team/shared/team-tab.server.ts'

const orders = ['name', 'shares', 'rooms', 'storage', 'signedIn'] as const satisfies ReportOrder[]

async function load({ user, services, url, now }: TeamContext) {
  const order = orders.find((one) => one === url.searchParams.get('sort')) ?? 'name'
  const page = pageNumber(url)
  const range = { order, page, pageSize: rowsOnScreen }
  const { members, totals } = await services.rooms.teamReport.page(user, range)
  if (page > 1 && members.length === 0) throw new Problem('notFound')
  const pages = Math.max(1, Math.ceil(totals.members / rowsOnScreen))
  const path = (sort: ReportOrder, at?: number) =>
    teamPath('report', { sort: sort === 'name' ? undefined : sort, page: at })
  return {
    members: members.map((member) => ({
      guid: member.guid,
      to: teamPath('people', { person: member.guid }),
      name: member.name,
      email: member.email,
      initials: initialsOf(member.name || member.email),
      role: teamRoleLabel(member.role),
      shares: String(member.shares),
      rooms: String(member.rooms),
      storage: fileSize(member.storageBytes),
      signedIn: member.signedInAt === null ? null : recentTime(member.signedInAt, user.timeZone, now),
    })),
    heads: Object.fromEntries(
      orders.map((one) => [
        one,
        {
          to: path(one),
          sorted: one === order ? (one === 'name' ? 'ascending' : 'descending') : undefined,
        },
      ]),
    ) as Record<ReportOrder, { to: string; sorted?: 'ascending' | 'descending' }>,
    totals: `${counted(totals.members, 'member')} · ${fileSize(totals.storageBytes)} stored`,
    exportTo: {
      xlsx: href(routes.team.reportExport),
      csv: href(routes.team.reportExport, {}, { format: 'csv' }),
    },
    pager: {
      where: `Page ${page} of ${pages}`,
      previous: page > 1 ? path(order, page - 1) : null,
      next: page < pages ? path(order, page + 1) : null,
    },
  }
}

export type ReportData = Awaited<ReturnType<typeof load>>

/** What each member has. */
export const reportTab: TeamTab = { load, intents: () => ({}) }
