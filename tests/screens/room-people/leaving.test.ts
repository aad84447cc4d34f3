import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeRoom, enterRoom } from '#tests/support/world/rooms.ts'
import { memberRow, records } from './member-pages.ts'

const mia = 'mia@example.net'

const { app, operator: olivia } = await makeWorld()

test('a member leaves after a confirmation; the owner reads it in the activity, and no email goes out', async () => {
  const made = await makeRoom(app, { tree: { 'a.pdf': 'Page one' }, members: { [mia]: 1 } })
  const reader = await enterRoom(app, made.guid, mia)
  const emails = (await app.outbox.all()).length
  await reader.open(`/rooms/${made.guid}/leave`)
  expect(reader.text()).toContain('The owner sees that you left')
  expect((await memberRow(app, made.guid, mia)).removed_at).toBeNull()
  await reader.press('Leave')
  expect([reader.path, reader.text().includes('You left the data room.')]).toEqual(['/files', true])
  expect((await memberRow(app, made.guid, mia)).removed_at).not.toBeNull()
  expect((await reader.fetch(`/view/${made.items['a.pdf']!}/page/1`)).status).toBe(403)
  expect(await records(app, made.guid)).toEqual([
    ['CodeSent', {}],
    ['RoomEntered', { isFirst: true }],
    ['MemberLeft', {}],
  ])
  await app.settle()
  expect(await app.outbox.all()).toHaveLength(emails)
  expect((await reader.open(`/rooms/${made.guid}/leave`)).status).toBe(403)
})

test('the owner cannot leave, and is told why', async () => {
  const { guid } = await makeRoom(app)
  await olivia.open(`/rooms/${guid}/leave`)
  expect([olivia.status, olivia.text()]).toEqual([409, expect.stringContaining('The owner can’t leave')])
})
