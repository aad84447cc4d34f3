import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { grantsOf, type RightRule, type RuleCode, type TreeItem } from '#server/rules/rooms/room-rights.ts'
import type { Role } from '#server/rules/rooms/room-roles.ts'
import { previewChange } from './change-preview.ts'
import { budget, seed } from '#tests/support/world/budget.ts'

/** A tree of up to 25 items, each in an earlier folder; the first is the root. */
const trees = fc
  .array(fc.record({ above: fc.nat(24), isFolder: fc.boolean(), isClosed: fc.boolean() }), { maxLength: 24 })
  .map((drawn) => {
    const items: TreeItem[] = [{ guid: 'i0', parentGuid: null, isFolder: true, isClosed: false }]
    for (const { above, isFolder, isClosed } of drawn) {
      const folders = items.filter((item) => item.isFolder)
      const parentGuid = folders[above % folders.length]!.guid
      items.push({ guid: `i${items.length}`, parentGuid, isFolder, isClosed: isFolder && isClosed })
    }
    return items
  })
const rules = fc.array(
  fc.record({
    item: fc.nat(24),
    code: fc.constantFrom<RuleCode>(-1, 0, 1, 2, 3, 4),
    from: fc.constantFrom<'member' | 'group'>('member', 'group'),
  }),
  { maxLength: 6 },
)
type DrawnRules = { item: number; code: RuleCode; from: 'member' | 'group' }[]
const people = fc.array(
  fc.record({
    role: fc.constantFrom<Role>(1, 2, 3, 4),
    before: rules,
    after: rules,
    later: fc.constantFrom<Role>(1, 4),
  }),
  { maxLength: 5 },
)
const allowances = fc.record({ mayDownload: fc.boolean(), mayPrint: fc.boolean() })

/** Of several rules of one holder on one item, the last one counts. */
function keptRules(drawn: DrawnRules, items: readonly TreeItem[]): RightRule[] {
  const kept = new Map<string, RightRule>()
  for (const { item, code, from } of drawn) {
    const { guid } = items[item % items.length]!
    kept.set(`${from} ${guid}`, { itemGuid: guid, code, from })
  }
  return [...kept.values()]
}

/**
 * What someone can do with a file, derived independently: up from the file to the first that says something; hidden
 * anywhere is hidden.
 */
function modelPowers(
  role: Role,
  rules: RightRule[],
  items: readonly TreeItem[],
  guid: string,
  allowance: { mayDownload: boolean; mayPrint: boolean },
): string {
  const byGuid = new Map(items.map((item) => [item.guid, item]))
  let right: number | null = null
  for (let at = byGuid.get(guid); at; at = byGuid.get(at.parentGuid ?? '')) {
    const here = rules.filter(({ itemGuid }) => itemGuid === at!.guid)
    if (here.some(({ code }) => code === -1)) return ''
    const said = here.find(({ from }) => from === 'member') ?? here.find(({ from }) => from === 'group')
    if (right === null && said) right = role === 4 ? said.code : Math.min(said.code, 3)
    if (right === null && at.isClosed) right = 0
  }
  const found = right ?? role
  if (found === 0) return ''
  const print = found === 4 || (found >= 2 && allowance.mayPrint)
  const download = found === 4 || (found === 3 && allowance.mayDownload)
  return `s${print ? 'p' : ''}${download ? 'd' : ''}${found === 4 ? 'a' : ''}`
}

test('people and files that gain and lose are those of a model that looks at each file of each person', async () => {
  const scenario = fc.tuple(trees, people, allowances, allowances, fc.boolean(), fc.nat(24), fc.nat(24))
  await fc.assert(
    fc.asyncProperty(scenario, async ([items, drawn, allowed, allowedLater, changesRole, moved, to]) => {
      const later = movedTree(items, moved, to)
      const asPeople = drawn.map((one, at) => ({
        guid: `p${at}`,
        role: one.role,
        later: changesRole ? one.later : one.role,
        before: keptRules(one.before, items),
        after: keptRules(one.after, items),
      }))
      const preview = await previewChange({
        tree: { before: items, after: later },
        allowance: { before: allowed, after: allowedLater },
        people: asPeople.map((one) => ({
          guid: one.guid,
          before: grantsOf(one.role, one.before),
          after: grantsOf(one.later, one.after),
        })),
      })
      const gained = new Set<string>()
      const lost = new Set<string>()
      let [gaining, losing] = [0, 0]
      for (const one of asPeople) {
        const [own, taken] = [new Set<string>(), new Set<string>()]
        for (const { guid, isFolder } of items) {
          if (isFolder) continue
          const was = modelPowers(one.role, one.before, items, guid, allowed)
          const is = modelPowers(one.later, one.after, later, guid, allowedLater)
          if ([...is].some((power) => !was.includes(power))) own.add(guid)
          if ([...was].some((power) => !is.includes(power))) taken.add(guid)
        }
        const change = preview.changes.find((found) => found.people.includes(one.guid))
        expect([change?.filesGained ?? 0, change?.filesLost ?? 0]).toEqual([own.size, taken.size])
        const files = (change?.shifts ?? []).filter(({ areFolders }) => !areFolders)
        expect(files.reduce((sum, { count }) => sum + count, 0)).toBe(new Set([...own, ...taken]).size)
        gaining += own.size > 0 ? 1 : 0
        losing += taken.size > 0 ? 1 : 0
        for (const guid of own) gained.add(guid)
        for (const guid of taken) lost.add(guid)
      }
      expect([preview.gaining, preview.losing, preview.filesGained, preview.filesLost]).toEqual([
        gaining,
        losing,
        gained.size,
        lost.size,
      ])
    }),
    { numRuns: budget({ some: 100, all: 300 }), seed },
  )
})

/** One item in another folder that is neither below it nor the item itself; unchanged if there is no such folder. */
function movedTree(items: readonly TreeItem[], moved: number, to: number): readonly TreeItem[] {
  const item = items[moved % items.length]!
  const folders = items.filter(({ isFolder, guid }) => isFolder && !isBelow(items, guid, item.guid))
  if (item.parentGuid === null || folders.length === 0) return items
  const parentGuid = folders[to % folders.length]!.guid
  return items.map((one) => (one === item ? { ...one, parentGuid } : one))
}

function isBelow(items: readonly TreeItem[], guid: string, top: string): boolean {
  for (let at = items.find((item) => item.guid === guid); at;) {
    if (at.guid === top) return true
    at = items.find((item) => item.guid === at!.parentGuid)
  }
  return false
}

test('people with equal permissions are listed together, and those who gain nothing are not', async () => {
  const items: TreeItem[] = [
    { guid: 'root', parentGuid: null, isFolder: true, isClosed: false },
    { guid: 'folder', parentGuid: 'root', isFolder: true, isClosed: false },
    { guid: 'file', parentGuid: 'folder', isFolder: false, isClosed: false },
  ]
  const allowed = { mayDownload: true, mayPrint: true }
  const [open, hidden] = [grantsOf(1, []), grantsOf(1, [{ itemGuid: 'folder', code: -1, from: 'group' }])]
  const preview = await previewChange({
    tree: { before: items, after: items },
    allowance: { before: allowed, after: allowed },
    people: [
      { guid: 'mia', before: open, after: hidden },
      { guid: 'max', before: grantsOf(1, []), after: hidden },
      { guid: 'ada', before: open, after: open },
    ],
  })
  expect(preview).toMatchObject({ gaining: 0, losing: 2, filesGained: 0, filesLost: 1 })
  expect(preview.changes.map((change) => change.people)).toEqual([['mia', 'max']])
  expect(preview.changes[0]?.shifts.map(({ parentGuid, count, some }) => [parentGuid, count, some])).toEqual([
    ['root', 1, ['folder']],
    ['folder', 1, ['file']],
  ])
})

test('a room of 10,000 files and 1,000 people is walked once for people with equal permissions', async () => {
  const items: TreeItem[] = [{ guid: 'root', parentGuid: null, isFolder: true, isClosed: false }]
  for (let at = 0; at < 100; at++)
    items.push({ guid: `folder ${at}`, parentGuid: 'root', isFolder: true, isClosed: false })
  for (let at = 0; at < 10_000; at++)
    items.push({ guid: `file ${at}`, parentGuid: `folder ${at % 100}`, isFolder: false, isClosed: false })
  const allowed = { mayDownload: true, mayPrint: true }
  const preview = await previewChange({
    tree: { before: items, after: items },
    allowance: { before: allowed, after: allowed },
    people: Array.from({ length: 1000 }, (_, at) => ({
      guid: `person ${at}`,
      before: grantsOf(1, []),
      after: grantsOf(1, [{ itemGuid: 'root', code: at % 2 === 0 ? 0 : 3, from: 'member' }]),
    })),
  })
  expect(preview).toMatchObject({ gaining: 500, losing: 500, filesGained: 10_000, filesLost: 10_000 })
  expect(preview.changes.map((change) => [change.people.length, change.shifts.length])).toEqual([
    [500, 101],
    [500, 101],
  ])
})
