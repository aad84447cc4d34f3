import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { everything } from '#tests/support/world/everything.ts'
import { makeUser, password, signIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { appCode, keyOn } from '#tests/support/world/second-factor.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const { kysely } = app.strongroom.services.database
const operatorEmail = 'olivia@example.org'
const targetEmail = 'tara@team.example'

const ordinary = await makeUser(app, { email: 'ulrich@example.org', browser: somebody() })
await makeUser(app, { email: targetEmail, browser: somebody() })
const team = await makeTeam(app, [targetEmail])
await kysely
  .insertInto('team_domain_claim')
  .values({ team_guid: team, domain: 'team.example', token: 't', claimed_at: 1, checked_at: null })
  .execute()
const { name: code } = await app.strongroom.services.accounts.signupCodes.create({
  tierCode: null,
  usesLeft: 1,
  expiresAt: null,
  note: '',
})
const { guid: lost } = await kysely
  .insertInto('lost_email')
  .values({ guid: 'a'.repeat(32), email: targetEmail, reason: 'full', failed_at: 1 })
  .returning('guid')
  .executeTakeFirstOrThrow()
const target = await kysely
  .selectFrom('user')
  .select('guid')
  .where('email', '=', targetEmail)
  .executeTakeFirstOrThrow()
const [account, ofTeam] = [`/operator/accounts/${target.guid}`, `/operator/teams/${team}`]

/** Every act of an operator: its address, its form, and what the form says. */
const acts: [address: string, intent: string, values?: Record<string, string>][] = [
  [
    '/operator/accounts/new',
    'createAccount',
    { email: 'n@n.example', firstName: 'N', lastName: 'N', tier: 'pro' },
  ],
  [`${account}/plan`, 'setPlan', { tier: 'lite' }],
  [`${account}/reset-password`, 'resetPassword'],
  [`${account}/require-password-change`, 'requirePassword'],
  [`${account}/reset-second-factor`, 'resetSecondFactor'],
  [`${account}/end-access-tokens`, 'endAccessTokens'],
  [`${account}/make-operator`, 'makeOperator'],
  [`${account}/end-operator`, 'endOperator'],
  [`${account}/disable`, 'disableAccount'],
  [`${account}/enable`, 'enableAccount'],
  [`${account}/delete`, 'deleteAccount'],
  [`${ofTeam}/plan`, 'setTeamPlan', { tier: 'lite' }],
  [`${ofTeam}/confirm-domain`, 'confirmDomain', { domain: 'team.example' }],
  [`${ofTeam}/suspend`, 'suspendTeam'],
  [`${ofTeam}/restore`, 'restoreTeam'],
  [`${ofTeam}/close`, 'closeTeamAsOperator'],
  ['/operator/codes/new', 'createCode', { uses: '1', days: '1' }],
  [`/operator/codes/${code}/revoke`, 'revokeCode'],
  ['/operator/storage/clean', 'cleanUp'],
  ['/operator/backups/quick', 'startCheck'],
  [`/operator/jobs/${'0'.repeat(32)}/retry`, 'retryJob'],
  [`/operator/jobs/${'0'.repeat(32)}/drop`, 'dropJob'],
  ['/operator/emails/test', 'sendTestEmail'],
  [`/operator/emails/send-again?email=${lost}`, 'sendEmailAgain'],
  [`/operator/requests/${'0'.repeat(32)}/approve`, 'approveRequest'],
  [`/operator/requests/${'0'.repeat(32)}/decline`, 'declineRequest'],
]

/** Posts a form with a good token of this browser, whether or not a page of theirs has it. */
async function forge(browser: Browser, action: string, values: Record<string, string>): Promise<number> {
  await browser.open('/c/feedback')
  const { entries } = browser.page.submission(browser.page.form('feedback'))
  const kept = entries.filter(({ name }) => name === 'token' || name === 'build')
  await browser.submit({
    action,
    method: 'post',
    encoding: 'application/x-www-form-urlencoded',
    entries: [...kept, ...Object.entries(values).map(([name, value]) => ({ name, value }))],
  })
  return browser.status
}

/** All that is stored, without what reading and refusing itself writes. */
async function stored(): Promise<string> {
  const {
    session: _,
    rate: __,
    sent_form: ___,
    known_browser: ____,
    event,
    event_head: _____,
    ...rest
  } = await everything(app)
  const done = (event ?? []).filter((row) => (row as { kind: string }).kind === 'Commanded').length
  return JSON.stringify([rest, done])
}

async function expectNothing(browser: Browser): Promise<void> {
  await forge(browser, '/nothing-here', { intent: 'x' })
  const unknown = [browser.status, browser.path.replace('/nothing-here', '')]
  const before = await stored()
  for (const [address, intent, values = {}] of acts) {
    await forge(browser, address, { intent, ...values })
    expect([address, browser.status, browser.path.replace(address, '')]).toEqual([address, ...unknown])
  }
  expect(await stored()).toBe(before)
}

test('a stranger’s forged forms do nothing, and are answered like an address that leads nowhere', async () => {
  await expectNothing(stranger(app))
})

test('so are those of someone who is signed in and no operator', async () => {
  await expectNothing(ordinary)
})

test.each([
  ['after 15 minutes', false],
  ['with two-step verification, before the code', true],
])('those of an operator %s do nothing until they have confirmed who they are', async (_when, hasFactor) => {
  const olivia = await signIn(app, operatorEmail, somebody())
  let key = ''
  if (hasFactor) {
    await olivia.open('/setting?tabActive=twofactor')
    await olivia.send('beginSecondFactor')
    key = keyOn(olivia)
    await olivia.send('confirmSecondFactor', { twoFactorCode: appCode(app, key) })
  }
  app.clock.advance(16 * minute)
  const before = await stored()
  for (const [address, intent, values = {}] of acts) {
    await forge(olivia, address, { intent, ...values })
    expect([address, olivia.status]).not.toEqual([address, 200])
  }
  if (hasFactor) {
    // At the page that asks, the password alone opens nothing.
    await olivia.open('/operator')
    for (const [intent, values] of [
      ['confirmPassword', { password }],
      ['confirmBoth', { password, twoFactorCode: '000000' }],
    ] as const) {
      await forge(olivia, '/operator/confirm', { intent, ...values })
      await olivia.open('/operator')
      expect(olivia.heading()).toBe('Confirm it’s you')
    }
    await forge(olivia, `${account}/disable`, { intent: 'disableAccount' })
    expect(await stored()).toBe(before)
    await olivia.open('/operator')
    await olivia.send('confirmBoth', { password, twoFactorCode: appCode(app, key) })
    expect(olivia.path).toBe('/operator')
    return
  }
  expect(await stored()).toBe(before)
  await olivia.open('/operator')
  await olivia.send('confirmPassword', { password })
  expect(olivia.path).toBe('/operator')
})
