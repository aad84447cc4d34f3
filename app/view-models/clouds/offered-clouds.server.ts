import type { User } from '#server/accounts/accounts.ts'
import { cloudLabels } from '#server/rules/files/clouds.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import { copyShown } from '#app/view-models/clouds/copy-shown.server.ts'
import type { CopyShown } from '#app/enhance/uploads/cloud-copies.tsx'

/** The cloud storage from which someone can add files, and what is being copied from there; `room` is null for shares. */
export async function offeredClouds(
  { services }: RequestContext,
  user: User | null,
  room: string | null,
): Promise<{ clouds: string[]; copies: CopyShown[] }> {
  const { connections, copies } = services.clouds
  if (!user) return { clouds: [], copies: [] }
  const underWay = await copies.underWay(user, room)
  return {
    clouds: connections.offered().map((name) => cloudLabels[name]),
    copies: await Promise.all(underWay.map((copy) => copyShown(copies, copy))),
  }
}
