import { expect, test } from 'vitest'
import { makeRule } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const [mia, max, carl] = ['mia@example.net', 'max@example.net', 'carl@example.net']

const {
  app,
  operator: owner,
  room,
} = await makeWorld({
  room: {
    tree: { Contracts: { 'lease.pdf': 'Lease' }, Board: { 'minutes.pdf': 'M' } },
    members: { [mia]: 1, [max]: 3, [carl]: 4 },
  },
})
await makeRule(app, room.members[max]!, room.items['Board']!, -1)

/** What is set in the room: on which folder, for whom, and what. */
async function rulesIn(): Promise<unknown[]> {
  const rows = await app.strongroom.services.database.kysely.selectFrom('room_rule').selectAll().execute()
  const nameOf = (of: Record<string, string>, wanted: string | null) =>
    Object.entries(of).find(([, guid]) => guid === wanted)?.[0]
  return rows.map(({ item_guid, member_guid, right_code }) => [
    nameOf(room.items, item_guid),
    nameOf(room.members, member_guid),
    right_code,
  ])
}

test('several people and folders are selected, and get one permission after a preview', async () => {
  await owner.open(`/rooms/${room.guid}/rights`)
  for (const name of [mia, max, 'Contracts', 'Board']) owner.choose(`Select ${name}`)
  owner.select('Set permission for selected people in selected folders', 'Download')
  await owner.press('Review changes')
  for (const who of [mia, max]) {
    expect(owner.text()).toMatch(new RegExp(`${who} on Contracts: from .* to Download`))
  }
  expect(owner.text()).toContain(`${max} on Board: from Hidden to Download`)
  expect(await rulesIn()).toEqual([['Board', max, -1]])
  expect(owner.page.isChosen(`Select ${mia}`)).toBe(true)
  expect(owner.page.isChosen(`Select ${carl}`)).toBe(false)
  await makeRule(app, room.members[mia]!, room.items['Board']!, 1)
  await owner.press('Save permissions')
  expect(owner.text()).toContain('Someone else changed this list. Your change wasn’t saved.')
  expect(owner.page.isChosen('Select Board')).toBe(true)
  await owner.press('Review changes')
  await owner.press('Save permissions')
  expect(await rulesIn()).toContainEqual(['Board', mia, 3])
  expect(await rulesIn()).toContainEqual(['Board', max, 3])
  expect(owner.page.isChosen(`Select ${mia}`)).toBe(false)
})

test('a selection of people without folders says what is missing, and the whole room is not selected', async () => {
  await owner.open(`/rooms/${room.guid}/rights`)
  expect(owner.text()).not.toContain('Select Whole room')
  owner.choose(`Select ${mia}`)
  await owner.press('Review changes')
  expect(owner.text()).toContain('Select at least one folder.')
  expect(owner.page.isChosen(`Select ${mia}`)).toBe(true)
})

test('files are added by contributors only, also where several are selected', async () => {
  await owner.open(`/rooms/${room.guid}/rights`)
  for (const name of [mia, carl, 'Board']) owner.choose(`Select ${name}`)
  owner.select('Set permission for selected people in selected folders', 'Add files (contributors)')
  await owner.press('Review changes')
  expect(owner.text()).toContain('Only contributors can add files')
  expect(owner.text()).not.toContain('Your changes')
})
