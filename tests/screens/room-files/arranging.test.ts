import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeRoom, makeRule } from '#tests/support/world/rooms.ts'
import { itemsIn } from './arriving.ts'

const {
  app,
  operator: owner,
  people: [other],
  room,
} = await makeWorld({
  people: [{}],
  room: {
    tree: { Contracts: { 'lease.pdf': 'a', 'draft.pdf': 'b' }, 'plan.pdf': 'c', 'old.pdf': 'd' },
  },
})

function arrange(query: string, folder = room.guid): string {
  return `/rooms/${room.guid}/arrange/${folder}?${query}`
}

/** What is in a folder, in its order. */
async function names(folder = room.guid): Promise<string[]> {
  return (await itemsIn(app, folder)).map(({ name }) => name)
}

test('the owner renames a file, and is told what is wrong with a name with what was typed kept', async () => {
  const folder = room.items['Contracts']!
  await owner.open(arrange(`act=rename&item=${room.items['Contracts/lease.pdf']}`, folder))
  expect(owner.heading()).toBe('Rename lease.pdf')
  await owner.fill('Name', 'a/b').press('Rename')
  expect(owner.status).toBe(400)
  expect(owner.text()).toContain('There is a problem')
  await owner.fill('Name', 'Draft').press('Rename')
  expect([owner.status, owner.text()]).toEqual([
    409,
    expect.stringContaining('This folder already contains an item with that name.'),
  ])
  await owner.fill('Name', 'Tenancy').press('Rename')
  expect(await names(folder)).toEqual(['Tenancy.pdf', 'draft.pdf'])
})

test('deleting asks first what goes, and says of each what came of it', async () => {
  const both = `item=${room.items['Contracts']}&item=${room.items['old.pdf']}`
  await owner.open(arrange(`act=remove&${both}`))
  expect(owner.heading()).toBe('Move these to trash?')
  expect(owner.text()).toContain('3 files and 1 folder in all.')
  await owner.press('Move to trash', (entries) => [...entries, { name: 'item', value: 'f'.repeat(32) }])
  expect(owner.text()).toContain('In trash for 30 days.')
  expect(owner.text()).toContain('Not done')
  expect(await names()).toEqual(['plan.pdf'])
})

test('no one else learns or changes anything', async () => {
  const wanted = arrange(`act=rename&item=${room.items['plan.pdf']}`)
  expect((await other.open(wanted)).status).toBe(403)
  expect(other.text()).not.toContain('plan')
  const nowhere = `/rooms/${'f'.repeat(32)}/arrange/${'f'.repeat(32)}?act=rename&item=${'f'.repeat(32)}`
  const said = other.text()
  await other.open(nowhere)
  expect(other.text()).toBe(said)
  await owner.open(wanted)
  const form = owner.page.submission(owner.page.form('rename'))
  await other.submit({ ...form, entries: [...form.entries, { name: 'name', value: 'Mine' }] })
  expect(other.status).toBe(403)
  const stranger = app.browser()
  const head = await stranger.fetch(wanted, { method: 'HEAD' })
  expect(head.status).toBe(302)
  expect(head.headers.get('location')).toContain(`/rooms/${room.guid}/door`)
  expect(await names()).toEqual(['plan.pdf'])
})

test('a folder is chosen by links, and several items move there', async () => {
  const made = await makeRoom(app, { tree: { In: { Deep: {} }, 'a.pdf': 'a', 'b.pdf': 'b' } })
  const place = `/rooms/${made.guid}/arrange/${made.guid}`
  await owner.open(`${place}?act=move&item=${made.items['a.pdf']}&item=${made.items['b.pdf']}`)
  expect(owner.heading()).toBe('Move 2 items')
  await owner.follow('In')
  await owner.follow('Deep')
  await owner.press('Move to Deep')
  expect(owner.text()).toContain('Moved.')
  expect(await names(made.items['In/Deep'])).toEqual(['a.pdf', 'b.pdf'])
})

test('what a move shows to whom is said before it is done', async () => {
  const made = await makeRoom(app, { tree: { Secret: {}, 'a.pdf': 'a' }, members: { 'mia@example.net': 1 } })
  await makeRule(app, made.members['mia@example.net']!, made.items['Secret']!, -1)
  const place = `/rooms/${made.guid}/arrange/${made.guid}`
  await owner.open(`${place}?act=move&item=${made.items['a.pdf']}&to=${made.items['Secret']}`)
  await owner.press('Move to Secret')
  expect(owner.text()).toContain('1 person will be able to see or do less')
  expect(await names(made.guid)).toEqual(['Secret', 'a.pdf'])
  await owner.press('Move to Secret')
  expect(await names(made.guid)).toEqual(['Secret'])
})

test(
  'two people order at once: the second keeps what was typed and sees the list as it is now',
  { tags: ['engines'] },
  async () => {
    const made = await makeRoom(app, { tree: { 'a.pdf': 'a', 'b.pdf': 'b', 'c.pdf': 'c' } })
    const place = `/rooms/${made.guid}/arrange/${made.guid}?act=order`
    await owner.open(place)
    const form = owner.page.submission(owner.page.form('order'))
    await owner.fill('Position of c.pdf', '1').press('Save order')
    expect(await names(made.guid)).toEqual(['c.pdf', 'a.pdf', 'b.pdf'])
    const typed = form.entries.map((entry) =>
      entry.name === `place-${made.items['b.pdf']}` ? { ...entry, value: '1' } : entry,
    )
    await owner.submit({ ...form, entries: typed })
    expect(owner.status).toBe(409)
    expect(owner.text()).toContain('Someone else changed this list.')
    expect(owner.text()).toContain('(now 3)')
    expect(await names(made.guid)).toEqual(['c.pdf', 'a.pdf', 'b.pdf'])
    await owner.open(place)
    await owner.press('Move c.pdf down')
    await owner.press('Sort this folder by name')
    expect(await names(made.guid)).toEqual(['a.pdf', 'b.pdf', 'c.pdf'])
  },
)

test('the trash gives back, and erases after it asked', async () => {
  const made = await makeRoom(app, { tree: { 'a.pdf': 'a', 'b.pdf': 'b' } })
  const both = `item=${made.items['a.pdf']}&item=${made.items['b.pdf']}`
  await owner.open(`/rooms/${made.guid}/arrange/${made.guid}?act=remove&${both}`)
  await owner.press('Move to trash')
  await owner.open(`/rooms/${made.guid}/bin`)
  expect(owner.text()).toContain('30 days left')
  await owner.choose('Select a.pdf').press('Restore')
  expect(await names(made.guid)).toEqual(['a.pdf'])
  await owner.open(`/rooms/${made.guid}/bin`)
  await owner.choose('Select b.pdf').press('Delete permanently …')
  await owner.press('Delete permanently')
  expect(owner.text()).toContain('Deleted permanently.')
  await app.settle()
  const { kysely } = app.strongroom.services.database
  expect(
    await kysely.selectFrom('item').select('guid').where('guid', '=', made.items['b.pdf']!).execute(),
  ).toEqual([])
  expect((await other.open(`/rooms/${made.guid}/bin`)).status).toBe(403)
})
