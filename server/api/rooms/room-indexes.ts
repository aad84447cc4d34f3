import type { NamedItem } from '#server/rooms/tree/whole-tree.ts'
import type { OwnRules } from '#server/rooms/rights/granting.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import type { Role } from '#server/rules/rooms/room-roles.ts'
import { listIn } from '#server/api/shares/lists.ts'

/** The rules of one member, by item. */
export type Rules = ReadonlyMap<string, RuleCode>

/** `#2#5` of every item of a room by guid, as its owner sees it; of the root `#`. */
export function indexesOf(tree: readonly NamedItem[]): Map<string, string> {
  const children = Map.groupBy(tree, ({ parentGuid }) => parentGuid ?? '')
  const indexes = new Map<string, string>()
  const waiting = (children.get('') ?? []).map(({ guid }) => ({ guid, index: '' }))
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const { guid, index } = next
    indexes.set(guid, index || '#')
    for (const [at, child] of (children.get(guid) ?? []).entries())
      waiting.push({ guid: child.guid, index: `${index}#${at + 1}` })
  }
  return indexes
}

/** A member's own rules as calls express them; without what is in the trash. */
export function rulesText(
  role: Role,
  rules: Rules,
  indexes: ReadonlyMap<string, string>,
): { PermissionIndex: string; InaccessibleIndex: string[] } {
  const here = [...rules].flatMap(([guid, code]) => {
    const index = indexes.get(guid)
    return index === undefined ? [] : [{ index, code }]
  })
  const sorted = here.toSorted((a, b) => (a.index < b.index ? -1 : 1))
  const rights = sorted.filter(({ code }) => code >= 0).map(({ index, code }) => `;${index}=${code}`)
  const hidden = sorted.filter(({ code }) => code < 0).map(({ index }) => index)
  return { PermissionIndex: [role, ...rights].join(''), InaccessibleIndex: hidden }
}

const permission = /^([1-5])((?:;#[\d#]*=[0-4])*)$/

/** `1;#3=3;#3#2=1`: the role, and the permissions by Index. Throws badForm. */
export function readPermission(text: string): { role: string; rights: Map<string, RuleCode> } {
  const [, role, rest = ''] = permission.exec(text.trim()) ?? []
  if (role === undefined)
    throw new Problem('badForm', {
      field: 'role',
      text: 'PermissionIndex is a role from 1 to 5, with rights behind it as in "1;#3=3;#3#2=1".',
    })
  const pairs = rest.split(';').filter(Boolean)
  const rights = pairs.map((pair) => pair.split('=')).map(([index, code]) => [index!, Number(code)] as const)
  return { role, rights: new Map(rights as [string, RuleCode][]) }
}

/** What a call says about a member's rules; what it omits stays as it is. */
export type RulesParameters = { rights: ReadonlyMap<string, RuleCode> | null; hidden: string | undefined }

/** The changes that make a member's rules what the call says. Throws badForm for what does not exist. */
export function changesTo(
  before: Rules,
  { rights, hidden }: RulesParameters,
  indexes: ReadonlyMap<string, string>,
): OwnRules {
  const guids = new Map([...indexes].map(([guid, index]) => [index, guid]))
  const itemAt = (index: string): string => {
    const guid = guids.get(index)
    if (guid === undefined) throw new Problem('badForm', { text: `There is nothing at ${index}.` })
    return guid
  }
  // No call can refer to what is in the trash: its rules stay with it.
  const known = [...before].filter(([guid]) => indexes.has(guid))
  const kept = known.filter(([, code]) => (code < 0 ? hidden === undefined : rights === null))
  const wanted = new Map<string, RuleCode>(kept)
  // What is hidden wins over any permission on the same item.
  for (const [index, code] of rights ?? [])
    if (wanted.get(itemAt(index)) !== -1) wanted.set(itemAt(index), code)
  for (const index of listIn(hidden ?? '', 'InaccessibleIndex')) wanted.set(itemAt(index), -1)
  const items = new Set([...known.map(([guid]) => guid), ...wanted.keys()])
  return [...items].flatMap((itemGuid) => {
    const [was, code] = [before.get(itemGuid) ?? null, wanted.get(itemGuid) ?? null]
    return was === code ? [] : [{ itemGuid, was, code }]
  })
}
