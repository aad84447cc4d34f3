import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { note } from '#tests/support/files/documents.ts'
import { lockedPdf } from '#tests/support/files/locked-pdf.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { minute } from '#tests/support/world/clock.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { itemsIn } from './arriving.ts'

const { app, operator: owner } = await makeWorld()
const { kysely } = app.strongroom.services.database

const right = 'four brass keys'
const field = 'File password (optional)'
const locked = (name: string, password = right) => ({ name, bytes: lockedPdf(password) })

async function add(roomGuid: string, password: string, ...files: Parameters<Browser['attach']>[1][]) {
  await owner.open(`/rooms/${roomGuid}/add/${roomGuid}`)
  owner.attach('Files', ...files)
  owner.fill(field, password)
  await owner.press('Add files')
  await app.settle()
}

/** The files of a room's first folder as they are kept. */
async function kept(roomGuid: string) {
  const items = await itemsIn(app, roomGuid)
  const rows = await kysely
    .selectFrom('file')
    .select(['guid', 'render_status', 'render_error', 'password_sealed'])
    .where(
      'guid',
      'in',
      items.map(({ file_guid: guid }) => guid!),
    )
    .execute()
  return items.map(({ guid, name, file_guid: file }) => ({
    item: guid,
    name,
    ...rows.find((row) => row.guid === file)!,
  }))
}

async function tellsOfFailure(): Promise<string[]> {
  app.clock.advance(2 * minute)
  await app.settle()
  const subjects = (await app.outbox.to(operatorEmail)).map(({ subject }) => subject)
  return subjects.filter((subject) => subject.includes('cannot be shown'))
}

test('files that are added with their password are shown at once, and one that asks for none keeps none', async () => {
  const room = await makeRoom(app, { name: 'Project Alba' })
  await add(room.guid, right, locked('a.pdf'), note('plain.txt'), locked('b.pdf'))
  expect(owner.heading()).toBe('3 files added')
  const files = await kept(room.guid)
  expect(files.map(({ name, render_status: status }) => [name, status])).toEqual([
    ['a.pdf', 'Rendered'],
    ['plain.txt', 'Rendered'],
    ['b.pdf', 'Rendered'],
  ])
  expect(files.map(({ password_sealed: sealed }) => sealed === null)).toEqual([false, true, false])
  expect(JSON.stringify(files)).not.toContain('brass')
  expect(await tellsOfFailure()).toEqual([])
  expect(await eventKinds(app, files[0]!.item)).not.toContain('RenderFailed')
})

test('the same holds for a file that arrived, and failed, before its form', async () => {
  const room = await makeRoom(app, { name: 'Project Berg' })
  await owner.open(`/rooms/${room.guid}/add/${room.guid}`)
  await owner.send('addFiles', { file: locked('a.pdf'), documentPassword: 'x'.repeat(501) })
  await app.settle()
  expect(owner.status).toBe(400)
  expect(owner.text()).toContain('Use at most 500 characters.')
  expect(owner.page.isUnfolded('The file has a password')).toBe(true)
  expect(owner.page.valueOf(field)).toBe('')
  await owner.send('addFiles', { documentPassword: right })
  await app.settle()
  expect(await kept(room.guid)).toMatchObject([{ name: 'a.pdf', render_status: 'Rendered' }])
  expect(await tellsOfFailure()).toEqual([])
})

test('of two files with passwords of their own, the other one asks for its own on its page', async () => {
  const room = await makeRoom(app, { name: 'Project Cima' })
  await add(room.guid, right, locked('mine.pdf'), locked('other.pdf', 'three brass keys'))
  const [mine, other] = await kept(room.guid)
  expect([mine!.render_status, other!.render_status]).toEqual(['Rendered', 'Error'])
  await owner.open(`/rooms/${room.guid}/files/${other!.item}`)
  expect(owner.text()).toContain('the password entered for it was wrong')
  await owner.send('givePassword', { documentPassword: 'three brass keys' })
  await app.settle()
  expect((await kept(room.guid)).map(({ render_status: status }) => status)).toEqual(['Rendered', 'Rendered'])
})

test('a password that no document can have is refused on its field, and no file is added', async () => {
  const room = await makeRoom(app, { name: 'Project Dent' })
  await owner.open(`/rooms/${room.guid}/add/${room.guid}`)
  await owner.send('addFiles', { file: locked('a.pdf'), documentPassword: 'a\0b' })
  expect(owner.status).toBe(400)
  expect(owner.text()).toContain('This password contains a character that passwords can’t have.')
  expect(await itemsIn(app, room.guid)).toEqual([])
})

test('a new version brings its own', async () => {
  const room = await makeRoom(app, { name: 'Project Etna', tree: { 'plan.pdf': 'The plan' } })
  await owner.open(`/rooms/${room.guid}/files/${room.items['plan.pdf']}`)
  owner.fill(field, right)
  await owner.send('add', { file: locked('plan.pdf'), documentPassword: right })
  await app.settle()
  expect(await kept(room.guid)).toMatchObject([{ name: 'plan.pdf', render_status: 'Rendered' }])
  expect(await tellsOfFailure()).toEqual([])
})
