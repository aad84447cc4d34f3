import { beforeEach, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, hour } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const viewer = 'mia@example.net'
const { app, room } = await makeWorld({
  room: { tree: { Contracts: { 'lease.pdf': 'Rent' }, 'plan.pdf': 'Plan' }, members: { [viewer]: 3 } },
})
const [folder, lease, plan] = ['Contracts', 'Contracts/lease.pdf', 'plan.pdf'].map(
  (path) => room.items[path]!,
) as [string, string, string]
await makeUser(app, { email: 'nora@example.net', browser: somebody() })

let owner: Browser
beforeEach(async () => {
  app.clock.advance(hour)
  owner = await signIn(app, operatorEmail)
})

async function remove(item: string): Promise<void> {
  await owner.open(`/rooms/${room.guid}/arrange/${room.guid}?act=remove&item=${item}`)
  await owner.send('remove')
}

async function restore(name: string): Promise<void> {
  await owner.open(`/rooms/${room.guid}/bin`)
  await owner.choose(`Select ${name}`).press('Restore')
}

const addressesOf = (item: string) => [
  ...['/view', '/file', '/d', '/dr', `/rooms/${room.guid}/files`].map((start) => `${start}/${item}`),
  `/drfile/${item}/${room.guid}`,
]

test('whoever manages the room is led from a file in its trash to the trash', async () => {
  await remove(plan)
  for (const address of addressesOf(plan)) {
    await owner.open(address)
    expect([address, owner.status, owner.heading()]).toEqual([address, 410, 'This file is in trash'])
  }
  expect(owner.text()).toMatch(/“plan\.pdf” was moved to the trash of its data room on .+ restore it until/)
  await owner.follow('Open trash')
  expect([owner.status, owner.path]).toEqual([200, `/rooms/${room.guid}/bin`])
  await restore('plan.pdf')
  expect((await owner.open(`/view/${plan}`)).status).toBe(200)
})

test('from what was removed with its folder, to the folder', async () => {
  await remove(folder)
  for (const address of [`/view/${lease}`, `/dr/${folder}`]) {
    await owner.open(address)
    expect([address, owner.status, owner.heading()]).toEqual([address, 410, 'This folder is in trash'])
  }
  expect(owner.text()).toContain('“Contracts” was moved')
  await restore('Contracts')
  expect((await owner.open(`/view/${lease}`)).status).toBe(200)
})

test('a viewer and strangers read nothing of it, and no one does once the 30 days are over', async () => {
  const mia = await enterRoom(app, room.guid, viewer, somebody())
  const nora = await signIn(app, 'nora@example.net', somebody())
  await remove(plan)
  for (const reader of [mia, nora, app.browser(somebody())]) {
    for (const [at, address] of addressesOf(plan).entries()) {
      const theirs = (await reader.open(address)).text()
      expect(theirs).not.toMatch(/trash|plan\.pdf/)
      expect(theirs).toBe((await reader.open(addressesOf('0'.repeat(32))[at]!)).text())
    }
  }
  app.clock.advance(31 * day)
  owner = await signIn(app, operatorEmail)
  for (const address of addressesOf(plan)) expect([403, 404]).toContain((await owner.open(address)).status)
})
