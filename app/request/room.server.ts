import { redirect } from '@remix-run/node'
import type { Identity } from '#server/accounts/identity.ts'
import { hasFlag, Problem } from '#server/rules/problems.ts'
import type { RoomAct } from '#server/rules/rooms/room-policy.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { href, routes } from '#app/routes.ts'
import { leadFromClosedRoom } from '#app/view-models/ended.server.ts'
import type { RequestContext } from './request-context.server.ts'

/**
 * Authorizes an action in a room, or redirects to the room's sign-in page, where the missing step can be done. Any
 * other refusal of the room's policy is thrown.
 */
export async function inRoom(
  context: RequestContext,
  roomGuid: string,
  act: RoomAct,
): Promise<{ identity: Identity; room: RoomAccess }> {
  const identity = await context.visitor.identity()
  try {
    return { identity, room: await context.services.rooms.all.pass(identity, roomGuid, act) }
  } catch (error) {
    if (error instanceof Problem && hasFlag(error.problem, 'atRoomEntry'))
      throw redirect(roomEntryPath(context, roomGuid))
    if (error instanceof Problem) await leadFromClosedRoom(context, roomGuid)
    throw error
  }
}

/** The room's sign-in page, which leads back to where this request wanted to go. */
export function roomEntryPath({ url }: RequestContext, roomGuid: string): string {
  return href(routes.rooms.entry, { RoomGuid: roomGuid }, { to: url.pathname + url.search })
}
