import { describe, expect, test } from 'vitest'
import {
  addAddress,
  addressesTab,
  askForAddress,
  makePerson,
  openAddress,
} from '#tests/support/world/addresses.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { password } from '#tests/support/world/make.ts'
import { codeFor } from '#tests/support/world/people.ts'

const { app } = await makeWorld()

function guidIn(browser: Browser): string {
  return browser.url.searchParams.get('address') ?? ''
}

async function codeTo(email: string): Promise<string> {
  const code = await codeFor(app, email)
  if (!code) throw new Error(`No code for ${email}`)
  return code
}

const other = (code: string, by = 1) => String((Number(code) + by) % 1_000_000).padStart(6, '0')
const isWrong = /That code is wrong or has expired/

/** The confirmed further addresses of the whole installation. */
async function confirmed(email: string): Promise<number> {
  const { kysely } = app.strongroom.services.database
  const rows = await kysely
    .selectFrom('address')
    .select('guid')
    .where('email', '=', email)
    .where('confirmed_at', 'is not', null)
    .execute()
  return rows.length
}

describe('a code', () => {
  test('typed wrong five times is worth nothing, the right one neither, until there is another', async () => {
    const { browser, second } = await makePerson(app)
    await askForAddress(browser, second)
    const code = await codeTo(second)
    for (let by = 1; by <= 5; by++) {
      await browser.send('confirmAddress', { code: other(code, by) })
      expect(browser.status).toBe(400)
    }
    await browser.send('confirmAddress', { code })
    expect(browser.text()).toMatch(isWrong)
    await browser.press('Send a new code')
    await browser.send('confirmAddress', { code: await codeTo(second) })
    expect(browser.text()).toContain(`${second} confirmed.`)
  })

  test('is too old after fifteen minutes', async () => {
    const { browser, second } = await makePerson(app)
    await askForAddress(browser, second)
    const code = await codeTo(second)
    app.clock.advance(15 * minute)
    await browser.send('confirmAddress', { code })
    expect(browser.text()).toMatch(isWrong)
    expect(browser.text()).toContain('The code we emailed there has expired.')
    expect(await confirmed(second)).toBe(0)
  })

  test('that is not the newest is worth nothing', async () => {
    const { browser, second } = await makePerson(app)
    await askForAddress(browser, second)
    const old = await codeTo(second)
    await browser.press('Send a new code')
    const code = await codeTo(second)
    await browser.send('confirmAddress', { code: old === code ? other(old) : old })
    expect(browser.text()).toMatch(isWrong)
  })

  test('of one address confirms no other', async () => {
    const { browser, second } = await makePerson(app)
    await askForAddress(browser, `third.${second}`)
    await codeTo(`third.${second}`)
    await askForAddress(browser, second)
    const code = await codeTo(second)
    await openAddress(browser, `third.${second}`)
    await browser.send('confirmAddress', { code })
    expect(browser.text()).toMatch(isWrong)
    expect(await confirmed(`third.${second}`)).toBe(0)
  })

  test.each(['', '12345', '1234567', 'abcdef', '１２３４５６', '0x1234'])('cannot be %j', async (code) => {
    const { browser, second } = await makePerson(app)
    await askForAddress(browser, second)
    await browser.send('confirmAddress', { code })
    expect(browser.status).toBe(400)
    expect(await confirmed(second)).toBe(0)
  })

  test('can be tried twenty times an hour, whatever the addresses', async () => {
    const { browser, second } = await makePerson(app)
    for (let round = 0; round < 4; round++) {
      await askForAddress(browser, `${round}.${second}`)
      const code = await codeTo(`${round}.${second}`)
      for (let by = 1; by <= 5; by++) await browser.send('confirmAddress', { code: other(code, by) })
    }
    await askForAddress(browser, second)
    await browser.send('confirmAddress', { code: await codeTo(second) })
    expect(browser.status).toBe(429)
  })
})

describe('an address of someone else', () => {
  test('brings the same page as a free one, and its owner the email that it is in use', async () => {
    const [one, two] = [await makePerson(app), await makePerson(app)]
    await addAddress(app, two.browser, two.second)
    const pages: string[] = []
    for (const email of [`free@${one.second.split('@')[1]}`, two.email, two.second]) {
      await askForAddress(one.browser, email)
      pages.push(one.browser.text().replaceAll(email, 'it'))
    }
    expect(new Set(pages).size).toBe(1)
    for (const email of [two.email, two.second]) {
      const mail = await app.outbox.newest(email)
      expect(mail.subject).toBe('This address is already in use at Strongroom')
      expect([mail.code, mail.text.includes(one.email)]).toEqual([null, false])
    }
  })

  test('is confirmed by no code', async () => {
    const [one, two] = [await makePerson(app), await makePerson(app)]
    await askForAddress(one.browser, two.email)
    await app.settle()
    for (const code of ['000000', '123456', '999999']) {
      await one.browser.send('confirmAddress', { code })
      expect(one.browser.text()).toMatch(isWrong)
    }
  })

  test('in capitals or with its domain spelt otherwise is the same address', async () => {
    const [one, two] = [await makePerson(app), await makePerson(app)]
    await addAddress(app, two.browser, `inge@bücher.example`.replace('bücher', 'xn--bcher-kva'))
    await askForAddress(one.browser, `INGE@BÜCHER.example`)
    expect((await app.outbox.newest(`inge@xn--bcher-kva.example`)).subject).toContain('already in use')
    await askForAddress(one.browser, one.email.toUpperCase())
    expect(one.browser.status).toBe(400)
    expect(one.browser.text()).toContain('This address is already yours.')
  })

  test('that two accounts confirm at the same time becomes one’s', { tags: ['engines'] }, async () => {
    const [one, two] = [await makePerson(app), await makePerson(app)]
    const codes: string[] = []
    for (const { browser } of [one, two]) {
      await askForAddress(browser, one.second)
      codes.push(await codeTo(one.second))
    }
    await Promise.all(
      [one, two].map(({ browser }, at) => browser.send('confirmAddress', { code: codes[at]! })),
    )
    const answers = [one, two].map(({ browser }) => browser.text().includes('confirmed.'))
    expect(answers.filter(Boolean)).toHaveLength(1)
    expect(await confirmed(one.second)).toBe(1)
  })

  test('that is registered and activated while it is being confirmed has one owner', async () => {
    const { browser, second } = await makePerson(app)
    await askForAddress(browser, second)
    const code = await codeTo(second)
    const rival = await app.browser({ ip: '198.51.100.9' }).open('/access/register')
    await rival.send('register', { firstName: 'Rival', lastName: 'Riva', email: second, password })
    await rival.open((await app.outbox.newest(second)).links[0]!)
    await Promise.all([browser.send('confirmAddress', { code }), rival.send('activate')])
    const isOurs = browser.text().includes('confirmed.')
    const { kysely } = app.strongroom.services.database
    const users = await kysely.selectFrom('user').select('status').where('email', '=', second).execute()
    expect([await confirmed(second), users.length]).toEqual(isOurs ? [1, 0] : [0, 1])
  })

  test('is not touched by who knows its guid', async () => {
    const [one, two] = [await makePerson(app), await makePerson(app)]
    await askForAddress(two.browser, two.second)
    const guid = guidIn(two.browser)
    const code = await codeTo(two.second)
    await askForAddress(one.browser, one.second)
    await one.browser.send('confirmAddress', { address: guid, code })
    expect(one.browser.text()).toMatch(isWrong)
    await two.browser.send('confirmAddress', { code })
    expect(await confirmed(two.second)).toBe(1)
    for (const intent of ['makePrimaryAddress', 'removeAddress', 'sendAddressCode']) {
      await askForAddress(one.browser, one.second)
      await one.browser.send('removeAddress', { address: guid, intent })
      const isAsGone = one.browser.text().includes('That address is no longer on your account.')
      expect([intent, one.browser.status, isAsGone]).toEqual(
        intent === 'makePrimaryAddress' ? [intent, 200, true] : [intent, 404, false],
      )
    }
    await one.browser.open(`${addressesTab}&address=${guid}`)
    expect(one.browser.text()).not.toContain(two.second)
    expect(await confirmed(two.second)).toBe(1)
  })
})

describe('the primary address', () => {
  test('has no button that removes it, and no form that does', async () => {
    const { browser, email, second } = await makePerson(app)
    await askForAddress(browser, second)
    await browser.open(addressesTab)
    expect(browser.page.links(/^Change for/)).toEqual([])
    const { kysely } = app.strongroom.services.database
    const user = await kysely
      .selectFrom('user')
      .select('guid')
      .where('email', '=', email)
      .executeTakeFirstOrThrow()
    for (const address of [user.guid, '', email, 'primary']) {
      await openAddress(browser, second)
      await browser.send('removeAddress', { address })
      expect([400, 404]).toContain(browser.status)
    }
    const again = await app.browser().open('/access/login')
    await again.send('signIn', { email, password })
    expect(again.path).toBe('/home')
  })

  test('cannot be one that was not confirmed', async () => {
    const { browser, email, second } = await makePerson(app)
    await askForAddress(browser, second)
    await browser.send('removeAddress', { intent: 'makePrimaryAddress' })
    expect(browser.status).toBe(400)
    expect(browser.text()).toContain('Confirm this address first')
    await browser.open(addressesTab)
    expect(browser.page.root.querySelector('.lines li')?.textContent).toContain(email)
  })

  test('cannot be one that was removed in another window: the list says so', async () => {
    const { browser, second } = await makePerson(app)
    await addAddress(app, browser, second)
    await openAddress(browser, second)
    const page = browser.page
    await browser.press('Remove address')
    await browser.submit(page.press('Make primary'))
    expect([browser.status, browser.heading(), browser.path]).toEqual([200, 'Addresses', addressesTab])
    expect(browser.text()).toContain('That address is no longer on your account.')
  })

  test('cannot be one that its owner could no longer sign in with', async () => {
    const { browser, email } = await makePerson(app)
    const { all: teams, domains } = app.strongroom.services.teams
    const team = await teams.create('Quay')
    await domains.add(team, 'quay.example')
    await addAddress(app, browser, 'someone@quay.example')
    await domains.lock(team, 'quay.example')
    await openAddress(browser, 'someone@quay.example')
    await browser.press('Make primary')
    expect(browser.status).toBe(400)
    expect(browser.text()).toContain(
      'Only members of a certain team can sign in with addresses at quay.example',
    )
    expect([browser.heading(), browser.page.links('All addresses')]).toEqual(['Addresses', [addressesTab]])
    const row = browser.page.form('makePrimaryAddress')
    expect(row.querySelector('[role=alert]')?.text).toContain('Nothing was changed.')
    const again = await app.browser().open('/access/login')
    await again.send('signIn', { email, password })
    expect(again.path).toBe('/home')
    await teams.addMember(team, email, 2)
    await openAddress(browser, 'someone@quay.example')
    await browser.press('Make primary')
    expect(browser.text()).toContain('someone@quay.example is now your primary address.')
  })

  test(
    'stays one address when it is changed and removed at the same time',
    { tags: ['engines'] },
    async () => {
      const { browser, email, second } = await makePerson(app)
      await addAddress(app, browser, second)
      await openAddress(browser, second)
      const [primary, removed] = ['Make primary', 'Remove address'].map((button) =>
        browser.page.press(button),
      )
      await Promise.all(
        [browser.submit(primary!), browser.submit(removed!)].map((each) => each.catch(() => null)),
      )
      const { kysely } = app.strongroom.services.database
      const users = await kysely
        .selectFrom('user')
        .select('email')
        .where('email', 'in', [email, second])
        .execute()
      const rows = await kysely
        .selectFrom('address')
        .select('email')
        .where('email', 'in', [email, second])
        .execute()
      const all = [...users, ...rows].map((row) => row.email).toSorted()
      expect(users).toHaveLength(1)
      expect([[email], [email, second].toSorted()]).toContainEqual(all)
    },
  )
})

describe('adding an address', () => {
  test('needs the password again', async () => {
    const { browser, second } = await makePerson(app)
    const before = (await app.outbox.all()).length
    await browser.open(addressesTab)
    await browser.send('addAddress', { email: second, password: 'not my password at all' })
    expect([browser.status, browser.page.valueOf('Email address')]).toEqual([400, second])
    expect(browser.text()).toContain('That isn’t your current password.')
    expect((await app.outbox.all()).length).toBe(before)
  })

  test.each(['', 'nobody', 'a@b', 'a@example.com\r\nBcc: b@example.com', `${'x'.repeat(300)}@example.com`])(
    'refuses %j, which is none',
    async (email) => {
      const { browser } = await makePerson(app)
      await askForAddress(browser, email)
      expect(browser.status).toBe(400)
      expect(browser.page.root.querySelector('#email')?.getAttribute('aria-invalid')).toBe('true')
    },
  )

  test('has an end: ten emails an hour, and five to one address from anyone', async () => {
    const { browser, second } = await makePerson(app)
    for (let emails = 0; emails < 5; emails++) await askForAddress(browser, second)
    expect(browser.status).toBe(200)
    const rival = await makePerson(app)
    await askForAddress(rival.browser, second)
    expect(rival.browser.status).toBe(429)
    for (let emails = 0; emails < 6; emails++) await askForAddress(browser, `${emails}.${second}`)
    expect(browser.status).toBe(429)
  })

  test('ends at ten addresses', async () => {
    const { browser, second } = await makePerson(app)
    for (let count = 0; count < 11; count++) {
      await askForAddress(browser, `${count}.${second}`)
      // Within the limits on emails: an hour later the next ones.
      if (count % 5 === 4) {
        app.clock.advance(20 * minute)
        await browser.reload()
        app.clock.advance(20 * minute)
        await browser.reload()
        app.clock.advance(21 * minute)
        await browser.reload()
      }
    }
    expect(browser.status).toBe(400)
    expect(browser.text()).toContain('An account can have up to 10 more addresses.')
  })
})
