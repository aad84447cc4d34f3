import { sql, type Expression, type ExpressionBuilder, type Kysely, type SqlBool } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import { rightAt, passableFolders, type Step } from '#server/rules/rooms/room-rights.ts'
import { ancestorsOf } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { pathsTo, type PathStep } from '#server/rooms/tree/paths.ts'

/**
 * What someone sees directly in a folder: all, what is not closed, or nothing; but never the former items, and always
 * the latter.
 */
export type FolderVisibility = { rest: 'all' | 'open' | 'nothing'; never: string[]; always: string[] }

/** What one person sees of the folders of a room. The rules decide; this turns them into query conditions. */
export class VisibilityFilter {
  readonly #room: RoomAccess
  /** What has a rule of its own or is on the path to one, by the folder that it is in. */
  readonly #exceptions: ReadonlyMap<string, ReadonlyMap<string, Step>>
  readonly #through: ReadonlySet<string>

  private constructor(room: RoomAccess, paths: ReadonlyMap<string, PathStep[]>) {
    this.#room = room
    this.#exceptions = exceptionsOf(paths.values())
    this.#through = passableFolders(room.grants, [...paths.values()].map(ancestorsOf))
  }

  /** One query for all rules of the person, and none if there are no rules. */
  static async of(kysely: Kysely<Schema>, room: RoomAccess): Promise<VisibilityFilter> {
    return (await VisibilityFilter.ofSeveral(kysely, [room])).get(room.guid)!
  }

  /** The same for several rooms, by guid: one query for the rules in all of them. */
  static async ofSeveral(
    kysely: Kysely<Schema>,
    rooms: readonly RoomAccess[],
  ): Promise<Map<string, VisibilityFilter>> {
    const paths = await pathsTo(kysely, [...new Set(rooms.flatMap(ruledIn))])
    return new Map(
      rooms.map((room) => {
        const own = new Set(ruledIn(room))
        return [room.guid, new VisibilityFilter(room, new Map([...paths].filter(([guid]) => own.has(guid))))]
      }),
    )
  }

  /** What is visible in the folder at the end of a path that begins at the root. */
  in(path: readonly Step[]): FolderVisibility {
    const { grants } = this.#room
    if (grants === 'all') return { rest: 'all', never: [], always: [] }
    const showsOpen = this.#isSeen(path, { guid: '', isClosed: false })
    const never: string[] = []
    const always: string[] = []
    for (const step of this.#exceptions.get(path.at(-1)?.guid ?? '')?.values() ?? []) {
      const isSeen = this.#isSeen(path, step)
      if (isSeen === (showsOpen && !step.isClosed)) continue
      if (isSeen) always.push(step.guid)
      else never.push(step.guid)
    }
    return { rest: showsOpen ? 'open' : 'nothing', never, always }
  }

  /** Whether someone sees the item at the end of a path, even only to pass through. */
  sees(path: readonly Step[]): boolean {
    const last = path.at(-1)
    return last !== undefined && this.#isSeen(path.slice(0, -1), last)
  }

  #isSeen(path: readonly Step[], step: Step): boolean {
    const right = rightAt(this.#room.grants, [...path, step])
    return right !== null && (right > 0 || this.#through.has(step.guid))
  }
}

function ruledIn(room: RoomAccess): string[] {
  return room.grants === 'all' ? [] : room.rules.map(({ itemGuid }) => itemGuid)
}

function exceptionsOf(paths: Iterable<readonly PathStep[]>): Map<string, Map<string, Step>> {
  const exceptions = new Map<string, Map<string, Step>>()
  for (const path of paths) {
    for (const { guid, parent_guid: parentGuid, is_closed: isClosed } of path) {
      if (parentGuid === null) continue
      const beside = exceptions.get(parentGuid) ?? new Map<string, Step>()
      exceptions.set(parentGuid, beside.set(guid, { guid, isClosed: isClosed === 1 }))
    }
  }
  return exceptions
}

/** As a condition on rows of `item` that are in the folder. */
export function isSeen(
  item: ExpressionBuilder<Schema, 'item'>,
  { rest, never, always }: FolderVisibility,
): Expression<SqlBool> {
  if (rest === 'all') return sql<SqlBool>`1 = 1`
  const besides = always.length > 0 ? [item('item.guid', 'in', always)] : []
  if (rest === 'nothing') return item.or(besides)
  const isOpen = item('item.is_closed', '=', 0)
  const ordinary = never.length > 0 ? item.and([isOpen, item('item.guid', 'not in', never)]) : isOpen
  return item.or([ordinary, ...besides])
}
