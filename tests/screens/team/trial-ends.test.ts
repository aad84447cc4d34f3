import { expect, test } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day, second } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, openShare, operatorEmail, password, signIn } from '#tests/support/world/make.ts'
import { somebody, stranger } from '#tests/support/world/people.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const ownerEmail = 'ada@halden.example'
const others = ['ben', 'cleo', 'dan', 'eve', 'fay'].map((name) => `${name}@halden.example`)
const readers = [1, 2, 3, 4, 5, 6].map((number) => `r${number}@example.net`)

/** Has the operator give a plan, to one account or to all of the team, on their pages. */
async function give(to: 'account' | 'team', plan: string): Promise<Browser> {
  const olivia = await signIn(app, operatorEmail, somebody())
  await olivia.open(to === 'account' ? `/operator/accounts?q=${ownerEmail}` : '/operator/teams')
  await olivia.follow(to === 'account' ? 'Ulrich Unger' : 'Halden')
  await olivia.follow(to === 'account' ? 'Change plan' : /^Change plan/)
  await olivia.select('Plan', plan).press('Continue')
  return olivia.press('Change plan')
}

async function joined(email: string): Promise<Browser> {
  const browser = await stranger(app).open(await app.outbox.linkTo(email, '/team/accept/'))
  await browser.press('Join and create account')
  return browser.send('setUp', { firstName: email.split('@')[0]!, lastName: 'Marsh', password })
}

test('a team of six falls from its trial to Free: what is over closes to readers, and a plan opens it again', async () => {
  const ada = await makeUser(app, { email: ownerEmail, browser: somebody() })
  expect((await give('account', 'Enterprise trial')).text()).toContain('Plan changed to Enterprise trial.')
  await ada.open('/team/new')
  await ada.fill('Team name', 'Halden').press('Create team')
  await ada.follow('Invite people')
  await ada.fill('People', others.join('\n')).press('Send invitations')
  const [last, ...first] = others.toReversed()
  for (const email of first) expect((await joined(email)).path).toBe('/home')
  // Who comes later has the plan of the team, not one of seven days.
  app.clock.advance(day)
  expect((await joined(last!)).path).toBe('/home')
  await app.strongroom.services.sweep()
  await ada.open('/access/login')
  await ada.send('signIn', { email: ownerEmail, password })
  await ada.open('/team/admin')
  expect(ada.text()).toContain('6 members')

  // Everyone has a share and a data room too many for Free; the first ones are within it.
  const made: { email: string; large: string; small: string; room: string }[] = []
  for (const email of [ownerEmail, ...others]) {
    const browser = await signIn(app, email, somebody())
    const small = await makeShare(app, browser, { recipients: readers[0]! })
    const large = await makeShare(app, browser, { recipients: readers.join('\n') })
    await makeRoom(app, { ownerEmail: email, name: 'First' })
    app.clock.advance(second)
    const { guid: room } = await makeRoom(app, { ownerEmail: email, name: 'Second' })
    made.push({ email, large, small, room })
  }
  let reader = await openShare(app, made[0]!.large, readers[0]!)
  async function open(guid: string): Promise<number> {
    await reader.open(`/file/${guid}`)
    if (reader.page.root.querySelector('input[name=intent][value=open]')) await reader.send('open')
    return (await reader.open(`/view/${guid}`)).status
  }
  for (const { large, small } of made) expect([await open(large), await open(small)]).toEqual([200, 200])

  // Everyone is told three days and one day before, and when it has ended.
  for (const days of [3, 2, 1]) {
    app.clock.advance(days * day + second)
    await app.settle()
  }
  for (const { email } of made) {
    const subjects = (await app.outbox.to(email)).map(({ subject }) => subject)
    expect([
      email,
      subjects.filter((subject) => subject.startsWith('Your Enterprise trial ends')).length,
    ]).toEqual([email, 2])
    expect([
      email,
      subjects.filter((subject) => subject.startsWith('Your Enterprise trial has ended')).length,
    ]).toEqual([email, 1])
  }
  reader = await openShare(app, made[0]!.small, readers[0]!)
  for (const { email, large, small, room } of made) {
    expect([email, await open(large), await open(small)]).toEqual([email, 410, 200])
    const browser = await signIn(app, email, somebody())
    await browser.open('/setting?tabActive=plan')
    expect(browser.text()).toMatch(/Your plan is Free\.[^]*Closed by your plan[^]*Second/)
    // It is theirs to read, and nothing is lost.
    expect((await browser.open(`/s/${large}`)).status).toBe(200)
    expect((await browser.open(`/dr/${room}`)).text()).toContain('over the limits of your plan')
  }
  // The team goes on; it can't grow.
  const owner = await signIn(app, ownerEmail, somebody())
  await owner.open('/team/admin')
  expect(owner.text()).toContain('6 members')
  await owner.open('/team/admin?panel=invite')
  await owner.send('invite', { people: 'gil@halden.example' })
  expect(owner.text()).toContain('Upgrade now to invite more.')
  expect((await app.outbox.to('gil@halden.example')).length).toBe(0)

  expect((await give('team', 'Team')).text()).toContain('Plan changed to Team.')
  for (const { large, small } of made) expect([await open(large), await open(small)]).toEqual([200, 200])
})
