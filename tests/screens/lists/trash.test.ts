// @module-tag engines
import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { day } from '#tests/support/world/clock.ts'
import { makeShare, openShare, operatorEmail, signIn } from '#tests/support/world/make.ts'

const {
  app,
  operator,
  people: [other],
} = await makeWorld({ people: [{}] })
let sender = operator

async function makeBinned(name: string): Promise<string> {
  const guid = await makeShare(app, sender, { file: { name, bytes: Buffer.from(name) } })
  await sender.open(`/s/${guid}`)
  await sender.follow('Move to trash')
  expect(sender.text()).toContain('Access ends at once, as if you’d unshared it.')
  await sender.press('Delete')
  return guid
}

test('an empty trash says what it is for', async () => {
  await sender.open('/bin')
  expect(sender.text()).toContain('Trash is empty\nDeleted files stay here for 30 days')
  expect(sender.page.links('Sent files')).toContain('/s')
})

test('who reads a deleted file meets the closed page, and reads on once it is back', async () => {
  const guid = await makeShare(app, sender, { file: { name: 'Lease.txt', bytes: Buffer.from('lease') } })
  const rita = await openShare(app, guid)
  await sender.open(`/s/${guid}/delete`)
  await sender.press('Delete')
  expect([(await rita.reload()).status, rita.text()]).toEqual([
    410,
    expect.stringContaining('Olivia Ortega stopped sharing this file.'),
  ])
  expect((await rita.fetch(`/view/${guid}/page/1?width=1200`)).status).toBe(410)
  await sender.open('/home')
  expect(sender.text()).not.toContain('Lease.txt')
  await sender.open('/bin')
  expect(sender.text()).toContain('30 days left')
  await sender.choose('Select Lease.txt').press('Restore')
  expect(sender.text()).toContain('Back in sent files, as it was.')
  expect((await rita.open(`/view/${guid}`)).status).toBe(200)
  await sender.open(`/s/${guid}`)
  expect(sender.heading()).toBe('Lease.txt')
})

test('deleting permanently asks first, and then takes file and room', async () => {
  const guid = await makeBinned('Draft.txt')
  await sender.open('/bin')
  await sender.choose('Select Draft.txt').press('Delete permanently …')
  expect(sender.heading()).toBe('Delete this file permanently?')
  expect(sender.text()).toContain('This can’t be undone')
  await sender.press('Delete permanently')
  expect(sender.text()).toContain('Deleted permanently. Storage is freed shortly.')
  await app.settle()
  const { kysely } = app.strongroom.services.database
  expect(await kysely.selectFrom('share').select('guid').where('guid', '=', guid).execute()).toEqual([])
  expect(await kysely.selectFrom('file').select('guid').where('name', '=', 'Draft.txt').execute()).toEqual([])
  await sender.open('/bin')
  expect(sender.text()).not.toContain('Draft.txt')
})

test('no one puts back or erases what is in another’s trash', async () => {
  const guid = await makeBinned('Mine.txt')
  const own = await makeShare(app, other)
  await other.open(`/s/${own}/delete`)
  await other.press('Delete')
  for (const [act, intent] of [
    ['Restore', 'bulk'],
    ['Delete permanently …', 'bulk'],
    ['Delete permanently …', 'eraseChosen'],
  ] as const) {
    await other.open('/bin')
    expect(other.text()).not.toContain('Mine.txt')
    await other.press(act, (entries) => [
      ...entries.filter(({ name }) => name !== 'share' && name !== 'intent'),
      { name: 'intent', value: intent },
      { name: 'share', value: guid },
    ])
    expect(other.text()).toContain('Page not found, or you don’t have access.')
    expect(other.text()).not.toContain('Mine.txt')
  }
  for (const address of [`/s/${guid}/delete`, `/s/${'f'.repeat(32)}/delete`])
    expect((await other.open(address)).status).toBe(404)
  await app.settle()
  await sender.open('/bin')
  expect(sender.text()).toContain('Mine.txt')
})

test('after 30 days the daily look erases what is left in the trash', async () => {
  const guid = await makeBinned('Late.txt')
  app.clock.advance(30 * day)
  sender = await signIn(app, operatorEmail)
  await sender.open('/bin')
  expect(sender.text()).not.toContain('Late.txt')
  await app.strongroom.services.sweepStorage()
  await app.settle()
  const { kysely } = app.strongroom.services.database
  expect(await kysely.selectFrom('share').select('guid').where('guid', '=', guid).execute()).toEqual([])
})
