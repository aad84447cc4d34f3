import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeRoom, makeRule, enterRoom } from '#tests/support/world/rooms.ts'
import { itemsIn } from './arriving.ts'

const [cora, vera] = ['cora@example.net', 'vera@example.net']

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    tree: { In: { 'lease.pdf': 'Lease', 'secret.pdf': 'Secret' }, Many: { 'many.pdf': 'One' } },
    members: { [cora]: 4, [vera]: 1 },
  },
})
for (const email of [cora, vera]) await makeRule(app, room.members[email]!, room.items['In/secret.pdf']!, -1)
const contributor = await enterRoom(app, room.guid, cora)
const viewer = await enterRoom(app, room.guid, vera)

const addressOf = (path: string, guid = room.guid) => `/rooms/${guid}/files/${room.items[path]}`

async function addVersion(browser: Browser, path: string, text: string): Promise<Browser> {
  await browser.open(addressOf(path))
  await browser.send('add', { file: { name: 'scan.pdf', bytes: pdf([text]) } })
  await app.settle()
  return browser
}

async function itemAt(folder: string, name: string) {
  return (await itemsIn(app, room.items[folder]!)).find((item) => item.name === name)!
}

describe('a file of a room', () => {
  test('says what it is, and who added it', async () => {
    await viewer.open(addressOf('In/lease.pdf'))
    expect([viewer.status, viewer.heading()]).toEqual([200, 'lease.pdf'])
    expect(viewer.text()).toContain('by olivia@example.org')
    expect(viewer.text()).not.toContain('Add version')
    expect(viewer.page.links('In')).toEqual([`/dr/${room.items['In']}`])
  })

  test('is added, and the path of the page after that leads to its folder, until that is gone', async () => {
    const made = await makeRoom(app, { tree: { Out: {} } })
    await owner.open(`/rooms/${made.guid}/add/${made.items['Out']}`)
    await owner.send('addFiles', { file: { name: 'deed.pdf', bytes: pdf(['Deed']) } })
    const after = owner.path
    expect(owner.page.links('Out')).toEqual([`/dr/${made.items['Out']}`])
    await owner.open(`/rooms/${made.guid}/arrange/${made.guid}?act=remove&item=${made.items['Out']}`)
    await owner.press('Move to trash')
    await owner.open(after)
    expect([owner.status, owner.page.links('Out')]).toEqual([200, []])
  })

  test('gets another version under its own name, and goes back to the first', async () => {
    await addVersion(owner, 'In/lease.pdf', 'Second')
    const second = await itemAt('In', 'lease.pdf')
    expect(second.version).toBe(2)
    await owner.open(addressOf('In/lease.pdf'))
    await owner.press('Restore version 1')
    const first = await itemAt('In', 'lease.pdf')
    expect([first.version, first.file_guid === second.file_guid]).toEqual([1, false])
  })

  test('shows its other versions to no one who may not change it', async () => {
    await viewer.open(addressOf('In/lease.pdf'))
    expect(viewer.text()).not.toContain('Version 2')
    await contributor.open(addressOf('In/lease.pdf'))
    expect(contributor.text()).not.toContain('Go back')
  })

  test('is changed by no one who may not: nothing stays of what was sent', async () => {
    await owner.open(addressOf('In/lease.pdf'))
    const form = owner.page.submission(owner.page.form('add'))
    for (const browser of [contributor, viewer]) {
      await browser.open('/access/login')
      const own = browser.page.root.querySelector('input[name=token]')?.getAttribute('value') ?? ''
      const entries = form.entries
        .filter(({ name }) => name !== 'file')
        .map((entry) => (entry.name === 'token' ? { ...entry, value: own } : entry))
      const file = { name: 'file', value: { name: 'x.pdf', bytes: pdf(['X']) } }
      await browser.submit({ ...form, action: addressOf('In/lease.pdf'), entries: [...entries, file] })
      expect([browser.status, browser.text()]).toEqual([403, expect.stringContaining('Your role')])
    }
    const left = await app.strongroom.services.database.kysely
      .selectFrom('file')
      .select('guid')
      .where('taken_at', 'is', null)
      .execute()
    expect(left).toEqual([])
  })

  test('that is hidden is not there, nor in another room, nor for HEAD', async () => {
    const other = await makeRoom(app, { name: 'Other' })
    await contributor.open(addressOf('In/secret.pdf'))
    expect(contributor.status).toBe(404)
    expect(contributor.text()).not.toContain('secret')
    await owner.open(addressOf('In/lease.pdf', other.guid))
    expect(owner.status).toBe(404)
    const head = await contributor.fetch(addressOf('In/secret.pdf'), { method: 'HEAD' })
    expect(head.status).toBe(404)
  })

  test('keeps ten versions, and the file of the eleventh is erased', async () => {
    const { kysely } = app.strongroom.services.database
    const first = (await itemAt('Many', 'many.pdf')).file_guid!
    for (let number = 2; number <= 11; number++) await addVersion(owner, 'Many/many.pdf', `Text ${number}`)
    const item = await itemAt('Many', 'many.pdf')
    expect(item.version).toBe(11)
    const kept = await kysely
      .selectFrom('item_version')
      .select('number')
      .where('item_guid', '=', item.guid)
      .execute()
    expect(kept.map(({ number }) => number).toSorted((a, b) => a - b)).toEqual([
      2, 3, 4, 5, 6, 7, 8, 9, 10, 11,
    ])
    expect(await kysely.selectFrom('file').select('guid').where('guid', '=', first).execute()).toEqual([])
  })

  test('that cannot be shown is tried again, or kept as download only, by who can change it', async () => {
    const { kysely } = app.strongroom.services.database
    const { file_guid: file } = await itemAt('Many', 'many.pdf')
    const whose = kysely.updateTable('file').where('guid', '=', file)
    const broken = { render_status: 'Error', render_error: 'corrupt' } as const
    await whose.set(broken).execute()
    await viewer.open(addressOf('Many/many.pdf'))
    expect(viewer.text()).toContain('This file can’t be displayed')
    expect(viewer.text()).not.toContain('Retry')
    await owner.open(addressOf('Many/many.pdf'))
    await owner.press('Retry')
    await app.settle()
    await owner.reload()
    expect(owner.text()).not.toContain('This file can’t be displayed')
    await whose.set(broken).execute()
    await owner.reload()
    await owner.press('Make download only')
    expect(owner.text()).not.toContain('This file can’t be displayed')
  })
})
