import { counted } from '#server/rules/text/format.ts'
import { powersLabel, ruleName } from '#server/rules/rooms/room-right-labels.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { Change, ChangePreview, Shift } from '#server/rooms/rights/change-preview.ts'
import { fieldsOfWish } from '#server/rooms/rights/rights-forms.ts'
import type { RightsPlan, RightsWish } from '#server/rooms/rights/rights-plan.ts'
import type { PlannedRights } from '#server/rooms/rights/rights.ts'
import { folderNames, type NamedItem } from '#server/rooms/tree/whole-tree.ts'
import type { ShownPreview } from './rights-preview.tsx'

const maxChanges = 50
const maxPeople = 10

/** What a request would change, ready to display, and the request itself as fields to send again. */
export function shownPreview(
  { plan, preview, items }: PlannedRights,
  wish: RightsWish,
  roomName: string,
): ShownPreview {
  const lines = wishLines(plan, items, roomName)
  return {
    headline: headline(preview),
    wishes: lines.slice(0, maxChanges),
    moreWishes: Math.max(0, lines.length - maxChanges),
    changes: preview.changes.slice(0, maxChanges).map((change) => shownChange(change, plan, items, roomName)),
    moreChanges: Math.max(0, preview.changes.length - maxChanges),
    fields: [...fieldsOfWish(wish), { name: 'seen', value: plan.seen }],
    isEmpty: lines.length === 0,
  }
}

/** "3 people gain 12 files, 1 person loses 4 files." */
export function headline({ gaining, losing, filesGained, filesLost, changes }: ChangePreview): string {
  const gain =
    gaining > 0 ? [`${people(gaining)} ${verb(gaining, 'gain')} ${counted(filesGained, 'file')}`] : []
  const lose = losing > 0 ? [`${people(losing)} ${verb(losing, 'lose')} ${counted(filesLost, 'file')}`] : []
  const summary = [...gain, ...lose].join(', ')
  if (summary) return `${summary}.`
  return changes.length > 0
    ? 'No one gains or loses a file. Who can see some folders changes.'
    : 'No one’s access changes right now.'
}

function people(count: number): string {
  return count === 1 ? '1 person' : `${count.toLocaleString('en')} people`
}

function verb(count: number, word: string): string {
  return count === 1 ? `${word}s` : word
}

/** The request, a line for each rule. */
function wishLines(
  { changes, closing, holders, as }: RightsPlan,
  items: ReadonlyMap<string, NamedItem>,
  roomName: string,
): string[] {
  if (closing) return [`${closing.name}: ${closing.isClosed ? 'hidden by default' : 'inherited'}`]
  const [first] = changes
  if (as && first)
    return [`${calledIn(holders, first.holderGuid)}: the same permissions as ${as.email ?? as.name}`]
  return changes.map(({ holderGuid, itemGuid, was, code }) => {
    const place = placeOf(items, itemGuid, roomName)
    const isRoot = items.get(itemGuid)?.parentGuid === null
    return `${calledIn(holders, holderGuid)} on ${place}: from ${ruleText(was, isRoot)} to ${ruleText(code, isRoot)}`
  })
}

function ruleText(rule: RuleCode | null, isRoot: boolean): string {
  if (isRoot) return rule === null ? 'From role' : 'Only selected folders'
  return rule === null ? 'Inherited' : ruleName(rule)
}

function calledIn(holders: RightsPlan['holders'], guid: string): string {
  const holder = holders.get(guid)
  return holder?.email ?? holder?.name ?? ''
}

function placeOf(items: ReadonlyMap<string, NamedItem>, guid: string | null, roomName: string): string {
  return folderNames(items, guid).join(' / ') || roomName
}

function shownChange(
  { people, filesGained, filesLost, shifts }: Change,
  { holders }: RightsPlan,
  items: ReadonlyMap<string, NamedItem>,
  roomName: string,
): ShownPreview['changes'][number] {
  const names = people.map((guid) => calledIn(holders, guid))
  const role = [
    ...(filesGained > 0 ? [`${verb(people.length, 'gain')} ${counted(filesGained, 'file')}`] : []),
    ...(filesLost > 0 ? [`${verb(people.length, 'lose')} ${counted(filesLost, 'file')}`] : []),
  ]
  const shown = shifts.slice(0, maxChanges)
  return {
    who: listed(names, maxPeople),
    role: role.join(', ') || 'folders only',
    shifts: shown.map((shift) => shownShift(shift, items, roomName)),
    more: shifts.length - shown.length,
  }
}

function shownShift(
  { parentGuid, areFolders, count, some, before, after }: Shift,
  items: ReadonlyMap<string, NamedItem>,
  roomName: string,
): ShownPreview['changes'][number]['shifts'][number] {
  const names = some.map((guid) => items.get(guid)?.name ?? '')
  return {
    place: placeOf(items, parentGuid, roomName),
    what: counted(count, areFolders ? 'folder' : 'file'),
    names: listed(names, names.length, count),
    from: powersLabel(before),
    to: powersLabel(after),
  }
}

/** "a, b and 12 more". */
function listed(names: readonly string[], max: number, total = names.length): string {
  const shown = names.slice(0, max).join(', ')
  return total > Math.min(max, names.length)
    ? `${shown} and ${(total - Math.min(max, names.length)).toLocaleString('en')} more`
    : shown
}
