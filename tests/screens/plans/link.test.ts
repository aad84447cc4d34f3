import { expect, test } from 'vitest'
import { tierCodes } from '#server/rules/product/plans.ts'
import { signatureOf } from '#server/plans/payment-processor.ts'
import { codeOf, Program } from '#tests/api/program.ts'
import { makeUser } from '#tests/support/world/make.ts'
import { stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const secret = 'a secret of more than thirty-two characters'
const payAt = new URL('https://pay.example.com/')
const { app } = await makeWorld({ config: { payments: { secret, payAt } } })
const { services } = app.strongroom

async function someone(email: string) {
  const browser = await makeUser(app, { email })
  await services.plans.changes.set(email, { tierCode: tierCodes.free, by: 'operator' })
  return browser
}

test('a link gives its plan by a button, after signing in, and opening it changes nothing', async () => {
  const { url } = await services.plans.links.create({ tierCode: tierCodes.team, seats: 8, validDays: 1 })
  const { pathname } = new URL(url)
  const nobody = await stranger(app).open(pathname)
  expect(nobody.text()).toContain('This link gives one account the plan Team (8 seats). It works once.')
  expect(nobody.page.links('Sign in to use it')[0]).toContain(encodeURIComponent(pathname))
  const kim = await someone('kim@example.org')
  await kim.open(pathname)
  expect((await kim.open('/salesportal')).text()).toMatch(/Free\s+Your plan/)
  await kim.open(pathname)
  await kim.press('Use this plan')
  expect(kim.text()).toMatch(/Your plan has changed\.[^]*Your plan is Team/)
  const lou = await someone('lou@example.org')
  await lou.open(pathname)
  expect(lou.status).toBe(410)
})

test('a payment is announced by a signed call, and anything else is no call at all', async () => {
  const mia = await someone('mia@example.org')
  await mia.open('/salesportal')
  await mia.press('Send request')
  await mia.open('/salesportal')
  const pay = new URL(mia.page.links('Pay now')[0]!)
  expect([pay.origin, pay.searchParams.get('email')]).toEqual([payAt.origin, 'mia@example.org'])
  const fields = {
    Event: 'evt-1',
    Time: new Date(app.clock.now()).toISOString(),
    Email: 'mia@example.org',
    Plan: pay.searchParams.get('plan')!,
    PlanRequest: pay.searchParams.get('request')!,
  }
  const program = new Program(app)
  const wrong = await program.post('/v1/plans/payment', { ...fields, Signature: 'f'.repeat(64) })
  expect(codeOf(wrong)).toEqual([200, 20404])
  const right = { ...fields, Signature: signatureOf(secret, fields) }
  const answers = [
    await program.post('/v1/plans/payment', right),
    await program.post('/v1/plans/payment', right),
  ]
  expect(answers.map(codeOf)).toEqual([
    [200, 20000],
    [200, 20000],
  ])
  await mia.open('/salesportal')
  expect(mia.text()).toMatch(/Lite\s+Your plan[^]*Approved/)
})
