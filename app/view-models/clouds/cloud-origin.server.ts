import type { User } from '#server/accounts/accounts.ts'
import type { VersionTarget } from '#server/clouds/checking/origins.ts'
import { cloudLabels } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import type { OriginShown } from '#app/ui/forms/cloud-origin.tsx'

/** From where the newest version of a file was copied, if that is someone’s own storage. */
export async function cloudOrigin(
  { services }: RequestContext,
  user: User | null,
  target: VersionTarget,
): Promise<OriginShown | null> {
  const origin = user && (await services.clouds.origins.of(user, target))
  if (!user || !origin) return null
  return {
    cloud: cloudLabels[origin.cloud],
    isDaily: origin.is_daily === 1,
    checked: shownTime(origin.checked_at, user.timeZone),
    note: origin.note,
  }
}

/** Looks for another version, and leads to its copying. */
export async function checkOrigin(
  { services, client, visitor, url }: RequestContext,
  user: User | null,
  target: VersionTarget,
): Promise<Response> {
  if (!user) throw new Problem('notFound')
  const copy = await services.clouds.origins.check({ ...(await visitor.identity()), user }, target, client)
  return copy === null
    ? goWithNotice(visitor, url.pathname, 'There is no new version.', 'good')
    : goWithNotice(visitor, href(routes.clouds.copy, { CopyGuid: copy }), 'Copying the new version.', 'good')
}

/** Sets whether another version is looked for every day. */
export async function setDaily(
  { services, visitor, url }: RequestContext,
  user: User | null,
  target: VersionTarget,
  isDaily: boolean,
): Promise<Response> {
  if (!user) throw new Problem('notFound')
  await services.clouds.origins.setDaily(user, target, isDaily)
  const words = isDaily ? 'Checking for a new version every day.' : 'No longer checking every day.'
  return goWithNotice(visitor, url.pathname, words, 'good')
}
