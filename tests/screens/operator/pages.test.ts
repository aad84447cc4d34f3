import { expect, test } from 'vitest'
import { everyRoute } from '#app/routes.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeShare, makeUser, signIn } from '#tests/support/world/make.ts'

const metricsToken = 'metrics-secret-0123456789'
const { app, operator } = await makeWorld({ config: { metricsToken } })
const { kysely } = app.strongroom.services.database

test('the overview names each part and its state', async () => {
  await operator.open('/operator')
  for (const part of ['Database', 'Files', 'Disk space', 'Email', 'Office documents', 'Key', 'Backup'])
    expect(operator.text()).toContain(part)
  expect(operator.text()).toContain('No backup yet')
})

test('a check is asked for, runs as a job, and says what it found; a damaged file is found', async () => {
  await operator.open('/operator/backups')
  await operator.follow('Full check')
  expect(operator.text()).toContain('every byte of every file')
  await operator.press('Start check')
  expect(operator.text()).toContain('Check started.')
  expect(operator.text()).toContain('Not finished')
  await operator.open('/operator/backups/quick')
  await operator.press('Start check')
  expect(operator.status).toBe(400)
  expect(operator.text()).toContain('A check is running.')
  await app.settle()
  await operator.open('/operator/backups')
  expect(operator.text()).toContain('Everything is intact.')
  expect(operator.text()).toContain('olivia@example.org')
  await kysely
    .insertInto('object')
    .values({ guid: 'a'.repeat(32), size: 5, crc32: 0, sha256: null, wrapped_key: 'x.y', created_at: 1 })
    .execute()
  await operator.open('/operator/backups/quick')
  await operator.press('Start check')
  await app.settle()
  await operator.open('/operator/backups')
  expect(operator.text()).toContain('Damaged: ')
  await kysely.deleteFrom('object').where('guid', '=', 'a'.repeat(32)).execute()
  await operator.open('/operator/backups/slow')
  expect(operator.status).toBe(404)
})

test('settings are shown with where they come from, and no secret is', async () => {
  await operator.open('/operator/settings')
  const html = Buffer.from(operator.bytes).toString('utf8')
  expect(operator.text()).toContain('PUBLIC_URL')
  expect(operator.text()).toMatch(/METRICS_TOKEN\s+Set/)
  expect(html).not.toContain(metricsToken)
})

test('what kept people out is listed, without what they wanted to open', async () => {
  const guid = await makeShare(app, operator)
  const stranger = await makeUser(app, {
    email: 'stranger@example.net',
    firstName: 'Sam',
    lastName: 'Stranger',
  })
  await stranger.open(`/file/${guid}`)
  await stranger.open(`/view/${guid}`)
  await operator.open('/operator/refusals')
  expect(operator.text()).toContain('stranger@example.net')
  expect(operator.text()).not.toContain('contract.pdf')
  const html = Buffer.from(operator.bytes).toString('utf8')
  expect(html).not.toContain(guid)
})

test('accounts are listed by what they store; teams with their domains', async () => {
  await operator.open('/operator/storage')
  expect(operator.text()).toContain('olivia@example.org')
  expect(operator.text()).toMatch(/free of/)
  const { teams } = app.strongroom.services
  const made = await teams.all.create('Acme')
  await teams.domains.add(made, 'acme.example')
  await operator.open('/operator/teams')
  expect(operator.text()).toMatch(/Acme[^]*acme\.example/)
})

test('a request for a plan is approved or declined after a question, with a note', async () => {
  const rita = await makeUser(app, { email: 'rita@example.net', firstName: 'Rita', lastName: 'Reyes' })
  const { plans } = app.strongroom.services
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', 'rita@example.net')
    .executeTakeFirstOrThrow()
  await plans.changes.set('rita@example.net', { tierCode: 0, by: 'operator' })
  await rita.open('/salesportal')
  await rita.send('request', { kind: 'upgrade', plan: 'pro' })
  const olivia = await signIn(app, 'olivia@example.org')
  await olivia.open('/operator/requests')
  expect(olivia.text()).toContain('the plan Pro')
  await olivia.follow('Approve')
  expect(olivia.text()).toContain('from Free to Pro')
  await olivia.send('approveRequest', { note: 'Welcome' })
  expect([olivia.path, olivia.text().includes('Request approved.')]).toEqual(['/operator/requests', true])
  await olivia.open(`/operator/accounts/${guid}`)
  expect(olivia.text()).toMatch(/Plan\s+Pro/)
  await rita.open('/salesportal')
  await rita.send('request', { kind: 'seats', plan: 'team', seats: '4' })
  await olivia.open('/operator/requests')
  await olivia.follow('Decline')
  await olivia.press('Decline')
  expect(olivia.text()).toContain('Request declined.')
  await olivia.open('/operator/requests?show=all')
  expect(olivia.text()).toMatch(/the plan Pro Approved/)
  expect(olivia.text()).toMatch(/4 seats of Team Declined/)
})

test('no page of the operator changes anything when it is only opened', async () => {
  const count = async () =>
    (await kysely.selectFrom('event').select('sequence').where('kind', '=', 'Commanded').execute()).length
  const before = await count()
  for (const { path, id, layout } of everyRoute)
    if (id.startsWith('operator.') && layout === 'shell')
      await operator.open(path.replaceAll(/:\w+/g, 'drop'))
  expect(await count()).toBe(before)
})
