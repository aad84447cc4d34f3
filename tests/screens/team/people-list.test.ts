import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'

const [ada, milo, otto] = ['ada@example.org', 'milo@example.org', 'otto@example.org']

const {
  app,
  operator: owner,
  people: [admin, member, outsider],
} = await makeWorld({
  people: [
    { email: ada, firstName: 'Ada', lastName: 'Adler' },
    { email: milo, firstName: 'Milo', lastName: 'Mann' },
    { email: otto, firstName: 'Otto', lastName: 'Oz' },
  ],
})
await makeTeam(app, [operatorEmail, ada, milo], { [ada]: 1, [milo]: 2 })

test('owner and admins find the team in the menu, and see its people with role, status and how they sign in', async () => {
  for (const browser of [owner, admin]) {
    await browser.open('/home')
    await browser.follow('Team')
    expect([browser.status, browser.path]).toEqual([200, '/team/admin'])
    const text = browser.text()
    for (const words of [
      'Olivia Ortega',
      'Ada Adler',
      'Milo Mann',
      'Owner',
      'Admin',
      'Member',
      'Active',
      'Password',
    ])
      expect(text).toContain(words)
    expect(text).toContain('3 members')
    expect(text).not.toContain('Otto')
  }
})

test('the list is searched and filtered, and says when no one matches', async () => {
  await admin.open('/team/admin')
  await admin.fill('Search by name or email', 'mil').press('Filter')
  expect(admin.text()).toContain('1 of 3')
  expect(admin.text()).not.toContain('Olivia Ortega')
  await admin.open('/team/admin?role=1')
  expect(admin.text()).toContain('1 of 3')
  expect(admin.text()).not.toContain('Milo Mann')
  await admin.open('/team/admin?factor=on')
  expect(admin.text()).toContain('No members match.')
  await admin.follow('Clear filters')
  expect(admin.text()).toContain('3 in this list')
})

test('members, people of no team and strangers find nothing there', async () => {
  for (const browser of [member, outsider]) {
    await browser.open('/home')
    expect(browser.page.links('Team')).toEqual([])
    const missing = await browser.fetch('/team/admin/none')
    const answer = await browser.fetch('/team/admin')
    expect(answer.status).toBe(404)
    expect(missing.status).not.toBe(200)
    expect((await browser.fetch('/team/admin', { method: 'HEAD' })).status).toBe(404)
  }
  const stranger = await app.browser().open('/team/admin')
  expect(stranger.path).toBe('/access/login?to=%2Fteam%2Fadmin')
})
