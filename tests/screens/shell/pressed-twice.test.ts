// @module-tag engines
import { describe, expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Page } from '#tests/support/browser/page.ts'
import { emptyPdf, pdf } from '#tests/support/files/documents.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const member = 'carl@example.net'
const { app, operator, room } = await makeWorld({
  room: { tree: { 'plan.pdf': 'The plan', 'lease.pdf': 'The lease' }, members: { [member]: 3 } },
})
const damaged = { name: 'damaged.pdf', type: 'application/pdf', bytes: emptyPdf() }
const [retried, opened] = [await unreadable(), await unreadable()]
const [unshared, binned] = [await makeShare(app, operator), await makeShare(app, operator)]
await makeShare(app, operator, {
  file: { name: 'last.pdf', type: 'application/pdf', bytes: pdf(['Page one']) },
})
const files = [await unreadableInRoom('one.pdf'), await unreadableInRoom('two.pdf')]
const other = await makeRoom(app, { name: 'Project Berg' })
await operator.open(`/s/${binned}/delete`)
await operator.send('deleteShare')
await operator.open(`/rooms/${room.guid}/arrange/${room.guid}?act=remove&item=${room.items['lease.pdf']}`)
await operator.send('remove')
await operator.open(`/rooms/${other.guid}/remove`)
await operator.send('removeRoom', { roomName: 'Project Berg' })
await app.settle()

function unreadable(): Promise<string> {
  return makeShare(app, operator, { file: damaged })
}

async function unreadableInRoom(name: string): Promise<string> {
  await operator.open(`/rooms/${room.guid}/add/${room.guid}`)
  await operator.send('addFiles', { file: { ...damaged, name } })
  await app.settle()
  const { kysely } = app.strongroom.services.database
  const item = await kysely
    .selectFrom('item')
    .select('guid')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  return item.guid
}

type Values = Parameters<Browser['sendTwice']>[1]

/** What each of two presses at once is answered, in the order in which they were sent. */
async function pressedTwice(at: string, intent: string, values: Values) {
  await operator.open(at)
  const answers = await operator.sendTwice(intent, values)
  await app.settle()
  return Promise.all(
    answers.map(async (answer) => ({
      status: answer.status,
      to: answer.headers.get('location'),
      text: new Page(await answer.text()).text(),
    })),
  )
}

const inRoom = `/rooms/${room.guid}`

describe('who presses twice reads that it is done, and not that nothing was there to do', () => {
  test.each<[what: string, at: string, intent: string, Values]>([
    ['another try at a file', `/s/${retried}`, 'retry', {}],
    ['sharing as download only', `/s/${opened}`, 'asDownload', {}],
    ['another try in a room', `${inRoom}/files/${files[0]}`, 'retry', {}],
    ['download only in a room', `${inRoom}/files/${files[1]}`, 'asDownload', {}],
    ['unsharing selected files', '/s', 'bulk', { share: unshared, act: 'Unshare' }],
    ['restoring selected files', '/bin', 'bulk', { share: binned, act: 'Restore' }],
    [
      'restoring files of a room',
      `${inRoom}/bin`,
      'binned',
      { item: room.items['lease.pdf']!, act: 'Restore' },
    ],
    ['restoring a room', '/d/bin', 'restoreRoom', {}],
  ])('%s', async (_, at, intent, values) => {
    const [first, second] = await pressedTwice(at, intent, values)
    expect([200, 303]).toContain(first!.status)
    expect(first!.text).not.toMatch(/Page not found|Unknown/)
    expect(second).toEqual(first)
  })

  test.each<[what: string, at: string, row: string, act: string, confirm: string]>([
    ['deleting selected files', '/s', 'last.pdf', 'Delete …', 'deleteChosen'],
    ['removing members', `${inRoom}/people`, member, 'Remove …', 'removeChosen'],
  ])('%s, after the question', async (_, at, row, act, confirm) => {
    await operator.open(at)
    await operator.choose(`Select ${row}`).press(act)
    const answers = await operator.sendTwice(confirm)
    const [first, second] = await Promise.all(
      answers.map(async (answer) => [answer.status, new Page(await answer.text()).text()]),
    )
    expect(first).toEqual([200, expect.not.stringMatching(/Page not found|Unknown/)])
    expect(second).toEqual(first)
  })
})

test('what is pressed again a minute later is worked on again', async () => {
  await operator.open('/s')
  const { page } = operator
  const press = () => operator.send('bulk', { share: unshared, act: 'Unshare' })
  await press()
  await operator.open(`/s/${unshared}`)
  await operator.press('Share again')
  app.clock.advance(2 * minute)
  operator.page = page
  await press()
  await operator.open(`/s/${unshared}`)
  expect(operator.text()).toContain('Share again')
})
