import { expect, test } from 'vitest'
import { everyRoute, routes } from '#app/routes.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { minute } from '#tests/support/world/clock.ts'
import { password, signIn } from '#tests/support/world/make.ts'

const {
  app,
  operator,
  people: [ulrich],
} = await makeWorld({ people: ['ulrich@example.org'] })

/** Every page for operators; what it names in its path is of no one. */
const pages = everyRoute
  .filter(({ path }) => /^\/operator(?:\/|$)/.test(path))
  .map(({ path }) => path.replaceAll(/:\w+/g, '0'.repeat(32)))

test('for a stranger every page of the operator is like an address that leads nowhere', async () => {
  expect(pages).toContain('/operator')
  const stranger = app.browser()
  for (const address of ['/nothing-here', ...pages]) {
    const answer = await stranger.fetch(address)
    expect([address, answer.status, answer.headers.get('location')]).toEqual([address, 302, '/access/login'])
    const form = await stranger.fetch(address, forged)
    const unknown = await stranger.fetch('/nothing-here', forged)
    expect([address, form.status]).toEqual([address, unknown.status])
  }
})

test('for an ordinary account it is so, too: it goes home, and is told of no such page', async () => {
  for (const address of ['/nothing-here', '/operator/nothing-here', ...pages]) {
    await ulrich.open(address)
    expect([address, ulrich.path]).toEqual([address, '/home'])
    expect(ulrich.text()).toContain('That page doesn’t exist')
    const form = await ulrich.fetch(address, forged)
    const unknown = await ulrich.fetch('/nothing-here', forged)
    expect([address, form.status]).toEqual([address, unknown.status])
  }
  expect(ulrich.page.links('Server')).toEqual([])
})

test('an operator has the way there in the menu', async () => {
  await operator.open('/home')
  await operator.follow('Server')
  expect(operator.status).toBe(200)
  expect(operator.heading()).toBe('Overview')
})

test('who is no longer an operator finds nothing there at the next request', async () => {
  const email = 'ulrich@example.org'
  const { kysely } = app.strongroom.services.database
  const setOperator = (is_operator: 0 | 1) =>
    kysely.updateTable('user').set({ is_operator }).where('email', '=', email).execute()
  await setOperator(1)
  await ulrich.open('/operator')
  expect(ulrich.heading()).toBe('Overview')
  await setOperator(0)
  await ulrich.open('/operator')
  expect(ulrich.path).toBe('/home')
})

test('15 minutes after signing in an operator confirms who they are, and comes back', async () => {
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator')
  expect(olivia.heading()).toBe('Overview')
  app.clock.advance(15 * minute)
  await olivia.open('/operator?from=mail')
  expect(olivia.heading()).toBe('Confirm it’s you')
  await olivia.send('confirmPassword', { password: 'not this one' })
  expect(olivia.status).toBe(400)
  expect(olivia.text()).toContain('Wrong password')
  await olivia.open('/operator')
  expect(olivia.heading()).toBe('Confirm it’s you')
  await olivia.open('/operator?from=mail')
  await olivia.send('confirmPassword', { password })
  expect(olivia.path).toBe('/operator?from=mail')
  expect(olivia.heading()).toBe('Overview')
  app.clock.advance(14 * minute)
  await olivia.open('/operator')
  expect(olivia.heading()).toBe('Overview')
})

test('it leads to no other site', async () => {
  const olivia = await signIn(app, 'olivia@example.org')
  app.clock.advance(15 * minute)
  await olivia.open(`${routes.operator.confirm.path}?to=//evil.example/`)
  await olivia.send('confirmPassword', { password })
  expect(olivia.path).toBe('/home')
})

const forged = {
  method: 'POST',
  body: 'intent=confirmPassword&password=x',
  headers: { 'content-type': 'application/x-www-form-urlencoded' },
}
