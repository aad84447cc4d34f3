import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { signIn } from '#tests/support/world/make.ts'

// A mail server that does not answer: the discard port of this machine.
const { app, operator } = await makeWorld({ config: { smtpUrl: 'smtp://127.0.0.1:9' } })
const { kysely } = app.strongroom.services.database

/** An email that waits since the mail server is down, and its job. */
async function waitingEmail(email: string): Promise<string> {
  const someone = app.browser()
  await someone.open('/access/reset')
  await someone.open('/access/register')
  await someone.send('register', {
    email,
    firstName: 'Wanda',
    lastName: 'Wait',
    password: 'seven quiet lamps over the harbour',
  })
  await app.settle()
  const jobs = await kysely.selectFrom('job').select(['guid', 'payload']).where('kind', '=', 'mail').execute()
  return jobs.find(({ payload }) => payload.includes(email))!.guid
}

test('emails that wait are listed with their addresses and why, and nothing that they say', async () => {
  await waitingEmail('wanda@example.net')
  await operator.open('/operator/emails')
  expect(operator.text()).toContain('wanda@example.net')
  expect(operator.text()).toMatch(/ECONNREFUSED|connect/)
  const html = Buffer.from(operator.bytes).toString('utf8')
  expect(html).not.toContain('/access/activated/')
  expect(html).not.toContain('Activate')
  await operator.open('/operator')
  expect(operator.text()).toMatch(/1 waiting|\d+ waiting/)
})

test('one is run again at once, or dropped: then its loss is listed', async () => {
  const job = await waitingEmail('drop@example.net')
  await operator.open('/operator/jobs')
  expect(operator.text()).toContain('drop@example.net')
  await operator.open(`/operator/jobs/${job}/retry`)
  await operator.press('Run now')
  expect([operator.path, operator.text().includes('Job runs now.')]).toEqual(['/operator/jobs', true])
  const again = await kysely
    .selectFrom('job')
    .select(['tries', 'run_at'])
    .where('guid', '=', job)
    .executeTakeFirstOrThrow()
  expect(again).toEqual({ tries: 0, run_at: app.clock.now() })
  await operator.open(`/operator/jobs/${job}/drop`)
  expect(operator.text()).toContain('This can’t be undone.')
  await operator.press('Drop')
  expect(operator.text()).toContain('Job dropped.')
  expect(await app.strongroom.services.operator.jobs.find(job)).toBeNull()
  await operator.open('/operator/emails')
  expect(operator.text()).toMatch(/Not delivered[^]*drop@example.net[^]*Dropped by an administrator/)
  await operator.open(`/operator/jobs/${job}/drop`)
  expect(operator.text()).toContain('no longer applies')
  const acts = await kysely.selectFrom('event').select('detail').where('kind', '=', 'Commanded').execute()
  expect(acts.map(({ detail }) => JSON.parse(detail).command)).toEqual(['job retry', 'job drop'])
})

test('a test email goes to the operator alone, and its failure is told at the form', async () => {
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator/emails/test')
  await olivia.press('Send test email')
  expect(olivia.status).toBe(400)
  expect(olivia.text()).toContain('The email couldn’t be sent')
})

test('emails that a restore has held are sent or dropped, after a question', async () => {
  await kysely.updateTable('job').set({ kind: 'held mail' }).where('kind', '=', 'mail').execute()
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator/emails')
  await olivia.follow('Send them')
  await olivia.press('Send')
  expect(olivia.text()).toMatch(/Emails sent: \d+\./)
  await kysely.updateTable('job').set({ kind: 'held mail' }).where('kind', '=', 'mail').execute()
  await olivia.open('/operator/emails')
  await olivia.follow('Drop them')
  await olivia.press('Drop')
  expect(olivia.text()).toMatch(/Emails dropped: \d+\./)
  await olivia.open('/operator/emails/drop-waiting')
  expect(olivia.text()).toContain('no longer applies')
  await olivia.open('/operator/emails/explode')
  expect(olivia.status).toBe(404)
})
