import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeRoom, makeRule, type MadeRoom, enterRoom } from '#tests/support/world/rooms.ts'
import { TusClient } from '#tests/support/browser/tus.ts'
import { note } from '#tests/support/files/documents.ts'
import { itemsIn, untaken } from './arriving.ts'

const cora = 'cora@example.net'

const at = (path: string) => room.items[path]!
const kysely = () => app.strongroom.services.database.kysely

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    tree: {
      Plain: {},
      Found: { Contracts: { 'old.pdf': 'Old' } },
      Bad: {},
      Race: {},
      Hidden: { Secret: { 'secret.pdf': 'Secret' }, Shown: {} },
      File: { 'Lease.pdf': 'Lease' },
      Kept: {},
    },
    members: { [cora]: 4 },
  },
})
await makeRule(app, room.members[cora]!, at('Hidden/Secret'), -1)
await makeRule(app, room.members[cora]!, at('Hidden/Shown'), 3)
const contributor = await enterRoom(app, room.guid, cora)

/** Sends files ahead, as the tray does, and then the form with the folders of each. */
async function addInFolders(
  browser: Browser,
  { into, place = room }: { into: string; place?: MadeRoom },
  files: [path: string, name: string][],
): Promise<Browser> {
  const form = `/rooms/${place.guid}/add/${into}`
  const sent: { name: string; value: string }[] = []
  for (const [path, name] of files) {
    const file = await sendAhead(browser, form, name)
    sent.push({ name: 'file', value: file }, { name: 'path', value: `${file}/${path}` })
  }
  await browser.open(form)
  return browser.press('Add files', (entries) => [...entries.filter(({ name }) => name !== 'file'), ...sent])
}

async function sendAhead(browser: Browser, form: string, name: string): Promise<string> {
  const [, , guid, , folder] = form.split('/')
  const client = await new TusClient(browser).begin()
  return client.whole({ name, more: { room: guid!, folder: folder! } }, note(name).bytes)
}

/** What is below a folder: `Contracts/2024/lease.txt`. */
async function treeOf(guid: string, above = ''): Promise<string[]> {
  const lines: string[] = []
  for (const item of await itemsIn(app, guid)) {
    lines.push(above + item.name)
    if (item.kind === 'folder') lines.push(...(await treeOf(item.guid, `${above}${item.name}/`)))
  }
  return lines
}

describe('files that come with their folders', () => {
  test('are in these, which are made once, and the page says where each is', async () => {
    await addInFolders(contributor, { into: at('Plain') }, [
      ['Deal/2024', 'a.txt'],
      ['Deal/2024', 'b.txt'],
      ['Deal', 'c.txt'],
      ['', 'd.txt'],
    ])
    expect(contributor.heading()).toBe('4 files added')
    expect(contributor.page.links(/\.txt$/)).toHaveLength(4)
    expect(contributor.text()).toContain('Deal/2024/a.txt')
    expect(await treeOf(at('Plain'))).toEqual([
      'Deal',
      'Deal/2024',
      'Deal/2024/a.txt',
      'Deal/2024/b.txt',
      'Deal/c.txt',
      'd.txt',
    ])
    const [deal] = await itemsIn(app, at('Plain'))
    expect(deal!.added_by).toBe(cora)
    const events = await kysely()
      .selectFrom('event')
      .select(['kind', 'email'])
      .where('subject_guid', '=', deal!.guid)
      .execute()
    expect(events).toEqual([{ kind: 'FolderMade', email: cora }])
  })

  test('go into folders that are there, whatever the case of their names', async () => {
    await addInFolders(owner, { into: at('Found') }, [['contracts/New', 'a.txt']])
    expect(await treeOf(at('Found'))).toEqual([
      'Contracts',
      'Contracts/old.pdf',
      'Contracts/New',
      'Contracts/New/a.txt',
    ])
  })

  test.each([
    ['goes up', '../Plain'],
    ['goes up on its way', 'Deal/../../Plain'],
    ['is absolute', '/Deal'],
    ['has an empty step', 'Deal//2024'],
    ['ends with a slash', 'Deal/'],
    ['stays where it is', './Deal'],
    ['has a backslash', 'Deal\\2024'],
    ['begins with a drive', 'C:/Deal'],
    ['names a device', 'Deal/con'],
    ['hides a letter', 'Deal/a\u202eb'],
    ['is too deep', Array.from({ length: 101 }, () => 'x').join('/')],
    ['has a name that is too long', 'x'.repeat(201)],
  ])('are not taken where a path %s, and nothing of them stays', async (_, path) => {
    await addInFolders(owner, { into: at('Bad') }, [
      [path, 'astray.txt'],
      ['Good', 'good.txt'],
    ])
    expect(owner.heading()).toBe('1 of 2 files added')
    expect(owner.text()).toMatch(
      /astray\.txt\s+(This folder name can’t be used|Folders can be nested)[^]*Not added/,
    )
    expect((await treeOf(at('Bad'))).filter((line) => !line.startsWith('Good'))).toEqual([])
    expect(await untaken(app)).toBe(0)
  })

  test('sent by two at once make one folder', { tags: ['engines'] }, async () => {
    const sent = [owner, contributor].map((browser, index) =>
      addInFolders(browser, { into: at('Race') }, [['Same/Deep', `${index}.txt`]]),
    )
    await Promise.all(sent)
    expect((await treeOf(at('Race'))).toSorted()).toEqual([
      'Same',
      'Same/Deep',
      'Same/Deep/0.txt',
      'Same/Deep/1.txt',
    ])
  })

  test('do not go into a hidden folder of the name, which is not betrayed', async () => {
    await addInFolders(contributor, { into: at('Hidden') }, [
      ['Secret', 'mine.txt'],
      ['Fresh', 'mine.txt'],
    ])
    expect(contributor.heading()).toBe('2 files added')
    const secret = await itemsIn(app, at('Hidden/Secret'))
    expect(secret.map(({ name }) => name)).toEqual(['secret.pdf'])
    const beside = (await itemsIn(app, at('Hidden'))).filter(({ name }) => name === 'Secret')
    expect(beside).toHaveLength(2)
    // The second time the own one is found.
    await addInFolders(contributor, { into: at('Hidden') }, [['Secret', 'more.txt']])
    expect((await itemsIn(app, at('Hidden'))).filter(({ name }) => name === 'Secret')).toHaveLength(2)
  })

  test('do not go where their sender may only read; they can be tried again and then arrive there', async () => {
    await addInFolders(contributor, { into: at('Hidden') }, [['Shown/Deep', 'mine.txt']])
    expect(contributor.heading()).toBe('0 of 1 file added')
    expect(contributor.text()).toContain('The folder Shown already exists and you can’t add to it.')
    expect(await itemsIn(app, at('Hidden/Shown'))).toEqual([])
    await kysely()
      .updateTable('room_rule')
      .set({ right_code: 4 })
      .where('item_guid', '=', at('Hidden/Shown'))
      .execute()
    await contributor.press('Retry')
    expect(contributor.heading()).toBe('1 file added')
    expect(await treeOf(at('Hidden/Shown'))).toEqual(['Deep', 'Deep/mine.txt'])
  })

  test('are not under a file of the name', async () => {
    await addInFolders(owner, { into: at('File') }, [['Lease.pdf', 'page.txt']])
    expect(owner.heading()).toBe('0 of 1 file added')
    expect(owner.text()).toContain('already contains an item with that name')
    expect(await treeOf(at('File'))).toEqual(['Lease.pdf'])
  })

  test('of more than 200 at once none is added, and it is said how many can be', async () => {
    const many = Array.from({ length: 201 }, (_, index) => ({ name: 'file', value: `none-${index}` }))
    await owner.open(`/rooms/${room.guid}/add/${at('Kept')}`)
    await owner.press('Add files', (entries) => [...entries.filter(({ name }) => name !== 'file'), ...many])
    expect([owner.status, owner.text()]).toEqual([
      400,
      expect.stringMatching(/fewer files|At most 200 files/),
    ])
  })

  test('in a room that hides new folders stay in sight of who sent them', async () => {
    const closed = await makeRoom(app, { name: 'Closed', members: { [cora]: 4 } })
    await kysely().updateTable('room').set({ hides_new_folders: 1 }).where('guid', '=', closed.guid).execute()
    const browser = await enterRoom(app, closed.guid, cora)
    await addInFolders(browser, { into: closed.guid, place: closed }, [
      ['Own/Deep', 'a.txt'],
      ['Own/Deep', 'b.txt'],
      ['Own', 'c.txt'],
      ['Own/Other', 'd.txt'],
    ])
    expect(browser.heading()).toBe('4 files added')
    expect(await treeOf(closed.guid)).toEqual([
      'Own',
      'Own/Deep',
      'Own/Deep/a.txt',
      'Own/Deep/b.txt',
      'Own/c.txt',
      'Own/Other',
      'Own/Other/d.txt',
    ])
  })
})
