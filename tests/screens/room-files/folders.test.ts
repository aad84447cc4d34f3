import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeRoom, makeRule, enterRoomAs } from '#tests/support/world/rooms.ts'
import { html } from '#tests/support/browser/shown.ts'

const {
  app,
  operator: owner,
  people: [stranger, mia],
  room,
} = await makeWorld({
  people: [{}, { email: 'mia@example.net', firstName: 'Mia', lastName: 'Moss' }],
  room: {
    tree: { Contracts: { 'lease.pdf': 'Lease', Old: {} }, 'budget.pdf': 'Secret', 'readme.pdf': 'Hello' },
    members: { 'mia@example.net': 1 },
  },
})
await makeRule(app, room.members['mia@example.net']!, room.items['budget.pdf']!, -1)
await enterRoomAs(app, mia, room.guid)

const at = (path: string) => room.items[path]!

test('the owner sees the room, opens a folder in it, and goes back up', async () => {
  await owner.open(`/dr/${room.guid}`)
  expect([owner.status, owner.heading()]).toEqual([200, 'Project Alba'])
  expect(owner.text()).toContain('3 items')
  expect(owner.page.links('readme.pdf')).toEqual([`/drfile/${at('readme.pdf')}/${room.guid}`])
  await owner.follow('Contracts')
  expect([owner.path, owner.heading()]).toEqual([`/dr/${at('Contracts')}`, 'Contracts'])
  expect(owner.text()).toContain('1.1 lease.pdf')
  expect(owner.page.links('Add files')).toEqual([`/rooms/${room.guid}/add/${at('Contracts')}`])
  await owner.follow('Project Alba')
  expect(owner.path).toBe(`/dr/${room.guid}`)
})

test('each row has a picture: its first page, or one whose drawing is on the page once', async () => {
  for (const page of [`/dr/${room.guid}`, `/rooms/${room.guid}/search?q=lease`]) {
    await owner.open(page)
    const pictures = owner.page.root
      .querySelectorAll('tbody tr use')
      .map((use) => use.getAttribute('xlink:href'))
    const firstPages = owner.page.root.querySelectorAll('tbody tr .named img')
    const rows = owner.page.root.querySelectorAll('tbody tr')
    expect(pictures.length + firstPages.length).toBe(rows.length)
    const drawn = owner.page.root.querySelectorAll('.list symbol').map(({ id }) => `#${id}`)
    expect(drawn.toSorted()).toEqual([...new Set(pictures)].toSorted())
  }
})

test('a member sees no hidden file: no name, no count, no gap in the numbers, no button', async () => {
  await mia.open(`/dr/${room.guid}`)
  expect(mia.status).toBe(200)
  expect(mia.text()).toContain('2 items')
  expect(mia.text()).toContain('2 readme.pdf')
  expect(html(mia)).not.toContain('budget')
  expect(html(mia)).not.toContain(at('budget.pdf'))
  expect([mia.page.links('Add files'), mia.page.links('New folder')]).toEqual([[], []])
  expect(html(mia)).not.toContain('type="checkbox"')
  expect(mia.text()).not.toContain('People')
  const hidden = await mia.open(`/dr/${at('budget.pdf')}`)
  const nowhere = await mia.open(`/dr/${'0'.repeat(32)}`)
  expect([hidden.status, nowhere.status]).toEqual([403, 403])
})

test('the tree beside the list opens the branch of the folder, and names no folder that a person cannot see', async () => {
  const tree = {
    Corporate: { Articles: {}, Minutes: { 'minutes.pdf': 'Minutes' } },
    'letter.pdf': 'Letter',
    Contracts: { Customers: {} },
    Secret: { Deeper: {} },
  }
  const members = { 'mia@example.net': 1 } as const
  const made = await makeRoom(app, { name: 'Beech', tree, members })
  const folder = (path: string) => `/dr/${made.items[path]}`
  for (const hidden of ['Secret', 'Corporate/Articles'])
    await makeRule(app, made.members['mia@example.net']!, made.items[hidden]!, -1)
  await enterRoomAs(app, mia, made.guid)
  const treeOf = (browser: typeof owner) =>
    browser.page.root
      .querySelectorAll('nav.tree a')
      .map((link) => `${link.text.trim().replaceAll(/\s+/g, ' ')} ${link.getAttribute('href')}`)
  await owner.open(folder('Corporate'))
  expect(treeOf(owner)).toEqual([
    `All files /dr/${made.guid}`,
    `1 Corporate ${folder('Corporate')}`,
    `1.1 Articles ${folder('Corporate/Articles')}`,
    `1.2 Minutes ${folder('Corporate/Minutes')}`,
    `3 Contracts ${folder('Contracts')}`,
    `4 Secret ${folder('Secret')}`,
  ])
  const here = owner.page.root.querySelectorAll('nav.tree [aria-current]').map(({ text }) => text.trim())
  expect(here).toEqual([expect.stringContaining('Corporate')])
  await mia.open(folder('Corporate/Minutes'))
  expect(treeOf(mia)).toEqual([
    `All files /dr/${made.guid}`,
    `1 Corporate ${folder('Corporate')}`,
    `1.1 Minutes ${folder('Corporate/Minutes')}`,
    `3 Contracts ${folder('Contracts')}`,
  ])
  for (const name of ['Secret', 'Deeper', 'Articles']) expect(html(mia)).not.toContain(name)
  await owner.open(`${folder('Corporate')}?isRoot=true`)
  expect(treeOf(owner)).toEqual([])
})

test('strangers are answered alike, whether or not there is such a room, and HEAD tells no more', async () => {
  const nowhere = '0'.repeat(32)
  for (const guid of [room.guid, at('Contracts'), nowhere]) {
    for (const method of ['GET', 'HEAD']) {
      for (const path of [`/dr/${guid}`, `/d/${guid}`, `/rooms/${guid}/search`]) {
        expect([path, (await stranger.fetch(path, { method })).status]).toEqual([path, 403])
        const unknown = await app.browser().fetch(path, { method })
        const way = path.startsWith('/rooms/')
          ? [302, `/rooms/${guid}/door?to=${encodeURIComponent(path)}`]
          : [303, `/access/filelogin?share=${guid}&to=${encodeURIComponent(path)}`]
        expect([unknown.status, unknown.headers.get('location')]).toEqual(way)
      }
    }
  }
})

test('a room of the other version is led to its own address, query and all', async () => {
  const old = await makeRoom(app, { version: 1, tree: { Plans: {} } })
  const moved = await owner.fetch(`/dr/${old.items['Plans']}?sort=name`)
  expect([moved.status, moved.headers.get('location')]).toEqual([302, `/d/${old.items['Plans']}?sort=name`])
  const back = await owner.fetch(`/d/${room.guid}`)
  expect(back.headers.get('location')).toBe(`/dr/${room.guid}`)
  await owner.open(`/d/${old.items['Plans']}`)
  expect(owner.text()).toContain('Add files and folders here')
})

test('a room can stand as a root of its own, and what an address says besides is as if it were not said', async () => {
  await owner.open(
    `/dr/${at('Contracts')}?isRoot=true&navStructure=%00x&sort=nothing&tlogo=http://a.example&page=-4`,
  )
  expect([owner.status, owner.page.links('Project Alba')]).toEqual([200, []])
  // The button that folds the menu names the page to come back to.
  expect(html(owner).replaceAll(/<input[^>]*name="to"[^>]*>/g, '')).not.toContain('a.example')
  expect((await owner.open(`/dr/${room.guid}?page=2`)).status).toBe(404)
})

test('a way of many folders is folded in the middle', async () => {
  let tree = {}
  for (let depth = 12; depth > 0; depth--) tree = { [`Level ${depth}`]: tree }
  const deep = await makeRoom(app, { tree })
  await owner.open(`/dr/${Object.values(deep.items).at(-1)}`)
  expect(owner.heading()).toBe('Level 12')
  expect(owner.text()).toContain('… 10 folders between')
  expect(owner.page.links('Level 5')).toEqual([`/dr/${Object.values(deep.items)[4]}`])
})

test('what is processing cannot be opened; what failed says why, and is tried again by who can add', async () => {
  const { kysely } = app.strongroom.services.database
  const file = await kysely
    .selectFrom('item')
    .select('file_guid')
    .where('guid', '=', at('readme.pdf'))
    .executeTakeFirstOrThrow()
  const set = (change: { render_status: 'In Progress' | 'Error'; render_error: string | null }) =>
    kysely.updateTable('file').set(change).where('guid', '=', file.file_guid!).execute()
  await set({ render_status: 'In Progress', render_error: null })
  await mia.open(`/dr/${room.guid}`)
  expect(mia.text()).toContain('Processing')
  expect([mia.page.links('readme.pdf'), html(mia).includes('http-equiv="refresh"')]).toEqual([[], true])
  await set({ render_status: 'Error', render_error: 'timeout' })
  await mia.reload()
  expect(mia.text()).toContain('Error: took too long')
  expect(mia.text()).not.toContain('Try again')
  await mia.open(`/dr/${room.guid}?failed=${at('readme.pdf')}`)
  expect(mia.text()).not.toContain('Try again')
  await owner.open(`/dr/${room.guid}`)
  const ticked = owner.page.root.querySelectorAll('input[name=item]').map((box) => box.getAttribute('value'))
  expect([ticked.length > 0, ticked.includes(at('readme.pdf'))]).toEqual([true, false])
  await owner.follow('readme.pdf')
  await owner.follow('Move to trash')
  expect(owner.text()).toContain('1 file in all.')
  await owner.open(`/dr/${room.guid}?failed=${at('readme.pdf')}`)
  await owner.press('Try again')
  expect(owner.text()).toContain('Processing')
  await app.settle()
  expect((await owner.reload()).text()).not.toContain('Error')
})

test('a search finds what a person sees, with the way to it', async () => {
  await mia.open(`/dr/${room.guid}`)
  await mia.open(`/rooms/${room.guid}/search?q=lea`)
  expect(mia.text()).toContain('1 item')
  expect(mia.page.links('Contracts')).toEqual([`/dr/${at('Contracts')}`])
  await mia.open(`/rooms/${room.guid}/search?q=budget`)
  expect(mia.text()).toContain('No results')
  await owner.open(`/rooms/${room.guid}/search?q=budget&kind=pdf&since=7`)
  expect(owner.text()).toContain('1 item')
  await owner.open(`/rooms/${room.guid}/search?kind=nonsense&since=99999`)
  expect(owner.status).toBe(200)
})
