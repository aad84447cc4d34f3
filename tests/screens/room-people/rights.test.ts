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

/** The folders and files of one person's page: name, permission, source. */
function rowsOfOne(): string[][] {
  return owner.page.root
    .querySelectorAll('.table tbody tr')
    .map((row) => row.querySelectorAll('td:not(.chk)').map(({ text }) => text.trim()))
}

function chosenInPanel(): string | undefined {
  return owner.page.root.querySelector('#cell input[checked]')?.getAttribute('value')
}

/** Opens the panel of one folder or file on the page of one person, and selects a permission in it. */
async function choose(name: string, permission: string): Promise<void> {
  const row = owner.page.root
    .querySelectorAll('.table tbody tr')
    .find((one) => one.querySelector('.name')?.text === name)
  await owner.open(row!.querySelector('a.cell')!.getAttribute('href')!)
  owner.choose(permission)
}

describe('one person', () => {
  beforeAll(async () => {
    room = await makeRoom(app, plan)
  })

  test('the owner sees what hiding a folder takes from whom, before it is saved', async () => {
    await owner.open(rightsPath(room, mia))
    expect(owner.heading()).toBe(`Permissions of ${mia}`)
    await choose('Contracts', 'Hidden')
    await owner.press('See what changes')
    expect(owner.text()).toContain('Review changes')
    expect(owner.text()).toContain('1 person loses 2 files.')
    expect(owner.text()).toContain('1 file in Contracts / Drafts: from View to Nothing (draft.pdf)')
    expect(owner.text()).toContain(`${mia} on Contracts: from Inherited to Hidden`)
    expect(await rulesIn(room)).toEqual([])
    expect(chosenInPanel()).toBe('-1')
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Permissions saved. They apply right away.')
    expect(await rulesIn(room)).toEqual([['Contracts', mia, -1]])
    await owner.follow('Contracts')
    expect(rowsOfOne()).toEqual([
      ['Whole room', 'View', 'Inherited, by role'],
      ['Contracts this folder', 'Hidden', 'Set here'],
      ['Drafts', 'Hidden', 'Inherited, set on Contracts'],
    ])
    await owner.follow('Whole room')
    expect(rowsOfOne().map(([name]) => name)).toEqual(['Whole room', 'Contracts', 'Board'])
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
    await choose('Whole room', 'Only selected folders')
    await owner.press('See what changes')
    expect(owner.text()).toContain('1 person loses 3 files.')
    await owner.press('Save permissions')
    await owner.open(rightsPath(room, max, 'Contracts'))
    await choose('Drafts', 'View + Print')
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

  test('files have permissions of their own, shown on demand', async () => {
    await owner.open(rightsPath(room, carl, 'Board'))
    expect(owner.text()).not.toContain('minutes.pdf')
    await owner.follow('Folders and files')
    await choose('minutes.pdf', 'View')
    await owner.press('See what changes')
    expect(owner.text()).toContain(
      '1 file in Board: from View + Print + Download + Add to View (minutes.pdf)',
    )
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Board/minutes.pdf', carl, 1])
  })

  test('the permissions of one person are taken over by another, after a look at what follows', async () => {
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
    await choose('Board', 'View + Print')
    await owner.press('See what changes')
    await makeRule(app, room.members[mia]!, room.items['Board']!, 0)
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Someone else changed this list. Your change wasn’t saved.')
    expect(chosenInPanel()).toBe('2')
    expect(owner.text()).toContain('Path only, set here.')
    await owner.press('See what changes')
    expect(owner.text()).toContain(`${mia} on Board: from Path only to View + Print`)
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Board', mia, 2])
  })

  test('a choice that is as it was changes nothing', async () => {
    await owner.open(rightsPath(room, mia))
    await choose('Board', 'View + Print')
    await owner.press('See what changes')
    expect(owner.text()).toContain('Nothing to change')
    await owner.follow('Close')
    expect(owner.path).toBe(rightsPath(room, mia))
  })

  test('several folders get a permission together; without any, that is said', async () => {
    await owner.open(rightsPath(room, max))
    await owner.press('Review changes')
    expect(owner.text()).toContain('Select at least one folder.')
    owner.choose('Select Contracts')
    owner.choose('Select Board')
    owner.select('Set permission for selected folders', 'View')
    await owner.press('Review changes')
    expect(owner.text()).toContain(`${max} on Contracts: from Inherited to View`)
    expect(owner.text()).toContain(`${max} on Board: from Inherited to View`)
    await owner.press('Save permissions')
    expect(rowsOfOne().map(([, , source]) => source)).toEqual(['Set here', 'Set here', 'Set here'])
  })

  test('the whole room is never among what is selected', async () => {
    await owner.open(rightsPath(room, max))
    const boxes = owner.page.root.querySelectorAll('.table input[type=checkbox]')
    expect(boxes.map((box) => box.getAttribute('value'))).not.toContain(room.guid)
    expect(boxes).toHaveLength(2)
  })
})

/** The cells of a row of the map, each as a text browser reads it. */
function cellsOf(name: string): (string | undefined)[] {
  const row = owner.page.root.querySelectorAll('.map tbody tr').find((one) => rowName(one) === name)
  return row!.querySelectorAll('td a').map(({ text }) => text)
}

function rowName(row: { querySelector: (wanted: string) => { text: string } | null }): string | undefined {
  return row.querySelector('.map-name')?.text
}

function peopleShown(): (string | undefined)[] {
  return owner.page.root.querySelectorAll('.map tbody tr').map(rowName)
}

/** Opens the panel of one cell by its link. */
async function openCell(name: string, folder: string): Promise<void> {
  const { root } = owner.page
  const at =
    root
      .querySelectorAll('.map thead th')
      .findIndex((head) => head.querySelector('.map-folder')?.getAttribute('title') === folder) - 1
  const row = root.querySelectorAll('.map tbody tr').find((one) => rowName(one) === name)
  await owner.open(row!.querySelectorAll('td a')[at]!.getAttribute('href')!)
}

describe('people and folders', () => {
  let buyers: string

  beforeAll(async () => {
    room = await makeRoom(app, plan)
    buyers = await makeGroup(room, 'Buyers', 2, [mia])
  })

  test('each group is before its members, and owners are only named', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    expect(peopleShown()).toEqual(['Buyers', mia, carl, max])
    expect(owner.text()).toContain(`${operatorEmail}, ${cora}: full access everywhere.`)
  })

  test('each cell says in a word what applies, and whether it is set here', async () => {
    await makeRule(app, room.members[max]!, room.items['Board']!, -1)
    await owner.open(`/rooms/${room.guid}/rights`)
    expect(cellsOf(max)).toEqual(['Download, inherited', 'Download, inherited', 'Hidden, set here'])
    expect(cellsOf(mia)).toEqual(Array(3).fill('View + Print, inherited'))
    const [, , hidden] = owner.page.root.querySelectorAll('.map tbody tr')[3]!.querySelectorAll('td a')
    expect(hidden!.getAttribute('title')).toBe(`${max} · Board · Hidden, set here`)
    expect(hidden!.getAttribute('class')).toBe('cell no-0 own')
  })

  test('a cell opens a panel with what applies, why, and the ways to look closer', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    await openCell(max, 'Board')
    expect(owner.page.root.querySelectorAll('.cell[aria-current]').map(({ text }) => text)).toEqual([
      'Hidden, set here',
    ])
    expect(owner.text()).toContain(`${max} in Board`)
    expect(owner.text()).toContain('Hidden, set here. Without it: Download, by role.')
    const member = room.members[max]
    expect(owner.page.links(`View as ${max}`)).toEqual([
      `/rooms/${room.guid}/as/${member}?folder=${room.items['Board']}`,
    ])
    expect(owner.page.links('Why? Action by action')).toEqual([
      `/rooms/${room.guid}/why/${member}/${room.items['Board']}`,
    ])
    await owner.follow('Close')
    expect(owner.path).toBe(`/rooms/${room.guid}/rights`)
  })

  test('what is set for a group holds for its members, and the preview names them', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    await openCell('Buyers', 'Board')
    owner.choose('Hidden')
    await owner.press('See what changes')
    expect(owner.text()).toContain(`${mia} loses 1 file`)
    expect(owner.text()).toContain('Buyers on Board: from Inherited to Hidden')
    expect(await rulesIn(room)).not.toContainEqual(['Board', buyers, -1])
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Permissions saved. They apply right away.')
    expect(await rulesIn(room)).toContainEqual(['Board', buyers, -1])
    expect(cellsOf(mia)[2]).toBe('Hidden, inherited')
    await openCell(mia, 'Board')
    expect(owner.text()).toContain('Hidden, by group, here.')
  })

  test('what someone else set meanwhile is said, and the choice in the panel is kept', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    await openCell(carl, 'Contracts')
    owner.choose('View + Print')
    await owner.press('See what changes')
    await makeRule(app, room.members[carl]!, room.items['Contracts']!, 0)
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Someone else changed this list')
    expect(owner.text()).toContain('Path only, set here.')
    await owner.press('See what changes')
    expect(owner.text()).toContain(`${carl} on Contracts: from Path only to View + Print`)
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Contracts', carl, 2])
  })

  test('only exceptions, or only groups, are shown on demand', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    await owner.follow('Exceptions')
    expect(peopleShown()).toEqual(['Buyers', carl, max])
    await owner.follow('Groups')
    expect(peopleShown()).toEqual(['Buyers'])
    await owner.follow('Everyone')
    expect(peopleShown()).toHaveLength(4)
  })

  test('a search finds people by parts of address or name', async () => {
    await owner.open(`/rooms/${room.guid}/rights?q=ARL`)
    expect(owner.text()).toContain('1 member or group')
    expect(peopleShown()).toEqual([carl])
    await owner.open(`/rooms/${room.guid}/rights?q=zzz`)
    expect(owner.text()).toContain('No members or groups match.')
    await owner.follow('Clear filters')
    expect(peopleShown()).toHaveLength(4)
  })

  test('a folder is hidden by default, and shown again, with a preview of each', async () => {
    const path = `/rooms/${room.guid}/rights?folder=${room.items['Contracts']}`
    await owner.open(path)
    await owner.press('See what changes if it’s hidden by default')
    expect(owner.text()).toContain('2 people lose 2 files.')
    expect(owner.text()).toContain('Contracts: hidden by default')
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Hidden by default: only members and groups with a permission')
    expect(cellsOf(max)[0]).toBe('Path only, inherited')
    await owner.press('See what changes if access is inherited')
    expect(owner.text()).toContain('2 people gain 2 files.')
    await owner.press('Save permissions')
    expect(owner.text()).toContain('Inherited: anyone who can see')
  })
})

describe('more people and folders than are on a page', () => {
  const crowd = Array.from({ length: 45 }, (_, at) => `crowd${String(at).padStart(2, '0')}@example.net`)
  const folders = Array.from({ length: 60 }, (_, at) => `Folder ${String(at).padStart(2, '0')}`)
  const middle = crowd[25]!

  beforeAll(async () => {
    room = await makeRoom(app, {
      tree: Object.fromEntries(folders.map((name) => [name, {}])),
      members: Object.fromEntries(crowd.map((email) => [email, 1 as const])),
    })
  })

  test('a page has 20 people and six folders beside the folder itself, and pages of both lead on', async () => {
    await owner.open(`/rooms/${room.guid}/rights`)
    expect(peopleShown()).toEqual(crowd.slice(0, 20))
    const numbers = owner.page.root
      .querySelectorAll('.map thead th')
      .map((head) => head.getAttribute('data-no'))
    expect(numbers).toEqual([undefined, 'All', '1', '2', '3', '4', '5', '6'])
    expect(owner.text()).toContain('Page 1 of 3')
    await owner.follow('Next (people)')
    expect(peopleShown()).toEqual(crowd.slice(20, 40))
    expect(owner.path).toBe(`/rooms/${room.guid}/rights?page=2`)
    await owner.follow('Next (folders)')
    expect(owner.page.root.querySelectorAll('.map thead th')[1]!.getAttribute('data-no')).toBe('7')
    await openCell(middle, 'Folder 06')
    expect(owner.text()).toContain(`${middle} in Folder 06`)
    expect(owner.page.root.querySelectorAll('.cell[aria-current]')).toHaveLength(1)
    await owner.follow('Previous (folders)')
    await owner.follow('Next (people)')
    expect(peopleShown()).toEqual(crowd.slice(40))
    expect(owner.page.links('Next (people)')).toEqual([])
  })

  test('a page that there is no more shows the last one', async () => {
    await owner.open(`/rooms/${room.guid}/rights?page=99`)
    expect(peopleShown()).toEqual(crowd.slice(40))
  })

  test('the folders of one person have pages as well; a panel stays on its page', async () => {
    await owner.open(rightsPath(room, middle))
    expect(rowsOfOne()).toHaveLength(51)
    await owner.follow('Next')
    expect(rowsOfOne().map(([name]) => name)).toEqual(['Whole room', ...folders.slice(50)])
    await choose('Folder 55', 'Download')
    await owner.press('See what changes')
    expect(owner.text()).toContain(`${middle} on Folder 55: from Inherited to Download`)
    await owner.press('Save permissions')
    expect(await rulesIn(room)).toContainEqual(['Folder 55', middle, 3])
    await owner.follow('Close')
    expect(owner.path).toBe(`${rightsPath(room, middle)}?page=2`)
    await owner.follow('Previous')
    expect(rowsOfOne()).toHaveLength(51)
  })
})
