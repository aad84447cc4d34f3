import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeUser, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator: owner } = await makeWorld()
const teamGuid = await makeTeam(app, [operatorEmail])
const { kysely } = app.strongroom.services.database
let people = 0

function fresh(): string {
  return `person${++people}@example.net`
}

/** The link in the newest invitation of an address, as a path. */
async function linkTo(email: string): Promise<string> {
  const link = await app.outbox.linkTo(email, '/team/accept/')
  if (!link) throw new Error(`No invitation to ${email}`)
  const { pathname, search } = new URL(link)
  return pathname + search
}

async function invite(emails: string, role = '2'): Promise<Browser> {
  await owner.open('/team/admin')
  await owner.follow('Invite people')
  return owner.send('invite', { people: emails, role })
}

async function invited(role = '2'): Promise<{ email: string; link: string }> {
  const email = fresh()
  await invite(email, role)
  return { email, link: await linkTo(email) }
}

async function rowOf(email: string) {
  return kysely
    .selectFrom('user')
    .select(['team_guid', 'team_role', 'invite_status', 'needs_setup', 'status'])
    .where('email', '=', email)
    .executeTakeFirst()
}

async function placeOf(email: string) {
  const row = await kysely
    .selectFrom('team_place')
    .select('state')
    .where('email', '=', email)
    .executeTakeFirst()
  return row?.state ?? null
}

async function setUp(browser: Browser): Promise<void> {
  await browser.send('setUp', { firstName: 'Nora', lastName: 'Neu', password })
}

test('each line of a pasted list has its outcome, and those who are invited get an email and a line in the list', async () => {
  const [one, two] = [fresh(), fresh()]
  await invite(`${one}\nZwei Zwo <${two}>\nnonsense\n${operatorEmail}`)
  const text = owner.text()
  expect(text).toContain('2 people invited')
  expect(text).toContain('Already in the team.')
  expect(text).toContain('Not an email address.')
  await owner.open('/team/admin?state=invited')
  expect(owner.text()).toContain(one)
  expect(owner.text()).toContain(two)
  const email = await app.outbox.newest(one)
  expect(email.subject).toContain('Olivia Ortega invited you to the team')
})

test('someone without an account joins, sets it up, and is in the team; until then the invite status is Pending', async () => {
  const { email, link } = await invited('1')
  const browser = stranger(app)
  await browser.open(link)
  expect(browser.heading()).toContain('Join the team')
  expect(await rowOf(email)).toBeUndefined()
  await browser.press('Join and create account')
  expect(browser.url.pathname).toBe('/access/setup')
  expect(await rowOf(email)).toMatchObject({ team_guid: teamGuid, invite_status: 'Pending', needs_setup: 1 })
  // Nothing else opens before.
  await browser.open('/team/admin')
  expect(browser.url.pathname).toBe('/access/setup')
  await owner.open('/team/admin?state=pending')
  expect(owner.text()).toContain(email)
  await setUp(browser)
  expect(await rowOf(email)).toMatchObject({ team_role: 1, invite_status: 'Active', needs_setup: 0 })
  expect((await browser.open('/team/admin')).status).toBe(200)
  const again = await signIn(app, email)
  expect(again.path).toBe('/home')
})

test('someone with an account signs in first and comes back; the link of the email does not sign anyone in', async () => {
  const { email, link } = await invited()
  await makeUser(app, { email, browser: somebody() })
  const browser = stranger(app)
  await browser.open(link)
  await browser.follow('Sign in')
  await browser.send('signIn', { email, password })
  expect(browser.text()).toContain('Join the team')
  await browser.press('Join the team')
  expect(browser.text()).toContain('You’ve joined the team.')
  expect(await rowOf(email)).toMatchObject({ team_guid: teamGuid, team_role: 2, invite_status: 'Active' })
  // Twice: the invitation is used up.
  await browser.open(link)
  expect([browser.status, browser.heading()]).toEqual([200, 'This invitation can’t be used'])
})

test('opening the pages of an invitation changes nothing, and mail scanners use nothing up', async () => {
  const { email, link } = await invited()
  for (const page of [link, link.replace('accept', 'reject'), link.replace('accept', 'invalid')]) {
    await stranger(app).open(page)
    await stranger(app).fetch(page, { method: 'HEAD' })
  }
  expect(await placeOf(email)).toBe('Invited')
  expect(await rowOf(email)).toBeUndefined()
})

test('signed in with another account it is explained, and a forged form does nothing', async () => {
  const { email, link } = await invited()
  const otherEmail = fresh()
  const other = await makeUser(app, { email: otherEmail })
  await other.open(link)
  expect(other.text()).toContain(`but the invitation is for ${email}`)
  // With the token of another form of the same browser.
  const form = await other.open('/c/feedback')
  const { entries } = form.page.submission(form.page.form('feedback'))
  const kept = entries.filter(({ name }) => name === 'token' || name === 'build')
  const intent = { name: 'intent', value: 'acceptInvitation' }
  await other.submit({
    action: link,
    method: 'post',
    encoding: 'application/x-www-form-urlencoded',
    entries: [...kept, intent],
  })
  expect(other.status).toBe(409)
  expect(await rowOf(otherEmail)).toMatchObject({ team_guid: null })
  expect(await placeOf(email)).toBe('Invited')
})

test('someone rejects, the team sees it, and can be asked for another', async () => {
  const { email, link } = await invited()
  const browser = stranger(app)
  await browser.open(link)
  await browser.follow('Reject this invitation')
  await browser.press('Reject invitation')
  expect(browser.text()).toContain('Invitation rejected.')
  await owner.open('/team/admin?state=rejected')
  expect(owner.text()).toContain(email)
  await browser.open(link)
  await browser.press('Ask for a new invitation')
  expect(await placeOf(email)).toBe('Asked')
  expect((await app.outbox.newest(operatorEmail)).subject).toContain(`${email} wants to join`)
  await owner.open('/team/admin?state=asked')
  await owner.follow(email)
  await owner.press('Approve request')
  expect(await placeOf(email)).toBe('Invited')
  expect(await linkTo(email)).not.toBe(link)
})

test('an invitation ends after 14 days, when it is withdrawn, and when it is sent again', async () => {
  const [late, back, renewed] = [await invited(), await invited(), await invited()]
  await owner.open(`/team/admin?q=${back.email}`)
  await owner.follow(back.email)
  await owner.press('Withdraw invitation')
  expect(await placeOf(back.email)).toBe('Withdrawn')
  await owner.open(`/team/admin?q=${renewed.email}`)
  await owner.follow(renewed.email)
  await owner.press('Send invitation again')
  for (const link of [back.link, renewed.link])
    expect((await stranger(app).open(link)).heading()).toBe('This invitation can’t be used')
  expect((await stranger(app).open(await linkTo(renewed.email))).heading()).toContain('Join the team')
  app.clock.advance(14 * 24 * 3_600_000)
  expect((await stranger(app).open(late.link)).heading()).toBe('This invitation can’t be used')
  const fresher = await signIn(app, operatorEmail)
  await fresher.open(`/team/admin?state=expired&q=${late.email}`)
  expect(fresher.text()).toContain('Invitation expired')
})

test('to strangers an invitation that exists is like one that does not', async () => {
  const { link } = await invitedBy(await signIn(app, operatorEmail))
  const real = new URL(link, 'http://here').pathname
  const pages = await Promise.all(
    [real, '/team/accept/0123456789abcdef0123456789abcdef', `${real}?t=wrong`].map(async (page) => {
      const browser = await stranger(app).open(page)
      return [browser.status, browser.text()]
    }),
  )
  expect(new Set(pages.map((page) => JSON.stringify(page))).size).toBe(1)
})

async function invitedBy(browser: Browser): Promise<{ email: string; link: string }> {
  const email = fresh()
  await browser.open('/team/admin?panel=invite')
  await browser.send('invite', { people: email, role: '2' })
  return { email, link: await linkTo(email) }
}

test('an account in another team reads that it can be in one only, and stays where it is', async () => {
  const email = fresh()
  const browser = await makeUser(app, { email, browser: somebody() })
  const other = await makeTeam(app, [email])
  const admin = await signIn(app, operatorEmail)
  await admin.open('/team/admin?panel=invite')
  await admin.send('invite', { people: email, role: '2' })
  // The inviter does not learn of it.
  expect(admin.text()).toContain('Invited by email.')
  await browser.open(await linkTo(email))
  expect(browser.text()).toContain('Your account belongs to another team')
  expect(await rowOf(email)).toMatchObject({ team_guid: other })
})

test('the plan’s places: those who are over them are told, and accepting counts again', async () => {
  const browser = await signIn(app, operatorEmail)
  await kysely.updateTable('user').set({ tier_code: 10 }).where('email', '=', operatorEmail).execute()
  const list = Array.from({ length: 30 }, fresh)
  await browser.open('/team/admin?panel=invite')
  await browser.send('invite', { people: list.join('\n'), role: '2' })
  expect(browser.text()).toContain(
    'Your plan allows you to invite up to 25 people. Upgrade now to invite more.',
  )
  await browser.open('/team/admin?panel=invite')
  await browser.send('invite', { people: fresh(), role: '2' })
  expect(browser.status).toBe(409)
  expect(browser.text()).toContain(
    'Your plan allows you to invite up to 25 people. Upgrade now to invite more.',
  )
  await kysely.updateTable('user').set({ tier_code: 9 }).where('email', '=', operatorEmail).execute()
})

test('each act is in the record of the team', async () => {
  const rows = await kysely
    .selectFrom('event')
    .select('kind')
    .distinct()
    .where('subject_guid', '=', teamGuid)
    .where('team_guid', '=', teamGuid)
    .where('is_audit', '=', 1)
    .execute()
  expect(rows.map(({ kind }) => kind).toSorted()).toEqual([
    'TeamInvitationRejected',
    'TeamInvited',
    'TeamJoinAsked',
    'TeamJoinDecided',
    'TeamJoined',
    'TeamUninvited',
  ])
})
