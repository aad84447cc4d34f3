import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { TusClient } from '#tests/support/browser/tus.ts'
import { note } from '#tests/support/files/documents.ts'
import { stranger } from '#tests/support/world/people.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { itemsIn } from './arriving.ts'

const cora = 'cora@example.net'
const dora = 'dora@example.net'
const vera = 'vera@example.net'
const { app, room } = await makeWorld({
  room: {
    tree: { Parts: {}, Twice: {}, Wrong: { 'Taken.pdf': 'Taken' }, Many: {}, Only: {}, More: {}, Other: {} },
    members: { [cora]: 4, [dora]: 4, [vera]: 3 },
  },
})
const contributor = await enterRoom(app, room.guid, cora)
const client = await new TusClient(contributor).begin()

type Part = { batch?: string; from?: number; folders?: string[]; files?: [path: string, guid: string][] }
type Answer = { batch: string; to: string; notMade: { name: string; reason: string }[]; problem?: string }

/** Sends a part as the tray does. */
async function send(
  into: string,
  { batch, from = 0, folders = [], files = [] }: Part,
  { by = contributor, token = client.token }: { by?: Browser; token?: string } = {},
): Promise<Answer & { status: number }> {
  const body = new URLSearchParams({ token, from: String(from) })
  if (batch) body.set('batch', batch)
  for (const folder of folders) body.append('folder', folder)
  for (const [path, guid] of files) {
    body.append('file', guid)
    if (path !== '') body.append('path', `${guid}/${path}`)
  }
  const address = `/rooms/${room.guid}/add/${room.items[into]}/part`
  const answer = await by.fetch(address, {
    method: 'POST',
    body: body.toString(),
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  return { status: answer.status, ...((await answer.json()) as Answer) }
}

async function arrive(into: string, name: string): Promise<string> {
  const more = { room: room.guid, folder: room.items[into]! }
  return client.whole({ name, more }, note(name).bytes)
}

async function treeOf(guid: string, above = ''): Promise<string[]> {
  const lines: string[] = []
  for (const item of await itemsIn(app, guid)) {
    lines.push(above + item.name)
    if (item.kind === 'folder') lines.push(...(await treeOf(item.guid, `${above}${item.name}/`)))
  }
  return lines
}

describe('what is added bit by bit', () => {
  test(
    'is one batch with its folders, empty ones too, and one question at the end',
    { tags: ['engines'] },
    async () => {
      const { batch } = await send('Parts', { folders: ['Deal', 'Deal/2024', 'Deal/Empty'] })
      expect(await treeOf(room.items['Parts']!)).toEqual(['Deal', 'Deal/2024', 'Deal/Empty'])
      const [a, b] = [await arrive('Parts', 'a.txt'), await arrive('Parts', 'b.txt')]
      await send('Parts', { batch, files: [['Deal/2024', a]] })
      const { to } = await send('Parts', { batch, from: 1, files: [['', b]] })
      expect(await treeOf(room.items['Parts']!)).toEqual([
        'Deal',
        'Deal/2024',
        'Deal/2024/a.txt',
        'Deal/Empty',
        'b.txt',
      ])
      await contributor.open(to)
      expect(contributor.heading()).toBe('2 files added')
      expect(contributor.text()).toContain('Notify members about 2 new files?')
      await contributor.press('Continue')
      // It has been decided: nothing more goes into this batch.
      expect((await send('Parts', { batch, from: 2 })).status).toBe(404)
    },
  )

  test('is added once if a part is sent again', { tags: ['engines'] }, async () => {
    const { batch } = await send('Twice', { folders: ['Deal'] })
    const part = { batch, folders: ['Deal'], files: [['Deal', await arrive('Twice', 'a.txt')]] as never }
    const { to } = await send('Twice', part)
    await send('Twice', part)
    expect(await treeOf(room.items['Twice']!)).toEqual(['Deal', 'Deal/a.txt'])
    await contributor.open(to)
    expect(contributor.heading()).toBe('1 file added')
  })

  test('names folders that could not be made, and makes the others', async () => {
    const { notMade } = await send('Wrong', { folders: ['Good', 'Taken.pdf', '../up', 'Good/con'] })
    expect(notMade.map(({ name }) => name)).toEqual(['Taken.pdf', '../up', 'Good/con'])
    expect(await treeOf(room.items['Wrong']!)).toEqual(['Taken.pdf', 'Good'])
  })

  test('says which file is gone, and adds the others', async () => {
    const gone: [string, string] = ['Deal', '0'.repeat(32)]
    const { to } = await send('Many', { files: [gone, ['', await arrive('Many', 'a.txt')]] })
    await contributor.open(to)
    expect(contributor.heading()).toBe('1 of 2 files added')
    expect(contributor.text()).toContain('Not added')
    expect(await treeOf(room.items['Many']!)).toEqual(['a.txt'])
  })

  test('is all there but the one that is gone, also of more than are added together', async () => {
    const names = Array.from({ length: 45 }, (_, index) => `${10 + index}.txt`)
    const files: [string, string][] = []
    for (const name of names) files.push(['', await arrive('More', name)])
    files[30] = ['', '0'.repeat(32)]
    const { to } = await send('More', { files })
    await contributor.open(to)
    expect(contributor.heading()).toBe('44 of 45 files added')
    expect(await treeOf(room.items['More']!)).toEqual(names.toSpliced(30, 1))
  })

  test('needs no file', async () => {
    const { to } = await send('Only', { folders: ['Empty'] })
    await contributor.open(to)
    expect(contributor.heading()).toBe('Folders added')
    expect(contributor.text()).not.toContain('Notify members about')
  })
})

describe('what is refused', () => {
  test('is the batch of someone else, and of another folder', async () => {
    const { batch } = await send('Other', {})
    const other = await enterRoom(app, room.guid, dora)
    const { token } = await new TusClient(other).begin()
    expect((await send('Other', { batch }, { by: other, token })).status).toBe(404)
    expect((await send('Parts', { batch })).status).toBe(404)
    expect((await send('Other', { batch: 'x' })).status).toBe(404)
  })

  test('is who cannot add, and a stranger', async () => {
    const viewer = await enterRoom(app, room.guid, vera)
    const { token } = await new TusClient(viewer).begin()
    expect((await send('Other', { folders: ['No'] }, { by: viewer, token })).status).toBe(403)
    const nobody = stranger(app)
    await nobody.open('/access/login')
    const theirs = await new TusClient(nobody).begin()
    const refused = await send('Other', { folders: ['No'] }, { by: nobody, token: theirs.token })
    expect(refused.status).toBeGreaterThanOrEqual(401)
    expect(await treeOf(room.items['Other']!)).toEqual([])
  })

  test('is a form without token, with too much, or that makes no sense', async () => {
    expect((await send('Other', { folders: ['No'] }, { token: 'x' })).problem).toBe('formExpired')
    const many = Array.from({ length: 201 }, (_, index) => `f${index}`)
    expect((await send('Other', { folders: many })).problem).toBe('badForm')
    expect((await send('Other', { from: -1 })).problem).toBe('badForm')
    expect((await contributor.fetch(`/rooms/${room.guid}/add/${room.items['Other']}/part`)).status).toBe(404)
    expect(await treeOf(room.items['Other']!)).toEqual([])
  })
})
