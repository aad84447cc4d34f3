import { describe, expect, test } from 'vitest'
import {
  grantsOf,
  powersOf,
  reasonAt,
  rightAt,
  rightsInTree,
  passableFolders,
  type RightRule,
  type RuleCode,
  type Step,
} from './room-rights.ts'
import { roles } from './room-roles.ts'

const open = (guid: string): Step => ({ guid, isClosed: false })
const closed = (guid: string): Step => ({ guid, isClosed: true })
const own = (itemGuid: string, code: RuleCode): RightRule => ({ itemGuid, code, from: 'member' })
const ofGroup = (itemGuid: string, code: RuleCode): RightRule => ({ itemGuid, code, from: 'group' })
const path = [open('room'), open('folder'), open('deep'), open('file')]

describe('the right at one place', () => {
  test.each([
    ['nothing said: the role holds', [], path, 1],
    ['a rule on the nearest folder wins', [own('folder', 3), own('deep', 1)], path, 1],
    ['more may be given further down', [own('deep', 3)], path, 3],
    ['what is hidden stays hidden, whatever is given below', [own('folder', -1), own('file', 3)], path, null],
    ['what a group is given, its member has', [ofGroup('deep', 2)], path, 2],
    ['a rule of the member goes before one of the group', [ofGroup('deep', 3), own('deep', 1)], path, 1],
    ['and in whatever order they come', [own('deep', 1), ofGroup('deep', 3)], path, 1],
    ['what the group hides, its member does not see', [ofGroup('folder', -1), own('folder', 3)], path, null],
    ['a closed folder gives nothing', [], [open('room'), closed('folder'), open('file')], 0],
    [
      'a closed folder that was granted does',
      [own('folder', 2)],
      [open('room'), closed('folder'), open('file')],
      2,
    ],
    [
      'something in a closed folder may be granted by itself',
      [own('file', 1)],
      [open('room'), closed('folder'), open('file')],
      1,
    ],
    ['nobody but a contributor adds, whatever a rule says', [own('deep', 4)], path, 3],
  ])('%s', (_, rules, steps, right) => {
    expect(rightAt(grantsOf(roles.view, rules), steps)).toBe(right)
  })

  test('owner and co-owner have everything, whatever rules say', () => {
    const rules = [own('room', -1), own('folder', 0)]
    for (const role of [roles.owner, roles.coOwner]) expect(rightAt(grantsOf(role, rules), path)).toBe(4)
  })

  test('the reason names the rule that decides and whose it is', () => {
    const grants = grantsOf(roles.view, [ofGroup('folder', 2)])
    expect(reasonAt(grants, path)).toEqual({ right: 2, because: 'rule', itemGuid: 'folder', from: 'group' })
  })
})

describe('the permissions in a whole tree', () => {
  const items = [
    { guid: 'room', parentGuid: null, isFolder: true, isClosed: false },
    { guid: 'a', parentGuid: 'room', isFolder: true, isClosed: false },
    { guid: 'a1', parentGuid: 'a', isFolder: false, isClosed: false },
    { guid: 'a2', parentGuid: 'a', isFolder: true, isClosed: false },
    { guid: 'a2x', parentGuid: 'a2', isFolder: false, isClosed: false },
    { guid: 'b', parentGuid: 'room', isFolder: false, isClosed: false },
  ]

  test('who can see one deep folder sees the way to it and nothing beside it', () => {
    const grants = grantsOf(roles.view, [own('room', 0), own('a2', 3)])
    expect([...rightsInTree(grants, items)]).toEqual([
      ['room', 0],
      ['a', 0],
      ['a2', 3],
      ['a2x', 3],
    ])
    const paths = [[open('room')], [open('room'), open('a'), open('a2')]]
    expect([...passableFolders(grants, paths)]).toEqual(['room', 'a'])
  })

  test('a folder with nothing allowed in it is not there', () => {
    const grants = grantsOf(roles.view, [own('room', 0), own('b', 1)])
    expect([...rightsInTree(grants, items).keys()]).toEqual(['room', 'b'])
  })

  test('siblings stay in their order, each item behind its folder', () => {
    expect([...rightsInTree('all', items).keys()]).toEqual(['room', 'a', 'a1', 'a2', 'a2x', 'b'])
  })
})

describe('what a right allows', () => {
  const free = { mayDownload: true, mayPrint: true }
  test.each([
    [null, free, [false, false, false, false]],
    [0, free, [false, false, false, false]],
    [1, free, [true, false, false, false]],
    [2, free, [true, true, false, false]],
    [3, free, [true, true, true, false]],
    [4, free, [true, true, true, true]],
    [3, { mayDownload: false, mayPrint: true }, [true, true, false, false]],
    [3, { mayDownload: true, mayPrint: false }, [true, false, true, false]],
    [4, { mayDownload: false, mayPrint: false }, [true, true, true, true]],
  ] as const)('right %s in a room that allows %o', (right, room, expected) => {
    expect(Object.values(powersOf(right, room))).toEqual([...expected])
  })
})
