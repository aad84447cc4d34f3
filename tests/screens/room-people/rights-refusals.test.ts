import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'

const [mia, carl, cora] = ['mia@example.net', 'carl@example.net', 'cora@example.org']
const nothingHere = 'Page not found, or you don’t have access.'

const {
  app,
  operator: owner,
  people: [viewer, contributor, coOwner, stranger],
  room,
} = await makeWorld({
  people: [
    { email: mia, firstName: 'Mia' },
    { email: carl, firstName: 'Carl' },
    { email: cora, firstName: 'Cora' },
    { email: 'steve@example.net', firstName: 'Steve' },
  ],
  room: {
    tree: { Contracts: { 'lease.pdf': 'Lease' }, Board: {} },
    members: { [mia]: 1, [carl]: 4, [cora]: 5 },
  },
})
const other = await makeRoom(app, { name: 'Other', tree: { Plans: {} }, members: { [mia]: 1 } })

function pagesOf(made: MadeRoom, member = made.members[mia]!, item = made.items['Contracts']!): string[] {
  const cell = `rights?person=${member}&item=${item}`
  const panel = `rights/${member}?item=${item}`
  return ['rights', cell, `rights/${member}`, panel, `as/${member}`, `why/${member}/${item}`].map(
    (page) => `/rooms/${made.guid}/${page}`,
  )
}

type Fields = [name: string, value: string][]

/** Sends a form with this browser's token that no page need have offered. */
async function post(browser: Browser, path: string, fields: Fields): Promise<string> {
  if (!browser.page.root.querySelector('input[name=token]')) await browser.open('/home')
  const token = tokenOn(browser)
  const entries = ([['token', token], ...fields] as Fields).map(([name, value]) => ({ name, value }))
  await browser.submit({
    action: path,
    method: 'post',
    encoding: 'application/x-www-form-urlencoded',
    entries,
  })
  return `${browser.status} ${browser.text()}`
}

function wish(holder: string, item: string, code: string): Fields {
  return [
    ['intent', 'saveRights'],
    ['seen', 'nothing'],
    ['change', `${holder}.${item}.above.${code}`],
  ]
}

function choice(holder: string, item: string, code: string): Fields {
  return [
    ['intent', 'previewRights'],
    ['holder', holder],
    ['item', item],
    ['was', 'above'],
    ['cell', code],
  ]
}

function selection(holder: string, item: string, code: string): Fields {
  return [
    ['intent', 'previewSelected'],
    ['holder', holder],
    ['item', item],
    ['code', code],
  ]
}

function countRules() {
  const { kysely } = app.strongroom.services.database
  return kysely
    .selectFrom('room_rule')
    .select((row) => row.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
}

test('a viewer and a contributor neither see nor set permissions, and strangers learn not even that there is a room', async () => {
  for (const [who, text] of [
    [viewer, 'Your role in this data room doesn’t allow this.'],
    [contributor, 'Your role in this data room doesn’t allow this.'],
    [stranger, 'This wasn’t shared with the address you confirmed.'],
  ] as const) {
    for (const page of pagesOf(room)) {
      await who!.open(page)
      expect([page, who!.status, who!.text()]).toEqual([page, 403, expect.stringContaining(text)])
      expect((await who!.fetch(page, { method: 'HEAD' })).status).toBe(403)
    }
    const [holder, item] = [room.members[mia]!, room.items['Contracts']!]
    for (const fields of [wish, choice, selection])
      for (const page of ['rights', `rights/${holder}`])
        expect(await post(who!, `/rooms/${room.guid}/${page}`, fields(holder, item, '3'))).toContain(text)
  }
  expect(await countRules()).toEqual({ count: 0 })
})

test('who is not signed in is led to the door of the room', async () => {
  const nobody = app.browser()
  for (const page of pagesOf(room)) {
    const response = await nobody.fetch(page)
    expect(response.status).toBe(302)
  }
})

test('a co-owner sees and sets permissions', async () => {
  for (const page of pagesOf(room)) expect([page, (await coOwner!.open(page)).status]).toEqual([page, 200])
})

test('no permissions are set for owner and co-owners', async () => {
  const { kysely } = app.strongroom.services.database
  const { guid: ownerGuid } = await kysely
    .selectFrom('member')
    .select('guid')
    .where('room_guid', '=', room.guid)
    .where('role', '=', 0)
    .executeTakeFirstOrThrow()
  for (const member of [ownerGuid, room.members[cora]!]) {
    for (const page of pagesOf(room, member).slice(1)) {
      await owner!.open(page)
      expect([page, owner!.status]).toEqual([page, 409])
      expect(owner!.text()).toContain('Owners and co-owners always have full access')
    }
    const answer = await post(
      owner!,
      `/rooms/${room.guid}/rights`,
      choice(member, room.items['Contracts']!, '-1'),
    )
    expect(answer).toContain('Owners and co-owners always have full access')
  }
})

test('members, groups and items of another room, of none, and removed ones are not there', async () => {
  const { kysely } = app.strongroom.services.database
  const group = 'd'.repeat(32)
  await kysely
    .insertInto('room_group')
    .values({ guid: group, room_guid: other.guid, name: 'Buyers', role: 1, created_at: app.clock.now() })
    .execute()
  const here = `/rooms/${room.guid}`
  const [member, item] = [room.members[mia]!, room.items['Contracts']!]
  const pages = [
    `${here}/rights?person=${other.members[mia]}&item=${item}`,
    `${here}/rights?person=${member}&item=${other.items['Plans']}`,
    `${here}/rights?person=${member}&item=${'e'.repeat(32)}`,
    `${here}/rights/${other.members[mia]}`,
    `${here}/rights/${group}`,
    `${here}/rights/${'e'.repeat(32)}`,
    `${here}/rights/${member}?folder=${other.items['Plans']}`,
    `${here}/rights/${member}?item=${other.items['Plans']}`,
    `${here}/rights/${member}?item=${'e'.repeat(32)}`,
    `${here}/rights/${member}?folder=${room.items['Contracts/lease.pdf']}`,
    `${here}/rights?folder=${other.items['Plans']}`,
    `${here}/as/${other.members[mia]}`,
    `${here}/as/${group}`,
    `${here}/as/${member}?folder=${other.items['Plans']}`,
    `${here}/why/${other.members[mia]}/${item}`,
    `${here}/why/${member}/${other.items['Plans']}`,
  ]
  for (const page of pages) {
    await owner!.open(page)
    expect([page, owner!.status, owner!.text()]).toEqual([page, 404, expect.stringContaining(nothingHere)])
  }
  for (const [holder, place] of [
    [other.members[mia]!, item],
    [group, item],
    [member, other.items['Plans']!],
    [member, other.guid],
  ] as const) {
    for (const fields of [wish, choice])
      expect(await post(owner!, `${here}/rights`, fields(holder, place, '3'))).toContain(nothingHere)
  }
  for (const place of [other.items['Plans']!, room.items['Contracts/lease.pdf']!, 'f'.repeat(32)])
    expect(
      await post(owner!, `${here}/rights?folder=${place}`, [
        ['intent', 'previewClosed'],
        ['isClosed', 'yes'],
      ]),
    ).toContain(nothingHere)
  expect(await countRules()).toEqual({ count: 0 })
})

test('the room is not hidden from anyone, nor closed, and no one but a contributor may add', async () => {
  const here = `/rooms/${room.guid}/rights`
  const [viewerGuid, item] = [room.members[mia]!, room.items['Contracts']!]
  for (const code of ['-1', '1', '3'])
    expect(await post(owner!, here, choice(viewerGuid, room.guid, code))).toContain(
      'You can’t hide the whole room from someone.',
    )
  expect(
    await post(owner!, `${here}?folder=${room.guid}`, [
      ['intent', 'previewClosed'],
      ['isClosed', 'yes'],
    ]),
  ).toContain('You can’t hide the whole room from someone.')
  expect(await post(owner!, here, choice(viewerGuid, item, '4'))).toContain(
    'Only contributors can add files.',
  )
  expect(await post(owner!, here, choice(room.members[carl]!, item, '4'))).toContain('Review changes')
})

test('what no page offers is refused as a whole', async () => {
  const here = `/rooms/${room.guid}/rights`
  const [member, item] = [room.members[mia]!, room.items['Contracts']!]
  const many = Array.from({ length: 201 }, () => ['change', `${member}.${item}.above.1`] as [string, string])
  for (const fields of [
    [...choice(member, item, '1'), ['cell', '2']],
    choice(member, item, '5'),
    choice('nobody', item, '1'),
    [
      ['intent', 'saveRights'],
      ['seen', 'x'],
    ],
    [['intent', 'saveRights'], ['seen', 'x'], ...many],
  ] as Fields[]) {
    const answer = await post(owner!, here, fields)
    expect(answer).toMatch(/^400 /)
  }
  expect(await countRules()).toEqual({ count: 0 })
})

test('a room of version 1 says that its permissions are room-wide, and takes none', async () => {
  const old = await makeRoom(app, { version: 1, tree: { Contracts: {} }, members: { [mia]: 3 } })
  for (const page of pagesOf(old).slice(0, 3)) {
    await owner!.open(page)
    expect(owner!.text()).toContain('permissions apply to the whole room')
    expect(owner!.page.links('Upgrade data room')).toEqual([`/rooms/${old.guid}/upgrade`])
  }
  for (const fields of [wish, choice])
    expect(
      await post(
        owner!,
        `/rooms/${old.guid}/rights`,
        fields(old.members[mia]!, old.items['Contracts']!, '1'),
      ),
    ).toContain('Folder permissions need an upgraded data room.')
})
