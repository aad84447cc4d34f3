import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { note } from '#tests/support/files/documents.ts'
import { itemsIn } from './arriving.ts'

const {
  app,
  operator: owner,
  room,
} = await makeWorld({ room: { tree: { Contracts: { 'lease.pdf': 'Lease' } } } })

test('the owner adds several files to a folder, and each is there', async () => {
  await owner.open(`/rooms/${room.guid}/add/${room.items['Contracts']}`)
  expect([owner.status, owner.heading()]).toEqual([200, 'Add to Contracts'])
  owner.attach('Files', note('Alpha.txt'), note('Beta.txt'))
  await owner.press('Add files')
  expect(owner.heading()).toBe('2 files added')
  const names = (await itemsIn(app, room.items['Contracts']!)).map(({ name }) => name)
  expect(names).toEqual(['lease.pdf', 'Alpha.txt', 'Beta.txt'])
})
