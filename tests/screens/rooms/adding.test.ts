import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { makeRoom, type MadeRoom } from '#tests/support/world/rooms.ts'
import { itemsIn, note } from './arriving.ts'

let app: App
let owner: Browser
let room: MadeRoom

beforeAll(async () => {
  app = await startApp()
  owner = await makeOperator(app)
  room = await makeRoom(app, { tree: { Contracts: { 'lease.pdf': 'Lease' } } })
})
afterAll(() => app.close())

test('the owner adds several files to a folder, and each is there', async () => {
  await owner.open(`/rooms/${room.guid}/add/${room.items['Contracts']}`)
  expect([owner.status, owner.heading()]).toEqual([200, 'Add to Contracts'])
  owner.attach('Files', note('Alpha.txt'), note('Beta.txt'))
  await owner.press('Add files')
  expect(owner.heading()).toBe('2 files added')
  const names = (await itemsIn(app, room.items['Contracts']!)).map(({ name }) => name)
  expect(names).toEqual(['lease.pdf', 'Alpha.txt', 'Beta.txt'])
})
