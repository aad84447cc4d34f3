import type { Powers, Reason, Right, RuleCode } from './room-rights.ts'

/** The name of a rule where it is selected, and in records. */
export function ruleName(code: RuleCode): string {
  return names[code]
}

const names: Record<RuleCode, string> = {
  [-1]: 'Hidden',
  0: 'Path only',
  1: 'View',
  2: 'View + Print',
  3: 'Download',
  4: 'Add files',
}

/** The rules that can be selected: the whole room cannot be hidden from anyone, and only a contributor can add. */
export function rulesToChoose({
  isRoot,
  isContributor,
}: {
  isRoot: boolean
  isContributor: boolean
}): RuleCode[] {
  if (isRoot) return [0]
  return isContributor ? [-1, 0, 1, 2, 3, 4] : [-1, 0, 1, 2, 3]
}

/** What someone has at one place. */
export function rightName(right: Right | null): string {
  return ruleName(right ?? -1)
}

/** Where a permission comes from; `here` is the item in question, `nameOf` gives an item's name. */
export function sourceLabel(reason: Reason, here: string, nameOf: (itemGuid: string) => string): string {
  const { because, itemGuid, from } = reason
  if (because === 'owner') return 'owns the room'
  if (because === 'role') return 'by role'
  const place = itemGuid === here ? 'here' : `on ${nameOf(itemGuid!)}`
  if (because === 'closed folder') return `closed until granted, ${place}`
  return from === 'group' ? `by group, ${place}` : `set ${place}`
}

/** What someone can do, in as few words as possible. */
export function powersLabel({ maySee, mayPrint, mayDownload, mayAdd }: Powers): string {
  if (!maySee) return 'Nothing'
  const parts = ['View', mayPrint ? 'Print' : '', mayDownload ? 'Download' : '', mayAdd ? 'Add' : '']
  return parts.filter(Boolean).join(' + ')
}
