import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { giveCloud } from '#tests/support/clouds/app-cloud.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const mia = 'mia@example.net'
const {
  app,
  operator: owner,
  people: [contributor, stranger],
  room,
} = await makeWorld({
  people: [mia, 'otto@example.net'],
  room: { tree: { Deal: {} }, members: { [mia]: 4, 'otto@example.net': 1 } },
})
await contributor.open(`/dr/${room.guid}`)
await contributor.press('Enter')
await stranger.open(`/dr/${room.guid}`)
await stranger.press('Enter')
const cloud = await giveCloud(app, [operatorEmail, mia])
const contracts = cloud.addFolder('Contracts')
cloud.addFile('lease.txt', 'the lease', { parent: cloud.addFolder('2024', { parent: contracts }) })
cloud.addFile('plan.txt', 'the plan')
cloud.addFile('huge.txt', 'huge', { bytes: 6 * 1024 ** 4 })
for (let at = 1; at <= 120; at++) cloud.addFile(`note ${at}.txt`, `note ${at}`)

async function adding(browser: Browser): Promise<Browser> {
  await browser.open(`/rooms/${room.guid}/add/${room.guid}`)
  return browser.press(/^Google Drive/)
}

test('a contributor goes through folders and pages, and what they tick on the way is copied', async () => {
  await adding(contributor)
  expect(contributor.page.heading()).toBe('Choose from Google Drive')
  expect(contributor.text()).toContain('Larger than your plan allows')
  await contributor.choose('Select plan.txt').press('Next page')
  await contributor.choose('Select note 120.txt').press('First page')
  expect(contributor.page.isChosen('Select plan.txt')).toBe(true)
  await contributor.press(/^Contracts/)
  await contributor.choose('Select 2024').press(/^My files/)
  expect(contributor.text()).toContain('3 items chosen before')
  await contributor.press('Copy files')
  expect(contributor.page.heading()).toBe('Copying from Google Drive')
  await app.settle()
  await contributor.reload()
  expect(contributor.page.heading()).toBe('Copied from Google Drive')
  expect(contributor.text()).toContain('4 copied')
  await contributor.open(`/dr/${room.guid}`)
  for (const name of ['plan.txt', 'note 120.txt', '2024']) expect(contributor.text()).toContain(name)
})

test('a search finds files in every folder, and nothing ticked is lost by it', async () => {
  await adding(owner)
  await owner.choose('Select plan.txt').fill('Search names', 'lease').press('Search')
  await owner.choose('Select lease.txt').press('Search')
  expect(owner.text()).toContain('2 items chosen before: plan.txt, lease.txt')
  await owner.press('Clear choice')
  expect(owner.text()).not.toContain('chosen before')
  await owner.press('Copy files')
  expect(owner.text()).toContain('Choose at least one file.')
})

test('the share form waits for files, and comes back with everything that was typed', async () => {
  await owner.open('/share')
  owner.fill('Message', 'Have a look').fill('People', 'rita@example.net')
  await owner.choose(/^Anyone with the link/).press(/^Google Drive/)
  await owner.choose('Select plan.txt').press('Copy files')
  await app.settle()
  await owner.reload()
  await owner.follow('Go on with the share')
  expect(owner.page.valueOf('Message')).toBe('Have a look')
  expect(owner.page.valueOf('People')).toBe('rita@example.net')
  expect(owner.page.isChosen(/^Anyone with the link/)).toBe(true)
  expect(owner.page.isChosen('plan.txt')).toBe(true)
  await owner.press('Share file')
  expect(owner.page.heading()).toContain('plan.txt')
  expect(owner.text()).toContain('plan.txt')
})

test('choosing is for its person alone, and for those who can add', async () => {
  await adding(contributor)
  const picker = contributor.path
  await contributor.choose('Select plan.txt').press('Copy files')
  const progress = contributor.path
  for (const [browser, address] of [
    [stranger, picker],
    [stranger, progress],
    [owner, picker],
    [owner, progress],
  ] as const) {
    await browser.open(address)
    expect(browser.status).toBe(404)
  }
  const nobody = app.browser()
  await nobody.open(progress)
  expect(nobody.path).toMatch(/^\/access\/login/)
  await stranger.open(`/rooms/${room.guid}/add/${room.guid}`)
  expect(stranger.status).toBe(403)
  await contributor.open(progress)
  await contributor.press('Cancel copying')
  expect(contributor.text()).toContain('Copying cancelled.')
})

test('what is copied is beside what is uploaded: how far it is, and a moment later what became of it', async () => {
  cloud.addFile('wrong.txt', 'wrong', { hash: { kind: 'md5', value: '00'.repeat(16) } })
  await adding(owner)
  await owner.choose('Select plan.txt').press('Search')
  await owner.fill('Search names', 'wrong').press('Search')
  await owner.choose('Select wrong.txt').press('Copy files')
  await owner.open(`/rooms/${room.guid}/add/${room.guid}`)
  expect(owner.text()).toContain('Copying from Google Drive 0 of 2')
  expect(owner.page.root.querySelector('progress')?.getAttribute('max')).toBe('2')
  await app.settle()
  // A job that found nothing left to begin looks again.
  app.clock.advance(5000)
  await app.settle()
  await owner.reload()
  expect(owner.text()).toContain('Copied from Google Drive 1 item, 1 not copied')
  await contributor.open(`/rooms/${room.guid}/add/${room.guid}`)
  expect(contributor.text()).not.toContain('1 item, 1 not copied')
  app.clock.advance(11 * 60_000)
  await owner.reload()
  expect(owner.text()).not.toContain('1 item, 1 not copied')
})
