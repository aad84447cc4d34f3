import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { hour } from '#tests/support/world/clock.ts'
import { operatorEmail, signIn } from '#tests/support/world/make.ts'

const email = 'ulrich@example.org'
const {
  app,
  people: [user],
} = await makeWorld({ people: [email] })
const pages = ['/operator/audit', '/operator/audit/export']

test('an operator reads what happened with every account, and what was run at the command line', async () => {
  const { events } = app.strongroom.services
  const detail = { command: 'user list', given: 'user list', by: 'root' }
  await events.record(null, { subject: 'installation', kind: 'Commanded', client: null, detail })
  await signIn(app, email)
  const operator = await signIn(app, operatorEmail)
  await operator.open(pages[0]!)
  expect(operator.status).toBe(200)
  const text = operator.text()
  expect(text).toContain('ran “strongroom user list” as root')
  expect(text).toContain(email)
  await operator.follow('Operation')
  expect(operator.text()).not.toContain('signed in')
  await operator.open(`${pages[0]}?person=${email}`)
  expect(operator.text()).not.toContain('strongroom user list')
  expect(operator.page.root.querySelectorAll('tbody tr').length).toBeGreaterThan(0)
  const csv = await operator.open(`${pages[1]}?format=csv&about=operation`)
  expect(Buffer.from(csv.bytes).toString()).toContain('given: user list')
})

test('no one else does, and an operator only with a fresh sign-in', async () => {
  for (const path of pages) {
    expect((await user.open(path)).path).toBe('/home')
    const stranger = await app.browser().open(path)
    expect(stranger.text()).not.toContain(email)
  }
  const operator = await signIn(app, operatorEmail)
  for (let at = 0; at < 4; at++) {
    app.clock.advance(hour / 3)
    await operator.open('/home')
  }
  for (const path of pages) {
    await operator.open(path)
    expect(operator.url.pathname).toBe('/operator/confirm')
  }
})
