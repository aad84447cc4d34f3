import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { hour, minute } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, proveAddress, signIn } from '#tests/support/world/make.ts'

const { app } = await makeWorld()

test('home tells what recipients did since the session before, until it is seen', async () => {
  const email = 'nora@example.org'
  const sender = await makeUser(app, { email })
  const guid = await makeShare(app, sender)
  await sender.open('/home')
  expect(sender.text()).not.toContain('Since ')
  const reader = await proveAddress(app, guid)
  app.clock.advance(hour)
  await reader.reload()
  await reader.press('Open')
  const again = await signIn(app, email)
  expect(again.text()).toContain('rita@example.net opened contract.pdf')
  // As a browser shows it that puts all of a line into one.
  expect(again.page.root.textContent).toMatch(/opened contract\.pdf\s/)
  await again.follow('contract.pdf')
  expect(again.url.pathname).toBe(`/s/${guid}`)
  await again.open('/home')
  await again.press('Mark as seen')
  expect(again.text()).not.toContain('rita@example.net opened')
})

test('news are of own files only', async () => {
  const [one, other] = [
    await makeUser(app, { email: 'one@example.org' }),
    await makeUser(app, { email: 'other@example.org' }),
  ]
  const guid = await makeShare(app, one)
  const reader = await proveAddress(app, guid)
  app.clock.advance(minute)
  await reader.press('Open')
  await one.open('/home')
  expect(one.text()).toContain('opened contract.pdf')
  await other.open('/home')
  expect(other.text()).not.toContain('contract.pdf')
})
