import { afterAll, describe, expect, test } from 'vitest'
import { BoxServer } from '#tests/services/box.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { sendFields, tokenOn } from '#tests/support/browser/unoffered.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { day } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { passkey } from '#tests/support/world/passkeys.ts'
import { enterRoomAs } from '#tests/support/world/rooms.ts'

const box = await new BoxServer().listen()
afterAll(() => box.close())
const carl = 'carl@example.net'
const world = await makeWorld({
  config: { clouds: { box: box.config } },
  people: [carl],
  room: { tree: { Deal: {} }, members: { [carl]: 4 } },
})
const { app, room } = world
let owner = world.operator
let contributor = await enterRoomAs(app, world.people[0], room.guid)
for (const browser of [owner, contributor]) await connectBox(browser)

async function connectBox(browser: Browser): Promise<void> {
  await browser.open('/add/connect/box')
  await browser.press('Continue to Box')
  await browser.open(await box.allow(browser.page.links('Continue to Box')[0]!))
  expect(browser.text()).toContain('Box is now connected')
}

/** Copies a file of Box into the room; leads to the page of the file there. */
async function copied(browser: Browser, name: string): Promise<string> {
  await browser.open(`/rooms/${room.guid}/add/${room.guid}`)
  await browser.press(/^Box/)
  await browser.choose(`Select ${name}`).press('Copy files')
  await app.settle()
  const { guid } = await app.strongroom.services.database.kysely
    .selectFrom('item')
    .select('guid')
    .where('name', '=', name)
    .executeTakeFirstOrThrow()
  const page = `/rooms/${room.guid}/files/${guid}`
  await browser.open(page)
  expect([browser.status, browser.text()]).toEqual([200, expect.stringContaining('Copied from Box')])
  return page
}

/** Lets a day pass with what is done in it; then both are there again. */
async function passDay(): Promise<void> {
  app.clock.advance(day)
  await app.strongroom.services.clouds.origins.sweepDaily()
  await app.settle()
  owner = await signIn(app, operatorEmail)
  contributor = await enterRoomAs(app, await signIn(app, carl), room.guid)
}

describe('someone who copied a file looks for a new version', () => {
  test('and is told that there is none, until there is one', async () => {
    const id = box.addFile('plan.txt', 'the plan')
    const page = await copied(owner, 'plan.txt')
    await owner.press('Check for a new version')
    expect(owner.text()).toContain('There is no new version.')
    expect(owner.text()).toContain('No new version.')
    box.change(id, 'another plan')
    await owner.press('Check for a new version')
    expect(owner.text()).toContain('Copying the new version.')
    await app.settle()
    await owner.reload()
    expect(owner.heading()).toBe('Copied from Box')
    await owner.open(page)
    expect(owner.text()).toContain('Version 2')
  })

  test('every day, as long as they want that', async () => {
    const id = box.addFile('daily.txt', 'first')
    const page = await copied(owner, 'daily.txt')
    await owner.choose('Check every day').press(/^Save/)
    expect(owner.text()).toContain('Checking for a new version every day.')
    expect(owner.page.isChosen('Check every day')).toBe(true)
    box.change(id, 'second')
    await passDay()
    await owner.open(page)
    expect(owner.text()).toContain('Version 2')
    expect(owner.page.isChosen('Check every day')).toBe(true)
    await owner.clear('Check every day').press(/^Save/)
    expect(owner.text()).toContain('No longer checking every day.')
    box.change(id, 'third')
    await passDay()
    await owner.open(page)
    expect(owner.text()).not.toContain('Version 3')
  })

  test('of a file that is gone there, and reads so; what was copied stays', async () => {
    const id = box.addFile('gone.txt', 'here')
    const page = await copied(owner, 'gone.txt')
    box.nodes.delete(id)
    await owner.press('Check for a new version')
    expect(owner.text()).toContain('This is no longer in your cloud storage, or you no longer have access')
    await owner.open(page)
    expect(owner.text()).toContain('Version 1')
  })

  test('when another account is connected, and gets nothing that that one cannot see', async () => {
    box.addFile('theirs.txt', 'theirs')
    const page = await copied(owner, 'theirs.txt')
    const nodes = new Map(box.nodes)
    box.person = { id: '2002', email: 'second@cloud.example' }
    await connectBox(owner)
    box.nodes.clear()
    await owner.open(page)
    await owner.press('Check for a new version')
    expect(owner.text()).toContain('you no longer have access to it there')
    box.person = { id: '1001', email: 'anna@cloud.example' }
    for (const [id, node] of nodes) box.nodes.set(id, node)
    await connectBox(owner)
  })

  test('after the connection ended, and is asked to connect again', async () => {
    box.addFile('ended.txt', 'ended')
    const page = await copied(owner, 'ended.txt')
    await owner.open('/setting?tabActive=clouds')
    await owner.send('disconnectCloud', { cloud: 'box' })
    await owner.open(page)
    await owner.press('Check for a new version')
    expect(owner.text()).toContain('Your cloud storage is no longer connected. Connect it again.')
    await connectBox(owner)
  })
})

describe('a contributor', () => {
  test('has their files checked every day without entering each day', async () => {
    const id = box.addFile('report.txt', 'first report')
    const page = await copied(contributor, 'report.txt')
    await contributor.choose('Check every day').press(/^Save/)
    box.change(id, 'second report')
    await passDay()
    await owner.open(page)
    expect(owner.text()).toContain('Version 2')
  })

  test('who may no longer add files gets no version any more', async () => {
    const id = box.addFile('late.txt', 'first')
    const page = await copied(contributor, 'late.txt')
    await contributor.choose('Check every day').press(/^Save/)
    await app.strongroom.services.database.kysely
      .updateTable('member')
      .set({ role: 1 })
      .where('email', '=', carl)
      .execute()
    box.change(id, 'second')
    await passDay()
    await owner.open(page)
    expect(owner.text()).not.toContain('Version 2')
    await contributor.open(page)
    expect(contributor.text()).not.toContain('Check for a new version')
  })
})

test('what someone else copied is not for others to check', async () => {
  box.addFile('mine.txt', 'mine')
  const page = await copied(owner, 'mine.txt')
  await app.strongroom.services.database.kysely
    .updateTable('member')
    .set({ role: 4 })
    .where('email', '=', carl)
    .execute()
  await contributor.open(page)
  expect(contributor.text()).not.toContain('Copied from Box')
  const before = box.requests.length
  await owner.open(page)
  await contributor.open('/home')
  const token = tokenOn(contributor)
  for (const intent of ['checkOrigin', 'setDaily']) {
    const submission = owner.page.submission(owner.page.form(intent))
    const entries = submission.entries.map((one) => (one.name === 'token' ? { ...one, value: token } : one))
    await contributor.submit({ ...submission, entries })
    expect(contributor.status).toBe(404)
  }
  expect(box.requests).toHaveLength(before)
})

test('a file that opens with a passkey says why no version comes by itself, and a forged form brings none', async () => {
  box.addFile('locked.pdf', pdf(['Locked']))
  await owner.open('/share')
  await owner.press(/^Box/)
  await owner.choose('Select locked.pdf').press('Copy files')
  await app.settle()
  await owner.reload()
  await owner.follow('Go on with the share')
  await owner.send('share', {
    recipients: 'rita@example.net',
    visibility: 'passkey',
    passkey,
    passkeyAgain: passkey,
  })
  const guid = owner.url.pathname.split('/')[2]!
  await app.settle()
  await owner.open(`/s/${guid}/versions`)
  expect(owner.text()).toContain('The file opens with a passkey, which isn’t stored on this server')
  expect(owner.text()).not.toContain('Check for a new version')
  const before = box.requests.length
  for (const intent of ['checkOrigin', 'setDaily']) {
    await owner.open(`/s/${guid}/versions`)
    await sendFields(owner, owner.path, { intent })
    expect(owner.text()).toContain('This file opens with a passkey')
  }
  expect(box.requests).toHaveLength(before)
})
