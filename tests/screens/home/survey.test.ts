import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { startApp } from '#tests/support/world/app.ts'
import { makeOperator, makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld({ config: { survey: true } })
const { kysely } = app.strongroom.services.database
const question = 'How satisfied are you with'
const day = 86_400_000

/** Someone with this plan. */
async function person(email: string, tierCode: number): Promise<void> {
  await makeUser(app, { email, browser: somebody() })
  await kysely.updateTable('user').set({ tier_code: tierCode }).where('email', '=', email).execute()
  await kysely.deleteFrom('survey').execute()
}

/** At home, after signing in so many times. */
async function entered(email: string, times: number): Promise<Browser> {
  let browser = await signIn(app, email, somebody())
  for (let at = 1; at < times; at++) browser = await signIn(app, email, somebody())
  return browser.open('/home')
}

async function answers(): Promise<string[]> {
  return (await app.outbox.to(operatorEmail))
    .filter(({ subject }) => subject.includes('survey'))
    .map(({ text }) => text)
}

test('who pays is asked once after five sign-ins, and the answer is emailed to the operators', async () => {
  await person('pia@paid.example', 2)
  expect((await entered('pia@paid.example', 4)).text()).not.toContain(question)
  const browser = await entered('pia@paid.example', 1)
  expect(browser.text()).toContain(question)
  await browser.send('answerSurvey', { message: 'Faster uploads' })
  expect([browser.status, browser.text()]).toEqual([400, expect.stringContaining('Choose an answer.')])
  expect(browser.text()).toContain('Faster uploads')
  await browser.send('answerSurvey', { satisfaction: '4', message: 'see www.spam.example' })
  expect(browser.status).toBe(400)
  await browser.send('answerSurvey', { satisfaction: '4', message: 'Faster uploads' })
  expect(browser.text()).toContain('Thank you for your answer.')
  expect(browser.text()).not.toContain(question)
  await app.settle()
  const [answer, ...more] = await answers()
  expect(more).toEqual([])
  expect(answer).toContain('Faster uploads')
  expect(answer).toContain('From pia@paid.example, with the plan Pro.')
  expect((await entered('pia@paid.example', 6)).text()).not.toContain(question)
  app.clock.advance(90 * day)
  expect((await entered('pia@paid.example', 1)).text()).toContain(question)
})

test('who says no is left alone, and two answers at once count once', async () => {
  await person('nora@paid.example', 4)
  const browser = await entered('nora@paid.example', 5)
  await browser.press('No, thanks')
  expect(browser.text()).not.toContain(question)
  const before = (await answers()).length
  const { surveys } = app.strongroom.services.accounts
  const user = await kysely
    .selectFrom('user')
    .selectAll()
    .where('email', '=', 'nora@paid.example')
    .executeTakeFirstOrThrow()
  const actor = { guid: user.guid, email: user.email, tierCode: 4 } as never
  await surveys.answer(actor, { satisfaction: '1', message: '' })
  await kysely.updateTable('survey').set({ sessions: 5, answered_at: null }).execute()
  await Promise.all([1, 2].map(() => surveys.answer(actor, { satisfaction: '1', message: '' })))
  await app.settle()
  expect((await answers()).length).toBe(before + 1)
})

test.each([
  ['Free', 0],
  ['a trial', 3],
])('no one with %s is asked', async (_what, tierCode) => {
  const email = `tier${tierCode}@paid.example`
  await person(email, tierCode)
  const browser = await entered(email, 6)
  expect(browser.text()).not.toContain(question)
})

test('no one is asked where the operator did not switch it on', async () => {
  const quiet = await startApp()
  await makeOperator(quiet)
  for (let at = 0; at < 6; at++) await signIn(quiet, operatorEmail, somebody())
  const browser = await signIn(quiet, operatorEmail, somebody())
  expect((await browser.open('/home')).text()).not.toContain(question)
})
