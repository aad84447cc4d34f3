import type { z } from 'zod'
import type { PlaceFound } from '#server/rooms/lists/listing.ts'
import type { CallScope } from '#server/rules/accounts/tokens/token-scopes.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import {
  call,
  type CallInput,
  type Call,
  type Caller,
  type CallName,
  type Entity,
} from '#server/api/table.ts'

/** What a call about data rooms gets; `version` is that of its path, and of the rooms that it is for. */
export type RoomInput<Path extends string = string, Form = unknown> = CallInput<Path, Form> &
  Caller & { version: RoomVersion }

/** A call that exists for rooms of version 1 and for those of version 2, each at its own path. */
export function inBothVersions<const Path extends string, Form extends z.ZodType = z.ZodObject>(
  method: Call['method'],
  path: Path,
  options: {
    scope: CallScope
    form?: Form
    isRaw?: boolean
    run(input: RoomInput<Path, z.output<Form>>): Promise<Entity | Response> | Entity | Response
  },
): Call[] {
  return [...inVersion(1, method, path, options), ...inVersion(2, method, path, options)]
}

/** Like `inBothVersions`, for what only rooms of one version have. */
export function inVersion<const Path extends string, Form extends z.ZodType = z.ZodObject>(
  version: RoomVersion,
  method: Call['method'],
  path: Path,
  {
    scope,
    form,
    isRaw,
    run,
  }: {
    scope: CallScope
    form?: Form
    isRaw?: boolean
    run(input: RoomInput<Path, z.output<Form>>): Promise<Entity | Response> | Entity | Response
  },
): Call[] {
  const name: CallName = `${method} /v${version}/${path}`
  return [
    call(name, {
      scope,
      ...(form && { form }),
      ...(isRaw && { isRaw }),
      run: (input) => run({ ...input, version } as never),
    }),
  ]
}

type RequestDraft = Pick<RoomInput, 'services' | 'identity' | 'version'>

/** A room, or a folder or a file in one, as the caller sees it. Throws what `RoomListing.place` throws, and badForm. */
export async function placeAt(
  { services, identity, version }: RequestDraft,
  guid: string,
): Promise<PlaceFound> {
  const found = await services.rooms.listing.place(identity, guid)
  requireVersion(found.room, version)
  return found
}

/** A room by its own guid. Throws what `placeAt` throws, and notFound for what is in a room. */
export async function roomAt(input: RequestDraft, guid: string): Promise<PlaceFound['room']> {
  const { room, item } = await placeAt(input, guid)
  if (item.guid !== room.guid) throw new Problem('notFound')
  return room
}

/** A room that need not be entered yet. Throws what strangers get, and badForm. */
export async function roomAtEntry({ services, identity, version }: RequestDraft, guid: string) {
  const look = await services.rooms.entering.look(identity, guid)
  requireVersion(look.room, version)
  return look
}

/** Throws badForm where a call is for rooms of the other version: their roles and fields are others. */
export function requireVersion({ version }: { version: RoomVersion }, wanted: RoomVersion): void {
  if (version === wanted) return
  const text = `This data room has version ${version}: use the call under /v${version}/.`
  throw new Problem('badForm', { text })
}
