import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { minute } from '#tests/support/world/clock.ts'
import { makeShare, operatorEmail, recipientEmail, signIn } from '#tests/support/world/make.ts'
import { askTerms, changeShare } from '#tests/support/world/conditions.ts'
import { askCode, codeFor, somebody, proved } from '#tests/support/world/people.ts'
import { eventKinds } from '#tests/support/world/events.ts'
import { sendUnoffered } from '#tests/support/browser/unoffered.ts'

let sender: Browser

const { app } = await makeWorld()
beforeEach(() => app.clock.advance(16 * minute))

async function share(fields: Parameters<typeof makeShare>[2] = {}): Promise<string> {
  sender = await signIn(app, operatorEmail, somebody())
  const guid = await makeShare(app, sender, fields)
  await changeShare(app, guid, { asks_name: 1 })
  return guid
}

async function names(guid: string) {
  return app.strongroom.services.database.kysely
    .selectFrom('introduction')
    .select(['first_name', 'last_name', 'email'])
    .where('share_guid', '=', guid)
    .execute()
}

describe('a reader who is asked for a name', () => {
  test('gives it before anything of the file is shown, and goes on', async () => {
    const guid = await share()
    const rita = await proved(app, guid)
    expect([rita.path, rita.heading()]).toEqual([`/file/${guid}/name`, 'Your name'])
    expect(Buffer.from(rita.bytes).toString()).not.toContain('contract')
    await rita.open(`/view/${guid}`)
    expect(rita.path).toBe(`/file/${guid}/name`)
    await rita.fill('First name', 'Ann').fill('Last name', "O'Neil").press('Continue')
    expect([rita.path, rita.heading()]).toEqual([`/file/${guid}`, 'contract.pdf'])
    expect(await names(guid)).toEqual([{ first_name: 'Ann', last_name: "O'Neil", email: null }])
    expect(await eventKinds(app, guid)).toContain('NameGiven')
    await rita.press('Open')
    await sender.open(`/s/${guid}`)
    expect(sender.text()).toContain("says: Ann O'Neil")
    expect(sender.text()).toContain(`${recipientEmail}, says: Ann O'Neil`)
  })

  test.each([
    ['A', 'Reader', 'Enter a name of at least two letters'],
    ['Ann', '3rd', 'Enter a name of at least two letters'],
    ['Ann', '', 'Enter your last name.'],
    ['Visit evil.com', 'Reader', 'Enter a name of at least two letters'],
    ['x'.repeat(101), 'Reader', 'Shorten the name to 100 characters or fewer.'],
  ])('%j %j is refused in words, and what was typed stays', async (firstName, lastName, words) => {
    const guid = await share()
    const rita = await proved(app, guid)
    await rita.fill('First name', firstName).fill('Last name', lastName).press('Continue')
    expect([rita.status, rita.path]).toEqual([400, `/file/${guid}/name`])
    expect(rita.text()).toContain(words)
    expect(rita.page.valueOf('First name')).toBe(firstName)
    expect(await names(guid)).toEqual([])
  })

  test('accepts the terms first', async () => {
    const guid = await share()
    await askTerms(app, guid, 'Keep it to yourself.')
    const rita = await proved(app, guid)
    expect(rita.path).toBe(`/file/${guid}/terms`)
    await rita.open(`/file/${guid}/name`)
    expect(rita.path).toBe(`/file/${guid}/terms`)
    await rita.send('accept', { isAccepted: 'on' })
    expect(rita.path).toBe(`/file/${guid}/name`)
  })

  test('keeps the name that was given first', async () => {
    const guid = await share()
    const rita = await proved(app, guid)
    const again = await proved(app, guid)
    await rita.send('introduce', { firstName: 'Ann', lastName: 'Example' })
    await again.send('introduce', { firstName: 'Bob', lastName: 'Other' })
    expect(again.path).toBe(`/file/${guid}`)
    expect(await names(guid)).toMatchObject([{ first_name: 'Ann' }])
  })
})

describe('a visitor of a link', () => {
  test('can add an address, which no one takes for proved', async () => {
    const guid = await share({ visibility: 'public' })
    const visitor = await app.browser(somebody()).open(`/file/${guid}`)
    await visitor.send('introduce', { firstName: 'Ann', lastName: 'Example', email: 'no address' })
    expect([visitor.status, visitor.text()]).toEqual([
      400,
      expect.stringContaining('Enter a full email address'),
    ])
    await visitor.send('introduce', { firstName: 'Ann', lastName: 'Example', email: 'Ann@Example.com' })
    expect(await names(guid)).toMatchObject([{ email: 'ann@example.com' }])
    await visitor.press('Open')
    expect(visitor.status).toBe(200)
    expect((await visitor.open(`/file/${guid}`)).text()).toContain(
      'You’re reading as a visitor with this link',
    )
    await sender.open(`/s/${guid}`)
    expect(sender.text()).toContain('Says they’re ann@example.com, not verified, says: Ann Example')
  })

  test('says the name for their own browser only', async () => {
    const guid = await share({ visibility: 'public' })
    const one = await app.browser(somebody()).open(`/file/${guid}`)
    await one.send('introduce', { firstName: 'Ann', lastName: 'Example' })
    const other = await app.browser(somebody()).open(`/file/${guid}`)
    expect(other.path).toBe(`/file/${guid}/name`)
  })
})

test('a stranger, a recipient of something else and the owner give no name', async () => {
  const guid = await share()
  const stranger = await app.browser(somebody()).open(`/file/${guid}/name`)
  expect(stranger.url.pathname).toBe('/access/filelogin')
  const rob = await askCode(
    app,
    await makeShare(app, sender, { recipients: 'rob@example.net' }),
    'rob@example.net',
    somebody(),
  )
  await rob.send('prove', { code: await codeFor(app, 'rob@example.net') })
  await rob.open(`/file/${guid}/name`)
  expect([rob.status, rob.heading()]).toEqual([403, 'Not shared with you'])
  await sender.open(`/file/${guid}/name`)
  expect(sender.path).toBe(`/s/${guid}`)
  for (const browser of [stranger, rob, sender])
    await sendUnoffered(browser, `/file/${guid}/name`, 'introduce')
  expect(await names(guid)).toEqual([])
})
