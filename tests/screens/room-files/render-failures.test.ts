import { expect, test } from 'vitest'
import { emptyPdf, note } from '#tests/support/files/documents.ts'
import { minute } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { enterRoom, makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { add } from './arriving.ts'

const { app } = await makeWorld()

const damaged = (name: string) => ({ name, type: 'application/pdf', bytes: emptyPdf() })
const subjects = async (email: string) => {
  await app.settle()
  app.clock.advance(2 * minute)
  const emails = await app.outbox.to(email)
  return emails.map(({ subject }) => subject).filter((subject) => subject.includes('can’t be displayed'))
}

async function jobs(): Promise<number> {
  const { kysely } = app.strongroom.services.database
  return (await kysely.selectFrom('job').select('guid').where('kind', '=', 'room-unshown').execute()).length
}

test('who added files that cannot be shown is told in one email, and no one else is', async () => {
  const carl = 'carl@example.net'
  const room = await makeRoom(app, { name: 'Project Alba', members: { [carl]: 4 } })
  const contributor = await enterRoom(app, room.guid, carl, somebody())
  await add(contributor, room, room.guid, [note('good.txt'), damaged('one.pdf'), damaged('two.pdf')])
  expect(await subjects(carl)).toEqual(['2 files you added to a data room can’t be displayed'])
  expect(await subjects(operatorEmail)).toEqual([])
  const mail = (await app.outbox.to(carl)).at(-1)!
  expect(mail.text).toContain('Reasons: it’s damaged or has no pages.')
  expect(mail.text).not.toMatch(/one\.pdf|two\.pdf/)
  expect(await subjects(carl)).toHaveLength(1)
})

test('a version that cannot be shown is told to who added it, with the way to its page', async () => {
  const room = await makeRoom(app, { name: 'Project Berg', tree: { 'plan.pdf': 'The plan' } })
  const owner = await signIn(app, operatorEmail, somebody())
  const page = `/rooms/${room.guid}/files/${room.items['plan.pdf']}`
  await owner.open(page)
  await owner.send('add', { file: damaged('plan.pdf') })
  expect(await subjects(operatorEmail)).toEqual(['A file you added to a data room can’t be displayed'])
  const mail = (await app.outbox.to(operatorEmail)).at(-1)!
  await owner.open(mail.links[0]!)
  expect([owner.path, owner.text().includes('This file can’t be displayed')]).toEqual([page, true])
})

test('who is out of the room by then is not told', async () => {
  const rob = 'rob@example.net'
  const room = await makeRoom(app, { name: 'Project Cima', members: { [rob]: 4 } })
  const contributor = await enterRoom(app, room.guid, rob, somebody())
  await add(contributor, room, room.guid, [damaged('one.pdf')])
  await app.settle()
  expect(await jobs()).toBe(1)
  const owner = await signIn(app, operatorEmail, somebody())
  await owner.open(`/rooms/${room.guid}/people/${room.members[rob]}?panel=remove`)
  await owner.send('remove')
  expect(await subjects(rob)).toEqual([])
})
