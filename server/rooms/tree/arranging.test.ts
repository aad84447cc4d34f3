import { beforeEach, describe, expect, test } from 'vitest'
import { roles } from '#server/rules/rooms/room-roles.ts'
import { openRoom, type RoomWorld } from '#tests/support/unit/room-world.ts'

let world: RoomWorld
const mia = 'mia@example.net'

beforeEach(async () => {
  world = await openRoom()
  await world.add('Contracts/', 'Contracts/lease.pdf', 'Contracts/draft.pdf', 'plan.txt')
})

function rename(identity: typeof world.owner, path: string, name: string) {
  return world.arranging.rename(identity, world.room, world.guid(path), name)
}
function remove(identity: typeof world.owner, path: string) {
  return world.arranging.remove(identity, world.room, world.guid(path))
}

describe('renaming', () => {
  test('a file gets another name, keeps its ending, and is found by its new words only', async () => {
    expect(await rename(world.owner, 'Contracts/lease.pdf', ' Tenancy ')).toBe('Tenancy.pdf')
    expect(await world.names('Contracts/')).toEqual(['Tenancy.pdf', 'draft.pdf'])
    const words = await world.database.kysely
      .selectFrom('item_word')
      .select('word')
      .where('item_guid', '=', world.guid('Contracts/lease.pdf'))
      .execute()
    expect(words.map(({ word }) => word).toSorted()).toEqual(['pdf', 'tenancy'])
    expect(await world.eventsOf('Contracts/lease.pdf')).toEqual([
      ['ItemRenamed', { from: 'lease.pdf', to: 'Tenancy.pdf' }],
    ])
  })

  test.each(['', '  ', '.hidden', 'a/b', 'con', 'LPT1.txt', 'x\u202egnp', 'a'.repeat(256)])(
    '%j is no name',
    async (name) => {
      const wanted = { problem: 'fileNameRefused', field: 'name' }
      await expect(rename(world.owner, 'Contracts/', name)).rejects.toMatchObject(wanted)
    },
  )

  test.each(['draft.pdf', 'DRAFT.PDF', 'ｄraft.pdf', 'draft'])(
    '%j is taken by what looks the same',
    async (name) => {
      const wanted = { problem: 'nameTaken', field: 'name' }
      await expect(rename(world.owner, 'Contracts/lease.pdf', name)).rejects.toMatchObject(wanted)
    },
  )

  test('another letter case of its own name is no collision', async () => {
    expect(await rename(world.owner, 'Contracts/lease.pdf', 'LEASE.pdf')).toBe('LEASE.pdf')
  })

  test('a name that only something hidden has is free', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.addAs(mia, 'Contracts/mine.pdf')
    await world.rule(own, 'Contracts/draft.pdf', -1)
    expect(await rename(own, 'Contracts/mine.pdf', 'draft.pdf')).toBe('draft.pdf')
    await expect(rename(own, 'Contracts/mine.pdf', 'lease.pdf')).rejects.toMatchObject({
      problem: 'nameTaken',
    })
  })

  test('a folder that is closed and passed to what is granted in it takes its name; one that is not does not', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.addAs(mia, 'mine/')
    await world.addAs('olivia@example.org', 'Closed/', true)
    await world.addAs('olivia@example.org', 'Closed/inside.pdf')
    expect(await rename(own, 'mine/', 'Closed')).toBe('Closed')
    await rename(own, 'mine/', 'mine')
    await world.rule(own, 'Closed/inside.pdf', 3)
    await expect(rename(own, 'mine/', 'Closed')).rejects.toMatchObject({ problem: 'nameTaken' })
  })
})

describe('removing', () => {
  test('what is removed is in the trash, and its folder counts the change', async () => {
    const before = await world.revision()
    await remove(world.owner, 'Contracts/')
    expect(await world.names()).toEqual(['plan.txt'])
    expect(await world.revision()).toBe(before + 1)
    expect(await world.eventsOf('Contracts/')).toEqual([['ItemBinned', { name: 'Contracts' }]])
    const gone = { problem: 'notFound' }
    await expect(remove(world.owner, 'Contracts/')).rejects.toMatchObject(gone)
    await expect(rename(world.owner, 'Contracts/lease.pdf', 'x')).rejects.toMatchObject(gone)
  })

  test('the root is neither removed nor renamed', async () => {
    await expect(remove(world.owner, '')).rejects.toMatchObject({ problem: 'itemNotYours' })
    await expect(rename(world.owner, '', 'x')).rejects.toMatchObject({ problem: 'itemNotYours' })
  })
})

describe('who can', () => {
  test('contributors arrange what they added, and everything where the room says so', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.addAs('MIA@example.net', 'mine.pdf')
    await remove(own, 'mine.pdf')
    await expect(remove(own, 'plan.txt')).rejects.toMatchObject({ problem: 'itemNotYours' })
    await world.setRoom({ contributors_arrange_all: 1 })
    await remove(own, 'plan.txt')
    expect(await world.names()).toEqual(['Contracts'])
  })

  test('not where they may only read', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.addAs(mia, 'Contracts/mine.pdf')
    await world.rule(own, 'Contracts/', 3)
    await world.setRoom({ contributors_arrange_all: 1 })
    await expect(rename(own, 'Contracts/mine.pdf', 'x')).rejects.toMatchObject({ problem: 'itemNotYours' })
  })

  test('what is hidden from them is as what is not there', async () => {
    const own = await world.member(mia, roles.contributor)
    await world.rule(own, 'plan.txt', -1)
    await expect(remove(own, 'plan.txt')).rejects.toMatchObject({ problem: 'notFound' })
    await expect(world.arranging.remove(own, world.room, 'f'.repeat(32))).rejects.toMatchObject({
      problem: 'notFound',
    })
  })

  test('a folder in which others have something is refused in the same words as one in which that is hidden', async () => {
    const own = await world.member(mia, roles.contributor)
    for (const name of ['Seen/', 'Hidden/', 'Own/']) {
      await world.addAs(mia, name)
      await world.addAs(mia, `${name}own.pdf`)
    }
    await world.add('Seen/theirs.pdf', 'Hidden/theirs.pdf')
    await world.rule(own, 'Hidden/theirs.pdf', -1)
    const refusals = []
    for (const name of ['Seen/', 'Hidden/']) {
      refusals.push(await remove(own, name).catch((error: { text: string }) => error.text))
    }
    expect(refusals[0]).toContain('You can’t move or delete this folder')
    expect(refusals[1]).toBe(refusals[0])
    await remove(own, 'Own/')
    await world.setRoom({ contributors_arrange_all: 1 })
    await remove(own, 'Seen/')
    await expect(remove(own, 'Hidden/')).rejects.toMatchObject({ problem: 'folderNotYours' })
    await remove(world.owner, 'Hidden/')
  })

  test.each([
    [roles.view, 'roomRoleNeeded'],
    [roles.viewPrint, 'roomRoleNeeded'],
    [roles.download, 'roomRoleNeeded'],
  ] as const)('role %s arranges nothing', async (role, problem) => {
    const reader = await world.member(mia, role)
    await world.setRoom({ contributors_arrange_all: 1 })
    await expect(remove(reader, 'plan.txt')).rejects.toMatchObject({ problem })
    await expect(rename(reader, 'plan.txt', 'x')).rejects.toMatchObject({ problem })
  })

  test('nor does a stranger, or who was removed between form and post', async () => {
    const stranger = { user: null, readerEmail: 'zoe@example.net', browserId: 'zoe' }
    await expect(remove(stranger, 'plan.txt')).rejects.toMatchObject({ problem: 'notRecipient' })
    const nobody = { ...stranger, readerEmail: null }
    await expect(remove(nobody, 'plan.txt')).rejects.toMatchObject({ problem: 'identityNeeded' })
    const own = await world.member(mia, roles.contributor)
    await world.addAs(mia, 'mine.pdf')
    await world.database.kysely
      .updateTable('member')
      .set({ removed_at: world.now })
      .where('guid', '=', own.memberGuid)
      .execute()
    await expect(remove(own, 'mine.pdf')).rejects.toMatchObject({ problem: 'notRecipient' })
  })

  test('in an archived room nothing is changed', async () => {
    await world.setRoom({ archived_at: world.now })
    await expect(remove(world.owner, 'plan.txt')).rejects.toMatchObject({ problem: 'roomArchived' })
  })

  test('an item of another room is not there', async () => {
    const other = await world.addRoom()
    const guid = world.guid('plan.txt')
    await expect(world.arranging.remove(world.owner, other, guid)).rejects.toMatchObject({
      problem: 'notFound',
    })
  })
})
