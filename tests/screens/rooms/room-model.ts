/** The permissions in a room, written down a second time and another way round: from the item upwards. */

export type ModelItem = {
  guid: string
  name: string
  parent: ModelItem | null
  isFolder: boolean
  isClosed: boolean
  isInTrash: boolean
}

/** Rules by item: -1 hides, 0 to 4 is a right. */
type Ruled = { rules: Map<ModelItem, number> }
export type ModelGroup = Ruled & { guid: string; role: number }
export type ModelPerson = Ruled & {
  guid: string
  email: string
  /** Null for someone who is not a member. */
  role: number | null
  group: ModelGroup | null
  state: 'in' | 'suspended' | 'removed' | 'early' | 'ended'
}
export type ModelRoom = {
  guid: string
  version: 1 | 2
  mayDownload: boolean
  mayPrint: boolean
  /** The root first, each item behind its folder. */
  items: ModelItem[]
  people: ModelPerson[]
}

/** Whether someone comes into the room at all. */
export function comesIn({ role, state }: ModelPerson): boolean {
  return role !== null && state === 'in'
}

/** What someone sees in the room, in the room's order. */
export function itemsSeen(room: ModelRoom, person: ModelPerson): ModelItem[] {
  if (!comesIn(person)) return []
  const there = room.items.filter((item) => upwards(item).every(({ isInTrash }) => !isInTrash))
  const allowed = new Set(there.filter((item) => rightOn(person, item) > 0))
  const leadsOn = new Set([...allowed].flatMap((item) => upwards(item)))
  const root = room.items[0]!
  return there.filter((item) => item === root || allowed.has(item) || (item.isFolder && leadsOn.has(item)))
}

export function mayRead(room: ModelRoom, person: ModelPerson, item: ModelItem): boolean {
  return !item.isFolder && itemsSeen(room, person).includes(item)
}

export function mayDownload(room: ModelRoom, person: ModelPerson, item: ModelItem): boolean {
  if (!mayRead(room, person, item)) return false
  const right = rightOn(person, item)
  return right === 4 || (right === 3 && room.mayDownload)
}

export function mayPrint(room: ModelRoom, person: ModelPerson, item: ModelItem): boolean {
  if (!mayRead(room, person, item)) return false
  const right = rightOn(person, item)
  return right === 4 || (right >= 2 && room.mayPrint)
}

/** From the item up: hidden anywhere is hidden; else the first thing that is said on the way counts. */
function rightOn(person: ModelPerson, item: ModelItem): number {
  if (person.role === 0 || person.role === 5) return 4
  const role = person.group?.role ?? person.role ?? 0
  const line = upwards(item)
  const says = (holder: Ruled | null, step: ModelItem): number | undefined => holder?.rules.get(step)
  if (line.some((step) => says(person, step) === -1 || says(person.group, step) === -1)) return -1
  for (const step of line) {
    const said = says(person, step) ?? says(person.group, step)
    if (said !== undefined) return role === 4 ? said : Math.min(said, 3)
    if (step.isClosed) return 0
  }
  return role
}

/** The item and all that it is in, the root last. */
export function upwards(item: ModelItem): ModelItem[] {
  return item.parent === null ? [item] : [item, ...upwards(item.parent)]
}
