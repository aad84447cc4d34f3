import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'

const [ada, milo, otto] = ['ada@example.org', 'milo@example.org', 'otto@example.org']
const page = '/team/admin?tabActive=audit'

const {
  app,
  operator: owner,
  people: [admin, member, outsider],
} = await makeWorld({ people: [ada, milo, otto] })
await makeTeam(app, [operatorEmail, ada, milo], { [ada]: 1, [milo]: 2 })
for (const email of [milo, otto]) await signIn(app, email)

function lines(browser: Browser): string[][] {
  return browser.page.root
    .querySelectorAll('tbody tr')
    .map((row) => row.querySelectorAll('td').map((cell) => cell.text.trim()))
}

test('owner and admins read what happened to the accounts in the team since they were in it, and of no others', async () => {
  for (const browser of [owner, admin]) {
    await browser.open(page)
    expect(browser.status).toBe(200)
    expect(lines(browser).map(([, who, what]) => [who, what])).toEqual([[milo, 'signed in with a password']])
    expect(browser.text()).not.toContain(otto)
  }
})

test('terms that an admin writes are about the team', async () => {
  await admin.open('/team/admin?tabActive=terms')
  await admin.send('saveTerms', { text: 'You keep this to yourself.' })
  await owner.open(`${page}&about=team`)
  expect(lines(owner).map(([, who, what, about]) => [who, what, about])).toEqual([
    [ada, 'changed the team’s terms of access (version 1)', expect.any(String)],
  ])
})

test('a filter by person and day stays on the tab, and the export leaves out what it does', async () => {
  await owner.open(page)
  await owner.fill('Person', milo).press('Filter')
  expect(owner.url.searchParams.get('tabActive')).toBe('audit')
  expect(lines(owner).map(([, who]) => who)).toEqual([milo])
  await owner.follow(/CSV/)
  const csv = Buffer.from(owner.bytes).toString()
  expect(csv.trim().split('\n')).toHaveLength(2)
  expect(csv).toContain(milo)
  await owner.open(page)
  expect(owner.text()).toContain('exported the audit trail of the team')
})

test('members, others and strangers get the answer of an unknown address', async () => {
  for (const browser of [member, outsider])
    for (const path of [page, '/team/admin/audit']) expect((await browser.open(path)).status).toBe(404)
  const stranger = app.browser()
  for (const path of [page, '/team/admin/audit']) {
    await stranger.open(path)
    expect(stranger.text()).not.toContain(milo)
  }
  app.clock.advance(minute)
})
