import { beforeAll, describe, expect, test } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeRoom, makeRule, type MadeRoom, type RoomPlan } from '#tests/support/world/rooms.ts'

const [mia, max, carl, cora] = ['mia@example.net', 'max@example.net', 'carl@example.net', 'cora@example.org']
const plan: RoomPlan = {
  tree: {
    Contracts: { Drafts: { 'draft.pdf': 'Draft' }, 'lease.pdf': 'Lease' },
    Board: { 'minutes.pdf': 'M' },
  },
  members: { [mia]: 1, [max]: 3, [carl]: 4, [cora]: 5 },
}

let room: MadeRoom

const { app, operator: owner } = await makeWorld({ people: [cora] })

function rightsPath(made: MadeRoom, email: string, folder?: string): string {
  const query = folder ? `?folder=${made.items[folder]}` : ''
  return `/rooms/${made.guid}/rights/${made.members[email]}${query}`
}

async function rulesIn(made: MadeRoom): Promise<unknown[]> {
  const { kysely } = app.strongroom.services.database
  const items = Object.values(made.items).concat(made.guid)
  const rows = await kysely.selectFrom('room_rule').selectAll().where('item_guid', 'in', items).execute()
  return rows.map(({ item_guid, member_guid, group_guid, right_code }) => [
    Object.entries(made.items).find(([, guid]) => guid === item_guid)?.[0] ?? 'root',
    Object.entries(made.members).find(([, guid]) => guid === member_guid)?.[0] ?? group_guid,
    right_code,
  ])
}

async function makeGroup(
  made: MadeRoom,
  name: string,
  role: 1 | 2 | 3 | 4,
  emails: string[],
): Promise<string> {
  const { kysely } = app.strongroom.services.database
  const guid = newGuid()
  await kysely
    .insertInto('room_group')
    .values({ guid, room_guid: made.guid, name, role, created_at: app.clock.now() })
    .execute()
  const members = emails.map((email) => made.members[email]!)
  await kysely.updateTable('member').set({ group_guid: guid }).where('guid', 'in', members).execute()
  return guid
}

describe('one person', () => {
  beforeAll(async () => {
    room = await makeRoom(app, plan)
  })

  test('the owner sees what hiding a folder takes from whom, before it is saved', async () => {
    await owner.open(rightsPath(room, mia))
    expect(owner.heading()).toBe(`Permissions of ${mia}`)
    owner.select(`Permission of ${mia} on Contracts`, 'Hidden')
    await owner.press('See what changes')
    expect(owner.text()).toContain('Review changes')
    expect(owner.text()).toContain('1 person loses 2 files.')
    expect(owner.text()).toContain('1 file in Contracts / Drafts: from View to Nothing (draft.pdf)')
    expect(owner.text()).toContain(`${mia} on Contracts: from Inherited to Hidden`)
    expect(await rulesIn(room)).toEqual([])
    expect(owner.page.valueOf(`Permission of ${mia} on Contracts`)).toBe('-1')
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Permissions saved. They apply right away.')
    expect(await rulesIn(room)).toEqual([['Contracts', mia, -1]])
    await owner.follow('Contracts')
    expect(owner.text()).toContain('Hidden set on Contracts')
  })

  test('each changed rule is recorded with what it was and what it is', async () => {
    const range = { topic: null, before: null, after: null, pageSize: 10 }
    const { rows } = await app.strongroom.services.tracking.activity(room.guid, range)
    const detail = { person: mia, name: 'Contracts', from: 'inherited', to: 'Hidden' }
    expect(rows.map(({ kind, email, detail }) => ({ kind, email, detail }))).toEqual([
      { kind: 'RightsChanged', email: operatorEmail, detail },
    ])
  })

  test('"only single folders" with a right on one deep folder shows the way to it and nothing else', async () => {
    await owner.open(rightsPath(room, max))
    owner.select(`Permission of ${max} on the whole room`, 'Only selected folders')
    await owner.press('See what changes')
    expect(owner.text()).toContain('1 person loses 3 files.')
    await owner.press('Save permissions')
    await owner.open(rightsPath(room, max, 'Contracts'))
    owner.select(`Permission of ${max} on Drafts`, 'View + Print')
    await owner.press('See what changes')
    expect(owner.text()).toContain('1 person gains 1 file.')
    await owner.press('Save permissions')
    await owner.open(`/rooms/${room.guid}/as/${room.members[max]}`)
    expect(owner.text()).toContain(`You’re viewing this as ${max}`)
    expect(owner.text()).toContain('Sees 1 file in this room.')
    expect(owner.text()).not.toContain('Board')
    await owner.follow('Contracts')
    expect(owner.text()).not.toContain('lease.pdf')
    await owner.follow('Drafts')
    expect(owner.text()).toContain('draft.pdf')
  })

  test('files have rights of their own, shown on demand', async () => {
    await owner.open(rightsPath(room, carl, 'Board'))
    expect(owner.text()).not.toContain('minutes.pdf')
    await owner.follow('Show files too')
    owner.select(`Permission of ${carl} on minutes.pdf`, 'View')
    await owner.press('See what changes')
    expect(owner.text()).toContain(
      '1 file in Board: from View + Print + Download + Add to View (minutes.pdf)',
    )
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Board/minutes.pdf', carl, 1])
  })

  test('the rights of one person are taken over by another, after a look at what follows', async () => {
    await owner.open(rightsPath(room, carl))
    owner.fill('Copy from', 'nobody@example.net')
    await owner.press('Preview copy')
    expect(owner.text()).toContain('No member or group found.')
    owner.fill('Copy from', mia)
    await owner.press('Preview copy')
    expect(owner.text()).toContain('1 person gains 1 file, 1 person loses 2 files.')
    expect(owner.text()).toContain(`${carl}: the same permissions as ${mia}`)
    await owner.press('Save permissions')
    const ofCarl = (await rulesIn(room)).filter((rule) => JSON.stringify(rule).includes(carl))
    expect(ofCarl).toEqual([['Contracts', carl, -1]])
  })

  test('what someone else set in the meantime is said, and nothing that was chosen is lost', async () => {
    await owner.open(rightsPath(room, mia))
    owner.select(`Permission of ${mia} on Board`, 'View + Print')
    await owner.press('See what changes')
    await makeRule(app, room.members[mia]!, room.items['Board']!, 0)
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Someone else changed this list. Your change wasn’t saved.')
    expect(owner.page.valueOf(`Permission of ${mia} on Board`)).toBe('2')
    expect(owner.text()).toContain('Path only set here')
    await owner.press('See what changes')
    expect(owner.text()).toContain(`${mia} on Board: from Path only to View + Print`)
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Board', mia, 2])
  })

  test('choices that are as they were change nothing', async () => {
    await owner.open(rightsPath(room, mia))
    await owner.press('See what changes')
    expect(owner.text()).toContain('Nothing to change')
  })
})

describe('people and folders', () => {
  let buyers: string

  beforeAll(async () => {
    room = await makeRoom(app, plan)
    buyers = await makeGroup(room, 'Buyers', 2, [mia])
  })

  test('groups come first, each cell says what is in force and why, and owners are only named', async () => {
    await makeRule(app, room.members[max]!, room.items['Board']!, -1)
    await owner.open(`/rooms/${room.guid}/rights`)
    const rows = owner.page.root.querySelectorAll('.matrix tbody tr')
    expect(rows.map((row) => row.querySelector('a')?.text)).toEqual(['Buyers', carl, max, mia])
    expect(owner.text()).toContain(`${operatorEmail}, ${cora}: full access everywhere.`)
    expect(rows[2]?.text).toContain('Hidden set here')
    expect(rows[3]?.text).toContain('View + Print by role')
  })

  test('what is set for a group holds for its members, and the preview names them', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    owner.select('Permission of Buyers on Board', 'Hidden')
    owner.select(`Permission of ${carl} on Contracts`, 'View')
    await owner.press('See what changes')
    expect(owner.text()).toContain('2 people lose 3 files.')
    expect(owner.text()).toContain(`${mia} loses 1 file`)
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Board', buyers, -1])
    expect(owner.page.root.querySelectorAll('.matrix tbody tr')[3]?.text).toContain('Hidden by group, here')
  })

  test('a search finds people by parts of address or name', async () => {
    await owner.open(`/rooms/${room.guid}/rights?q=ARL`)
    expect(owner.text()).toContain('1 member or group')
    expect(owner.text()).toContain(carl)
    expect(owner.text()).not.toContain(mia)
    await owner.open(`/rooms/${room.guid}/rights?q=zzz`)
    expect(owner.text()).toContain('No members or groups match.')
  })

  test('a folder is hidden by default, and shown again, with a preview of each', async () => {
    const path = `/rooms/${room.guid}/rights?folder=${room.items['Contracts']}`
    await owner.open(path)
    await owner.press('See what changes if it’s hidden by default')
    expect(owner.text()).toContain('2 people lose 2 files.')
    expect(owner.text()).toContain('Contracts: hidden by default')
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Hidden by default: only members and groups with a permission')
    expect(owner.text()).toContain('Path only closed until granted, here')
    await owner.press('See what changes if access is inherited')
    expect(owner.text()).toContain('2 people gain 2 files.')
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Inherited: anyone who can see')
  })
})

describe('more people and folders than stand on a page', () => {
  const crowd = Array.from({ length: 45 }, (_, at) => `crowd${String(at).padStart(2, '0')}@example.net`)
  const folders = Array.from({ length: 60 }, (_, at) => `Folder ${String(at).padStart(2, '0')}`)
  const [first, middle, last] = [crowd[0]!, crowd[25]!, crowd[44]!]

  beforeAll(async () => {
    room = await makeRoom(app, {
      tree: Object.fromEntries(folders.map((name) => [name, {}])),
      members: Object.fromEntries(crowd.map((email) => [email, 1 as const])),
    })
  })

  function peopleShown(): (string | undefined)[] {
    return owner.page.root.querySelectorAll('.matrix tbody tr').map((row) => row.querySelector('a')?.text)
  }

  test('a page has 20 people and five folders beside the folder itself, and pages of both lead on', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    expect(peopleShown()).toEqual(crowd.slice(0, 20))
    expect(owner.page.root.querySelectorAll('.matrix thead th')).toHaveLength(7)
    expect(owner.text()).toContain('Page 1 of 3')
    await owner.press('Next people')
    expect(peopleShown()).toEqual(crowd.slice(20, 40))
    expect(owner.path).toBe(`/rooms/${room.guid}/rights?page=2`)
    await owner.press('Next folders')
    expect(owner.page.valueOf(`Permission of ${middle} on Folder 05`)).toBe('above')
    await owner.press('Previous folders')
    await owner.press('Next people')
    expect(peopleShown()).toEqual(crowd.slice(40))
    expect(owner.page.root.querySelectorAll('button').map(({ text }) => text)).not.toContain('Next people')
  })

  test('a page that there is no more shows the last one', async () => {
    await owner.open(`/rooms/${room.guid}/rights?page=99`)
    expect(peopleShown()).toEqual(crowd.slice(40))
  })

  test('what was chosen on several pages is kept, shown and saved together', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    owner.select(`Permission of ${first} on Folder 00`, 'Hidden')
    await owner.press('Next people')
    expect(owner.text()).toContain('1 choice from other pages is included with those on this page.')
    owner.select(`Permission of ${middle} on Folder 01`, 'Download')
    await owner.press('Next folders')
    expect(owner.text()).toContain('2 choices from other pages are included with those on this page.')
    await owner.press('Next people')
    owner.select(`Permission of ${last} on Folder 07`, 'View + Print')
    await owner.press('See what changes')
    expect(owner.text()).toContain(`${first} on Folder 00: from Inherited to Hidden`)
    expect(owner.text()).toContain(`${middle} on Folder 01: from Inherited to Download`)
    expect(owner.text()).toContain(`${last} on Folder 07: from Inherited to View + Print`)
    expect(owner.page.valueOf(`Permission of ${last} on Folder 07`)).toBe('2')
    expect(await rulesIn(room)).toEqual([])
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Permissions saved. They apply right away.')
    expect((await rulesIn(room)).toSorted()).toEqual([
      ['Folder 00', first, -1],
      ['Folder 01', middle, 3],
      ['Folder 07', last, 2],
    ])
  })

  test('a choice that was taken back on the way is none, and one of another page outlives a refused form', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    owner.select(`Permission of ${first} on Folder 02`, 'Hidden')
    await owner.press('Next people')
    await owner.press('Previous people')
    expect(owner.page.valueOf(`Permission of ${first} on Folder 02`)).toBe('-1')
    owner.select(`Permission of ${first} on Folder 02`, 'Inherited (View)')
    owner.select(`Permission of ${first} on Folder 03`, 'Download')
    await owner.press('Next people')
    const expired = (name: string, value: string) => (name === 'token' ? 'old' : value)
    await owner.press('See what changes', (entries) =>
      entries.map((entry) => ({ ...entry, value: expired(entry.name, String(entry.value)) })),
    )
    expect(owner.text()).toContain('1 choice from other pages is included')
    await owner.press('See what changes')
    expect(owner.text()).not.toContain('Folder 02: from')
    expect(owner.text()).toContain(`${first} on Folder 03: from Inherited to Download`)
  })

  test('the folders of one person have pages as well, and keep what was chosen on another one', async () => {
    await owner.open(rightsPath(room, middle))
    owner.select(`Permission of ${middle} on Folder 10`, 'Hidden')
    await owner.press('Next folders')
    owner.select(`Permission of ${middle} on Folder 55`, 'Download')
    await owner.press('See what changes')
    expect(owner.text()).toContain(`${middle} on Folder 10: from Inherited to Hidden`)
    expect(owner.text()).toContain(`${middle} on Folder 55: from Inherited to Download`)
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Folder 10', middle, -1])
    expect(await rulesIn(room)).toContainEqual(['Folder 55', middle, 3])
  })
})
