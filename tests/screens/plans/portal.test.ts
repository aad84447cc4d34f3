import { describe, expect, test } from 'vitest'
import { tierCodes, type TierKey } from '#server/rules/product/plans.ts'
import { makeRoom } from '#tests/support/world/rooms.ts'
import { day, second } from '#tests/support/world/clock.ts'
import { makeShare, makeUser, openShare, operatorEmail, signIn, userOf } from '#tests/support/world/make.ts'
import { stranger } from '#tests/support/world/people.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app, operator } = await makeWorld({})
const { services } = app.strongroom

function setPlan(email: string, plan: TierKey): Promise<unknown> {
  return services.plans.changes.set(email, { tierCode: tierCodes[plan], by: 'operator' })
}

async function someone(email: string, plan: TierKey = 'free') {
  await makeUser(app, { email })
  await setPlan(email, plan)
  await app.settle()
  return signIn(app, email)
}

describe('the page of plans', () => {
  test('shows plans side by side, with the account’s own among them', async () => {
    const anna = await someone('anna@example.org')
    await anna.open('/salesportal')
    expect(anna.heading()).toBe('Plans')
    expect(anna.text()).toMatch(/Free\s+Your plan[^]*25 MB[^]*Lite[^]*500 MB[^]*Enterprise[^]*No limit/)
    expect(anna.text()).not.toContain('Pro trial')
  })

  test('is for people with an account', async () => {
    const nobody = await stranger(app).open('/salesportal')
    expect(nobody.path).toMatch(/^\/access\/login/)
  })

  test('takes a request, which an operator approves; the plan changes with a note', async () => {
    const ben = await someone('ben@example.org')
    await ben.open('/salesportal')
    ben.fill('Seats (optional)', '12').fill('Message (optional)', 'For our office')
    await ben.press('Send request', (entries) =>
      entries.map((entry) => (entry.name === 'plan' ? { ...entry, value: 'team' } : entry)),
    )
    expect([ben.path, ben.text()]).toEqual(['/thankyou?for=plan', expect.stringContaining('your request')])
    await app.settle()
    const [mail] = await app.outbox.to(operatorEmail)
    expect(mail!.subject).toBe('ben@example.org requests the plan Team with 12 seats')
    await ben.open('/salesportal')
    expect(ben.text()).toContain('Your request is waiting for a decision.')
    const { requests } = await services.plans.requests.page(null, { status: 'Waiting' })
    await services.plans.requests.decide(null, requests[0]!.guid, { approves: true, note: 'Welcome.' })
    await ben.open('/salesportal')
    expect(ben.text()).toMatch(/Team\s+Your plan/)
    expect(ben.text()).toMatch(/the plan Team with 12 seats[^]*Approved\s+Welcome\./)
  })

  test('refuses a second request, and one that can be withdrawn makes place', async () => {
    const cleo = await someone('cleo@example.org')
    await cleo.open('/salesportal')
    const other = await signIn(app, 'cleo@example.org')
    await other.open('/salesportal')
    await cleo.press('Send request')
    other.fill('Message (optional)', 'Another one')
    await other.press('Send request')
    expect([other.status, other.text()]).toEqual([409, expect.stringContaining('still waiting')])
    expect(other.page.valueOf('Message (optional)')).toBe('Another one')
    await cleo.open('/salesportal')
    await cleo.press('Withdraw request')
    expect(cleo.text()).toContain('Request withdrawn.')
    expect(cleo.page.form('request')).toBeDefined()
  })

  test('keeps what was typed if the request is refused', async () => {
    const dora = await someone('dora@example.org')
    await dora.open('/salesportal')
    dora.fill('Message (optional)', 'See https://example.com')
    await dora.press('Send request')
    expect(dora.status).toBe(400)
    expect(dora.page.valueOf('Message (optional)')).toBe('See https://example.com')
  })
})

describe('the trial', () => {
  test('says before what it offers and when it ends, and in every page’s frame how long it lasts', async () => {
    const eva = await someone('eva@example.org')
    await eva.open('/salesportal')
    await eva.follow('Try Pro for free')
    expect(eva.text()).toContain('Try Pro for 7 days')
    expect(eva.text()).toContain('No credit card')
    await eva.press('Start trial')
    expect(eva.text()).toContain('Your Pro trial has started.')
    expect((await eva.open('/home')).text()).toContain('Pro trial: 7 days left, until')
    await eva.open('/salesportal/trial')
    expect(eva.page.links('Compare plans')).toContain('/salesportal')
    expect(eva.text()).not.toContain('Start trial')
  })

  test('pressed twice at once starts one', async () => {
    const finn = await someone('finn@example.org')
    const other = await signIn(app, 'finn@example.org')
    await Promise.all([finn.open('/salesportal/trial'), other.open('/salesportal/trial')])
    await Promise.all([finn.press('Start trial'), other.press('Start trial')])
    expect([finn.status, other.status].toSorted()).toEqual([200, 409])
    await app.settle()
    const mails = await app.outbox.to('finn@example.org')
    expect(mails.filter(({ subject }) => subject === 'Your plan is now Pro trial')).toHaveLength(1)
  })

  test('is refused, with the reason, to who had one or pays', async () => {
    const gil = await someone('gil@example.org', 'pro-trial')
    await setPlan('gil@example.org', 'free')
    await gil.open('/salesportal/trial')
    expect(gil.text()).toContain('already had a trial')
    await expect(
      services.plans.changes.startTrial(await userOf(app, 'gil@example.org')),
    ).rejects.toMatchObject({
      problem: 'trialUsed',
    })
    await operator.open('/salesportal/trial')
    expect(operator.text()).toContain('Your plan already has what the trial offers.')
  })
})

describe('falling back to Free', () => {
  test('closes what is over its limits, to others only, and a larger plan opens it again', async () => {
    const email = 'hana@example.org'
    const hana = await someone(email, 'pro')
    const readers = [1, 2, 3, 4, 5, 6].map((number) => `r${number}@example.net`)
    const large = await makeShare(app, hana, { recipients: readers.join('\n') })
    const small = await makeShare(app, hana, { recipients: 'r1@example.net' })
    const first = await makeRoom(app, { ownerEmail: email, name: 'First room' })
    app.clock.advance(second)
    const more = await makeRoom(app, {
      ownerEmail: email,
      name: 'Second room',
      members: { 'mia@example.net': 1 },
    })
    const reader = await openShare(app, large, 'r1@example.net')
    await reader.open(`/file/${small}`)
    await reader.send('open')
    await hana.open('/salesportal')
    await hana.follow('What Free would close')
    expect(hana.text()).toMatch(/What Free would close[^]*6 recipients, up to 5 allowed/)
    expect(hana.text()).toMatch(/Second room[^]*Your data room number 2, up to 1 allowed/)
    expect(hana.text()).not.toContain('First room')

    await hana.press('Switch to Free')
    expect(hana.text()).toContain('Closed by your plan')
    const statuses = async () => {
      const opened = []
      for (const guid of [large, small]) opened.push((await reader.open(`/view/${guid}`)).status)
      return opened
    }
    expect(await statuses()).toEqual([410, 200])
    expect((await reader.open(`/file/${large}`)).text()).not.toContain('plan')
    await hana.open(`/s/${large}`)
    expect(hana.status).toBe(200)
    await hana.open(`/rooms/${more.guid}/add/${more.guid}`)
    expect([hana.status, hana.text()]).toEqual([409, expect.stringContaining('over the limits of your plan')])
    expect(hana.page.links('Upgrade now')).toEqual(['/salesportal'])
    await hana.open(`/rooms/${first.guid}/add/${first.guid}`)
    expect(hana.status).toBe(200)

    await setPlan(email, 'pro')
    expect(await statuses()).toEqual([200, 200])
    await hana.open('/setting?tabActive=plan')
    expect(hana.text()).not.toContain('Closed by your plan')
    await hana.open(`/rooms/${more.guid}/add/${more.guid}`)
    expect(hana.status).toBe(200)
  })

  test('happens by itself when a trial ends', async () => {
    const email = 'ines@example.org'
    const ines = await someone(email, 'pro-trial')
    await makeRoom(app, { ownerEmail: email, name: 'Kept' })
    app.clock.advance(second)
    await makeRoom(app, { ownerEmail: email, name: 'Closed' })
    app.clock.advance(7 * day + second)
    await app.settle()
    const again = await signIn(app, email)
    await again.open('/setting?tabActive=plan')
    expect(again.text()).toMatch(/Your plan is Free\.[^]*Closed by your plan[^]*Closed\s/)
    expect(ines).toBeDefined()
    await again.press('Check again')
    expect(again.text()).toContain('1 share or data room still closed.')
  })
})

describe('“Upgrade now”', () => {
  test('leads to the plans where a message says it', async () => {
    const jana = await someone('jana@example.org')
    await jana.open('/share')
    jana.fill('People', [1, 2, 3, 4, 5, 6].map((number) => `r${number}@example.net`).join('\n'))
    await jana.press('Share file')
    expect(jana.text()).toContain('Upgrade now to share to more.')
    expect(jana.page.links('Upgrade now')).toEqual(['/salesportal'])
  })
})
