import type { Receiving } from '#server/rooms/adding/adding.ts'
import { routes, type Route } from '#app/routes.ts'
import { parametersOf, routeAt } from '#app/request/routing/matching.ts'
import type { Context } from '#app/request/context.ts'

type Deps = Pick<Context, 'services' | 'visitor'>

/** The upload middleware for a file that goes into a room. */
export class RoomUpload {
  /** Whether the room did not let this person add: then nothing of the form goes there. */
  isShut = false
  readonly #context: Deps
  readonly #parameters: Record<string, string>

  constructor(context: Deps, parameters: Record<string, string>) {
    this.#context = context
    this.#parameters = parameters
  }

  /** Whose file it becomes. Throws if nothing can be added there, or no longer. */
  async receiving(): Promise<Receiving> {
    const { services, visitor } = this.#context
    const { RoomGuid: roomGuid = '', ParentGuid: parentGuid = '', ShareGuid: itemGuid } = this.#parameters
    const identity = await visitor.identity()
    try {
      return itemGuid === undefined
        ? await services.rooms.adding.receiving(identity, { roomGuid, parentGuid })
        : await services.rooms.itemFiles.receiving(identity, { roomGuid, itemGuid })
    } catch (error) {
      this.isShut = true
      throw error
    }
  }

  /** Removes what has arrived but cannot be added. */
  async drop(fileGuids: readonly string[]): Promise<void> {
    const { services, visitor } = this.#context
    await services.rooms.adding.drop(await visitor.identity(), this.#parameters['RoomGuid'] ?? '', fileGuids)
  }
}

/** The room of an upload address, or null if files do not go into a room. */
export function roomUploadOf(context: Deps, pathname: string): RoomUpload | null {
  const route = routeAt(pathname)
  return ofRooms.has(route) ? new RoomUpload(context, parametersOf(route, pathname)) : null
}

const { add, file } = routes.rooms
const ofRooms: ReadonlySet<Route> = new Set<Route>([add, file])
