import type { CloudName } from '#server/rules/files/clouds.ts'
import type { App } from '#tests/support/world/app.ts'
import { CloudDouble } from './cloud-double.ts'

/** Cloud storage that the accounts with these addresses have connected to an installation; others have none. */
export async function giveCloud(app: App, emails: readonly string[]): Promise<CloudDouble> {
  const cloud = new CloudDouble()
  const { connections } = app.strongroom.services.clouds
  const unconnected = connections.open.bind(connections)
  const rows = await app.strongroom.services.database.kysely
    .selectFrom('user')
    .select('guid')
    .where('email', 'in', emails)
    .execute()
  const connected = new Set(rows.map(({ guid }) => guid))
  Object.assign(connections, {
    offered: (): CloudName[] => ['google'],
    open: (user: { guid: string }, name: CloudName) =>
      connected.has(user.guid) ? Promise.resolve(cloud) : unconnected(user, name),
  })
  return cloud
}
