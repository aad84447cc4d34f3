import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf, note } from '#tests/support/files/documents.ts'
import { userOf } from '#tests/support/world/make.ts'
import { makeRoom, makeRule, enterRoom } from '#tests/support/world/rooms.ts'
import { add, itemsIn } from './arriving.ts'

const cora = 'cora@example.net'

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    tree: { In: { 'hidden.pdf': 'Hidden', Draft: {} }, Names: { Draft: {} }, Mine: {} },
    members: { [cora]: 4 },
  },
})
await makeRule(app, room.members[cora]!, room.items['In/hidden.pdf']!, -1)
const contributor = await enterRoom(app, room.guid, cora)

async function namesIn(path: string): Promise<string[]> {
  return (await itemsIn(app, room.items[path]!)).map(({ name }) => name)
}

async function makeFolder(browser: Browser, parent: string, name: string): Promise<Browser> {
  await browser.open(`/rooms/${room.guid}/add/${parent}`)
  return browser.send('addFolder', { name })
}

describe('a folder', () => {
  const tooLong = 'x'.repeat(201)
  test.each([
    ['a backslash', 'a\\b'],
    ['a slash', 'a/b'],
    ['a colon', 'a:b'],
    ['an asterisk', 'a*b'],
    ['a question mark', 'a?b'],
    ['a quotation mark', 'a"b'],
    ['less than', 'a<b'],
    ['greater than', 'a>b'],
    ['a bar', 'a|b'],
    ['a dot at the start', '.git'],
    ['a device name', 'CON'],
    ['a device name in another case', 'pRn'],
    ['a device name with an ending', 'nul.txt'],
    ['a numbered device name', 'Com1'],
    ['a right-to-left override', 'report\u202Efdp'],
    ['a line break', 'a\nb'],
    ['nothing but space', '   '],
    ['too many characters', tooLong],
  ])('cannot have a name with %s', async (_, name) => {
    await makeFolder(owner, room.items['Names']!, name)
    expect([owner.status, owner.text()]).toEqual([400, expect.stringContaining('There is a problem')])
    expect(await namesIn('Names')).toEqual(['Draft'])
  })

  test.each([['Draft'], ['DRAFT'], ['Ｄｒａｆｔ'], ['Draft ']])(
    'cannot be called %s where Draft is, which looks the same',
    async (name) => {
      await makeFolder(owner, room.items['Names']!, name)
      expect([owner.status, owner.text()]).toEqual([409, expect.stringContaining('with this name')])
    },
  )

  test('can have the name of something hidden, which is not betrayed', async () => {
    await makeFolder(contributor, room.items['In']!, 'hidden.pdf')
    expect(contributor.status).toBe(200)
    expect((await namesIn('In')).filter((name) => name === 'hidden.pdf')).toHaveLength(2)
  })

  test('in a room that hides new folders is seen by its creator, and by no other member', async () => {
    const other = await makeRoom(app, {
      name: 'Closed',
      tree: {},
      members: { [cora]: 4, 'vera@example.net': 3 },
    })
    const { kysely } = app.strongroom.services.database
    await kysely.updateTable('room').set({ hides_new_folders: 1 }).where('guid', '=', other.guid).execute()
    const browser = await enterRoom(app, other.guid, cora)
    await browser.open(`/rooms/${other.guid}/add/${other.guid}`)
    await browser.send('addFolder', { name: 'Own' })
    expect([browser.status, browser.heading()]).toEqual([200, 'Add to Own'])
    const [folder] = await itemsIn(app, other.guid)
    expect(folder!.is_closed).toBe(1)
    const rules = await kysely
      .selectFrom('room_rule')
      .select(['member_guid', 'right_code'])
      .where('item_guid', '=', folder!.guid)
      .execute()
    expect(rules).toEqual([{ member_guid: other.members[cora], right_code: 4 }])
  })

  test('can be 100 deep and no deeper', async () => {
    const { adding } = app.strongroom.services.rooms
    const user = await userOf(app, 'olivia@example.org')
    const identity = { user, readerEmail: null, browserId: 'x' }
    const client = { ip: '127.0.0.1', userAgent: 'Test' }
    const deep = await makeRoom(app, { name: 'Deep' })
    let parentGuid = deep.guid
    for (let depth = 1; depth <= 100; depth++)
      parentGuid = await adding.addFolder(identity, { roomGuid: deep.guid, parentGuid }, `F${depth}`, client)
    await owner.open(`/rooms/${deep.guid}/add/${parentGuid}`)
    await owner.send('addFolder', { name: 'One more' })
    expect([owner.status, owner.text()]).toEqual([400, expect.stringContaining('100 levels deep')])
  })
})

describe('a file of a name that is there', () => {
  test('becomes a new version of one’s own, and the old one is kept', async () => {
    await add(contributor, room, room.items['Mine']!, [note('plan.txt', 'one')])
    await add(contributor, room, room.items['Mine']!, [note('PLAN.txt', 'two')])
    expect(contributor.text()).toContain('Version 2')
    const [item] = await itemsIn(app, room.items['Mine']!)
    expect([item!.name, item!.version]).toEqual(['plan.txt', 2])
  })

  test('is beside it where both are to be kept', async () => {
    await add(contributor, room, room.items['Mine']!, [note('plan.txt', 'three')], 'both')
    await add(contributor, room, room.items['Mine']!, [note('plan.txt', 'four')], 'both')
    expect(await namesIn('Mine')).toEqual(['plan.txt', 'plan (2).txt', 'plan (3).txt'])
  })

  test('of someone else is not replaced, and that is said', async () => {
    await add(owner, room, room.items['Mine']!, [note('owners.txt', 'one')])
    await add(contributor, room, room.items['Mine']!, [note('owners.txt', 'two')])
    expect(contributor.text()).toContain('you can’t replace it because someone else added it')
    expect(await namesIn('Mine')).toContain('owners (2).txt')
  })

  test('that is hidden is neither touched nor betrayed', async () => {
    await add(contributor, room, room.items['In']!, [{ name: 'HIDDEN.pdf', bytes: pdf(['Mine']) }])
    // The folder of this name that the contributor made is seen, so it alone counts.
    expect(contributor.text()).toContain('A folder named HIDDEN.pdf already exists')
    const hidden = (await itemsIn(app, room.items['In']!)).find(
      ({ guid }) => guid === room.items['In/hidden.pdf'],
    )
    expect(hidden!.version).toBe(1)
  })

  test('sent by two at once becomes two versions of one file', { tags: ['engines'] }, async () => {
    const browsers = [owner, contributor]
    const before = (await itemsIn(app, room.items['Names']!)).length
    await owner.open(`/rooms/${room.guid}/add/${room.items['Names']}`)
    await Promise.all(browsers.map((browser) => add(browser, room, room.items['Names']!, [note('race.txt')])))
    const items = (await itemsIn(app, room.items['Names']!)).slice(before)
    const versions = items.map(({ name, version }) => `${name} ${version}`).toSorted()
    // The owner replaces the contributor's; the contributor adds beside the owner's.
    expect([['race.txt 2'], ['race (2).txt 1', 'race.txt 1']]).toContainEqual(versions)
  })
})

describe('several files', () => {
  test('are each told of: what was refused, why, and how to try it again', async () => {
    const program = { name: 'Setup.pdf', bytes: Buffer.from('MZ\0\0') }
    await add(owner, room, room.items['Names']!, [note('good.txt'), program, note('con.txt')])
    expect(owner.heading()).toBe('1 of 3 files added')
    expect(owner.text()).toContain('contents don’t match its extension')
    expect(owner.text()).toContain('This file name can’t be used')
    expect(owner.page.links('Choose the file again').length).toBeGreaterThan(0)
    expect(await namesIn('Names')).toContain('good.txt')
  })

  test('none chosen is said at the field', async () => {
    await owner.open(`/rooms/${room.guid}/add/${room.items['Names']}`)
    await owner.press('Add files')
    expect([owner.status, owner.text()]).toEqual([400, expect.stringContaining('Choose at least one file.')])
  })
})

describe('a note', () => {
  test('becomes a text document', async () => {
    await owner.open(`/rooms/${room.guid}/add/${room.items['Names']}`)
    await owner.send('addNote', { noteTitle: 'House rules', noteText: 'Read them.' })
    expect(owner.heading()).toBe('1 file added')
    expect(await namesIn('Names')).toContain('House rules.txt')
  })

  test('without title or with an address comes back as it was typed', async () => {
    await owner.open(`/rooms/${room.guid}/add/${room.items['Names']}`)
    await owner.send('addNote', { noteTitle: 'House rules', noteText: 'See www.example.org' })
    expect(owner.status).toBe(400)
    expect(owner.text()).toContain('See www.example.org')
  })
})
