import { redirect } from '@remix-run/node'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { activityPath, versionAt } from '#app/view-models/room-links.server.ts'
import { filesOf, membersOf } from './lists.server.ts'
import { overviewOf } from './overview.server.ts'
import { recordsOf } from './records.server.ts'
import { statsOf, viewLinks, type Manager } from './stats-links.server.ts'

/** The activity of a room, ready to display. At the address of the other version it leads to its own. */
export async function roomStats(context: Manager) {
  const { room, url } = context
  const query = Object.fromEntries(url.searchParams)
  if (room.version !== versionAt(url)) throw redirect(activityPath(room, room.guid, query))
  const stats = statsOf(context)
  const { view } = stats
  return {
    name: room.name,
    head: await roomHead(context, room, { here: 'activity' }),
    views: viewLinks(stats),
    zone: stats.timeZone.replaceAll('_', ' '),
    overview: view === 'overview' ? await overviewOf(context, stats) : null,
    members: view === 'members' ? await membersOf(context, stats) : null,
    files: view === 'files' ? await filesOf(context, stats) : null,
    records: view === 'records' ? await recordsOf(context, stats) : null,
  }
}
