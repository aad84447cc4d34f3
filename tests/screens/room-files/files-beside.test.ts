import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, openShare } from '#tests/support/world/make.ts'
import { enterRoom, makeRoom, makeRule } from '#tests/support/world/rooms.ts'
import { somebody } from '#tests/support/world/people.ts'

const [vera, carl, gina] = ['vera@example.net', 'carl@example.net', 'gina@example.net']

const at = (path: string) => room.items[path]!

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    tree: {
      Papers: {
        'first.pdf': 'First',
        'hidden.pdf': 'Hidden',
        Folder: { 'inner.pdf': 'Inner' },
        'second.pdf': 'Second',
        'binned.pdf': 'Binned',
        'third.pdf': 'Third',
      },
      Closed: { 'only.pdf': 'Only', 'granted.pdf': 'Granted', 'other.pdf': 'Other' },
      'alone.pdf': 'Alone',
    },
    members: { [vera]: 1, [carl]: 4, [gina]: 1 },
  },
})
const { kysely } = app.strongroom.services.database
const items = (path: string) => kysely.updateTable('item').where('guid', '=', at(path))
await items('Papers/binned.pdf').set({ binned_at: 1 }).execute()
await items('Closed').set({ is_closed: 1 }).execute()
await makeRule(app, room.members[vera]!, at('Papers/hidden.pdf'), -1)
// Let to one file of a closed folder and to nothing else in it.
await makeRule(app, room.members[gina]!, at('Closed/granted.pdf'), 1)
const viewer = await enterRoom(app, room.guid, vera, somebody())
const contributor = await enterRoom(app, room.guid, carl, somebody())
const guest = await enterRoom(app, room.guid, gina, somebody())

/** The names of the files that a browser is led to from one, before and after it. */
async function beside(browser: Browser, path: string): Promise<(string | null)[]> {
  await browser.open(`/drfile/${at(path)}/${parentOf(path)}`)
  expect([browser.status, browser.url.pathname]).toEqual([200, `/view/${at(path)}`])
  return ['Previous file', 'Next file'].map((name) => {
    const [to] = browser.page.links(name)
    return to === undefined ? null : nameAt(to)
  })
}

function parentOf(path: string): string {
  const folder = path.slice(0, Math.max(0, path.lastIndexOf('/')))
  return folder === '' ? room.guid : at(folder)
}

function nameAt(address: string): string {
  const guid = address.split('/')[2]
  return Object.entries(room.items).find(([, item]) => item === guid)?.[0] ?? address
}

describe('from a file of a room', () => {
  test('the owner goes to the one before and the one after; folders and the trash are passed over', async () => {
    expect(await beside(owner, 'Papers/first.pdf')).toEqual([null, 'Papers/hidden.pdf'])
    expect(await beside(owner, 'Papers/hidden.pdf')).toEqual(['Papers/first.pdf', 'Papers/second.pdf'])
    expect(await beside(owner, 'Papers/second.pdf')).toEqual(['Papers/hidden.pdf', 'Papers/third.pdf'])
    expect(await beside(owner, 'Papers/third.pdf')).toEqual(['Papers/second.pdf', null])
    expect(await beside(owner, 'Closed/granted.pdf')).toEqual(['Closed/only.pdf', 'Closed/other.pdf'])
  })

  test('a contributor does, too', async () => {
    expect(await beside(contributor, 'Papers/second.pdf')).toEqual(['Papers/hidden.pdf', 'Papers/third.pdf'])
  })

  test('a viewer does not learn of one that is hidden', async () => {
    expect(await beside(viewer, 'Papers/first.pdf')).toEqual([null, 'Papers/second.pdf'])
    for (const path of ['Papers/first.pdf', 'Papers/second.pdf']) {
      await beside(viewer, path)
      const page = Buffer.from(viewer.bytes).toString('utf8')
      for (const secret of ['Papers/hidden.pdf', 'Papers/binned.pdf', 'Closed']) {
        expect(page).not.toContain(secret.split('/').at(-1))
        expect(page).not.toContain(at(secret))
      }
    }
    expect(await beside(viewer, 'Papers/second.pdf')).toEqual(['Papers/first.pdf', 'Papers/third.pdf'])
  })

  test('of a closed folder nothing is offered beside the one that was granted', async () => {
    expect(await beside(guest, 'Closed/granted.pdf')).toEqual([null, null])
    expect(Buffer.from(guest.bytes).toString('utf8')).not.toMatch(/only\.pdf|other\.pdf|Files in this folder/)
  })

  test('that is alone in its folder nothing is offered', async () => {
    expect(await beside(viewer, 'Papers/Folder/inner.pdf')).toEqual([null, null])
    expect(await beside(viewer, 'alone.pdf')).toEqual([null, null])
  })

  test('one follows the links through the folder and back to it', async () => {
    await beside(viewer, 'Papers/first.pdf')
    await viewer.follow('Next file')
    expect([viewer.status, viewer.heading()]).toEqual([200, 'second.pdf'])
    await viewer.follow('Next file')
    expect(viewer.heading()).toBe('third.pdf')
    await viewer.follow('Previous file')
    expect(viewer.heading()).toBe('second.pdf')
    await viewer.follow('Back to the folder')
    expect(viewer.url.pathname).toBe(`/dr/${at('Papers')}`)
  })

  test('the order is that of the folder, also after someone changed it', async () => {
    const { kysely } = app.strongroom.services.database
    const third = kysely.updateTable('item').where('guid', '=', at('Papers/third.pdf'))
    const { position } = await kysely
      .selectFrom('item')
      .select('position')
      .where('guid', '=', at('Papers/third.pdf'))
      .executeTakeFirstOrThrow()
    await third.set({ position: 1 }).execute()
    expect(await beside(viewer, 'Papers/first.pdf')).toEqual(['Papers/third.pdf', 'Papers/second.pdf'])
    await third.set({ position }).execute()
  })

  test('one that is hidden from now on is not offered any more', async () => {
    await makeRule(app, room.members[carl]!, at('Papers/third.pdf'), -1)
    expect(await beside(contributor, 'Papers/second.pdf')).toEqual(['Papers/hidden.pdf', null])
  })

  test('that is not shown as pages the links are there, too', async () => {
    const { kysely } = app.strongroom.services.database
    const { file_guid: file } = await kysely
      .selectFrom('item')
      .select('file_guid')
      .where('guid', '=', at('Papers/second.pdf'))
      .executeTakeFirstOrThrow()
    const whose = kysely.updateTable('file').where('guid', '=', file!)
    await whose.set({ render_status: 'In Progress' }).execute()
    await viewer.open(`/drfile/${at('Papers/second.pdf')}/${at('Papers')}`)
    expect(viewer.text()).toContain('being prepared')
    expect(viewer.page.links('Next file').map(nameAt)).toEqual(['Papers/third.pdf'])
    await whose.set({ render_status: 'Rendered' }).execute()
  })

  test('its text and its thumbnails lead on as well', async () => {
    for (const place of ['thumbnails', 'text']) {
      await owner.open(`/view/${at('Papers/second.pdf')}`)
      const [to] = owner.page.links(place === 'text' ? /text/i : /thumbnails/i)
      if (to === undefined) continue
      await owner.open(to)
      expect(owner.page.links('Next file').map(nameAt)).toEqual(['Papers/third.pdf'])
    }
  })
})

test('a stranger learns nothing of what is beside a file', async () => {
  const stranger = await app.browser(somebody()).open(`/drfile/${at('Papers/second.pdf')}/${at('Papers')}`)
  expect(stranger.url.pathname).toBe('/access/filelogin')
  expect(stranger.text()).not.toMatch(/first|third|Previous file|Next file/)
})

test('a file that was shared by itself has no neighbours', async () => {
  const guid = await makeShare(app, owner)
  const reader = await openShare(app, guid)
  expect([reader.page.links('Next file'), reader.page.links('Previous file')]).toEqual([[], []])
  expect(reader.text()).not.toContain('Back to the folder')
})

test('in a room of version 1 the links have its addresses', async () => {
  const old = await makeRoom(app, { name: 'Old', version: 1, tree: { 'a.pdf': 'A', 'b.pdf': 'B' } })
  await owner.open(`/filefolder/${old.items['a.pdf']}/${old.guid}`)
  expect(owner.page.links('Next file')).toEqual([`/filefolder/${old.items['b.pdf']}/${old.guid}`])
  await owner.follow('Next file')
  expect(owner.heading()).toBe('b.pdf')
})
