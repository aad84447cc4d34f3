import { expect, test } from 'vitest'
import { makeShare, makeUser, operatorEmail, signIn, trySignIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
let count = 0

/** A team of three; the operator is none of them. */
async function makeThree() {
  const at = `t${++count}.example`
  const emails = [`owner@${at}`, `ann@${at}`, `bea@${at}`]
  for (const email of emails) await makeUser(app, { email, browser: somebody() })
  const guid = await makeTeam(app, emails)
  await kysely
    .updateTable('team')
    .set({ name: `Birch ${count}` })
    .where('guid', '=', guid)
    .execute()
  return { at, guid, emails, name: `Birch ${count}` }
}

async function commands(): Promise<string[]> {
  const rows = await kysely
    .selectFrom('event')
    .select('detail')
    .where('kind', '=', 'Commanded')
    .orderBy('sequence')
    .execute()
  return rows.map(({ detail }) => (JSON.parse(detail) as { given: string }).given)
}

test('an operator stops a team and lets it go on, never opening a terminal', async () => {
  const { name, emails } = await makeThree()
  const ann = await signIn(app, emails[1]!, somebody())
  const share = await makeShare(app, ann, { visibility: 'public' })
  const olivia = await signIn(app, operatorEmail, somebody())
  await olivia.open('/home')
  await olivia.follow('Server')
  await olivia.follow('Teams')
  await olivia.follow(name)
  expect(olivia.text()).toContain(emails[1])
  await olivia.follow('Disable accounts')
  expect(olivia.text()).toContain('3 accounts are signed out')
  expect((await ann.open('/home')).status).toBe(200)
  await olivia.press('Disable accounts')
  expect(olivia.text()).toContain('Accounts disabled.')
  expect((await ann.open('/home')).status).toBe(401)
  expect((await trySignIn(app, emails[1]!)).text()).toContain('suspended')
  expect((await stranger(app).open(`/file/${share}`)).status).not.toBe(200)
  await olivia.follow('Enable accounts')
  await olivia.press('Enable accounts')
  expect((await signIn(app, emails[1]!, somebody())).path).toBe('/home')
  expect((await stranger(app).open(`/file/${share}`)).status).toBe(200)
  expect(await commands()).toEqual(expect.arrayContaining([`team suspend ${name}`, `team restore ${name}`]))
})

test('the plan of all members is chosen, shown with what it closes, and then set', async () => {
  const { guid, emails } = await makeThree()
  const ann = await signIn(app, emails[1]!, somebody())
  const recipients = Array.from({ length: 6 }, (_, at) => `r${at}@example.net`).join('\n')
  await makeShare(app, ann, { recipients })
  const olivia = await signIn(app, operatorEmail, somebody())
  await olivia.open(`/operator/teams/${guid}/plan?tier=free`)
  expect(olivia.text()).toContain('3 accounts get the Free plan')
  expect(olivia.text()).toContain('will be closed to others: 1.')
  await olivia.send('setTeamPlan', { note: 'Until the invoice is paid' })
  expect(olivia.text()).toContain('Plan changed to Free.')
  const rows = await kysely.selectFrom('user').select('tier_code').where('team_guid', '=', guid).execute()
  expect(rows).toEqual([{ tier_code: 0 }, { tier_code: 0 }, { tier_code: 0 }])
  expect((await app.outbox.newest(emails[2]!)).text).toContain('Until the invoice is paid')
})

test('a domain that waits for its record is confirmed; one that no team claimed is not', async () => {
  const { guid, at } = await makeThree()
  await kysely
    .insertInto('team_domain_claim')
    .values({ team_guid: guid, domain: at, token: 't', claimed_at: 1, checked_at: null })
    .execute()
  const olivia = await signIn(app, operatorEmail, somebody())
  await olivia.open(`/operator/teams/${guid}/confirm-domain?domain=other.example`)
  expect(olivia.text()).toContain('This no longer applies.')
  await olivia.open(`/operator/teams/${guid}`)
  await olivia.follow('Confirm domain')
  await olivia.press('Confirm domain')
  expect(olivia.text()).toContain('Domain confirmed.')
  const rows = await kysely
    .selectFrom('team_domain')
    .select(['domain', 'proof'])
    .where('team_guid', '=', guid)
    .execute()
  expect(rows).toEqual([{ domain: at, proof: 'operator' }])
})

test('a team is closed: its members go on alone, and the page is gone', async () => {
  const { guid, name, emails } = await makeThree()
  const olivia = await signIn(app, operatorEmail, somebody())
  await olivia.open(`/operator/teams/${guid}/close`)
  expect(olivia.text()).toContain('3 accounts leave it and get an email.')
  await olivia.press('Close team')
  expect(olivia.path).toBe('/operator/teams')
  expect(olivia.text()).not.toContain(name)
  expect((await olivia.open(`/operator/teams/${guid}`)).status).toBe(404)
  expect((await signIn(app, emails[0]!, somebody())).path).toBe('/home')
  await app.settle()
  expect((await app.outbox.newest(emails[2]!)).subject).toContain('was closed')
})

test('a code is shown once, opens one account, and none after it was revoked', async () => {
  const olivia = await signIn(app, operatorEmail, somebody())
  const made: string[] = []
  for (const note of ['for Ida', 'for Jon']) {
    await olivia.open('/operator/codes/new')
    await olivia.send('createCode', { tier: 'pro', uses: '1', note })
    made.push(/[A-Z0-9]{4}(?:-[A-Z0-9]{4}){3}/.exec(olivia.text())![0])
  }
  await olivia.open('/operator/codes/new')
  await olivia.send('createCode', { uses: '0', note: 'kept' })
  expect([olivia.status, olivia.text()]).toEqual([400, expect.stringContaining('Enter a whole number')])
  await olivia.open('/operator/codes')
  expect(olivia.text()).toContain('for Ida')
  for (const one of made) expect(olivia.text()).not.toContain(one)
  const [revoke] = await kysely
    .selectFrom('signup_code')
    .select('code_hash')
    .where('note', '=', 'for Jon')
    .execute()
  await olivia.open(`/operator/codes/${revoke!.code_hash.slice(0, 8)}/revoke`)
  await olivia.press('Revoke')
  expect(olivia.text()).not.toContain('for Jon')
  const codes = app.strongroom.services.accounts.signupCodes
  const { database } = app.strongroom.services
  const used = await database.transaction(async (tx) => [
    await codes.use(tx, made[0]!),
    await codes.use(tx, made[0]!),
    await codes.use(tx, made[1]!),
  ])
  expect(used).toEqual([{ tierCode: 2 }, null, null])
  expect((await commands()).filter((given) => given.includes(made[0]!))).toEqual([])
})

test('the cleanup runs as a job, once for two presses', async () => {
  await kysely
    .insertInto('object')
    .values({ guid: 'b'.repeat(32), size: 5, crc32: 0, sha256: null, wrapped_key: 'x.y', created_at: 1 })
    .execute()
  const olivia = await signIn(app, operatorEmail, somebody())
  for (let press = 0; press < 2; press++) {
    await olivia.open('/operator/storage')
    await olivia.follow('Clean up now')
    await olivia.press('Clean up')
    expect(olivia.text()).toContain('Cleanup started.')
  }
  expect(await kysely.selectFrom('job').select('kind').where('kind', '=', 'cleanup').execute()).toHaveLength(
    1,
  )
  await app.settle()
  expect(await kysely.selectFrom('job').select('kind').where('kind', '=', 'cleanup').execute()).toEqual([])
  expect(
    await kysely.selectFrom('object').select('guid').where('guid', '=', 'b'.repeat(32)).execute(),
  ).toEqual([])
})
