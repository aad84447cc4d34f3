import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { day } from '#tests/support/world/clock.ts'
import { makeUser, operatorEmail, signIn } from '#tests/support/world/make.ts'
import { contract, filled } from './form.ts'

const { app, operator } = await makeWorld()
let sender = operator

async function savePreset(name: string, values: Record<string, string> = {}): Promise<Browser> {
  await sender.open('/share?preset=none')
  return sender.send('share', { ...filled, ...values, presetName: name, savePreset: 'Save preset' })
}

/** What the share form of this address holds. */
async function formAt(browser: Browser, address: string): Promise<Record<string, unknown>> {
  await browser.open(address)
  return valuesOf(browser)
}

function valuesOf(browser: Browser): Record<string, unknown> {
  const { entries } = browser.page.submission(browser.page.form('share'))
  return Object.fromEntries(entries.map(({ name, value }) => [name, value]))
}

function chosenPreset(browser: Browser): (string | undefined)[] {
  return browser.page.root
    .querySelectorAll('.pill[aria-pressed=true]')
    .map((pill) => pill.getAttribute('value'))
}

async function guidOf(name: string): Promise<string> {
  const { kysely } = app.strongroom.services.database
  return (await kysely.selectFrom('preset').select('guid').where('name', '=', name).executeTakeFirstOrThrow())
    .guid
}

describe('a preset', () => {
  test('is saved from the form as it stands, without sending anything, and nothing typed is lost', async () => {
    await sender.open('/share')
    sender.attach('File', contract).fill('People', 'rita@example.net').choose('Allowed', 'Download')
    await sender.fill('Preset name', 'With download').press('Save preset')
    expect([sender.status, sender.path]).toEqual([200, '/share'])
    expect(sender.text()).toContain('Preset saved as “With download”. Nothing has been shared yet.')
    expect(sender.page.valueOf('People')).toBe('rita@example.net')
    await sender.press('Share file')
    expect(sender.heading()).toBe('contract.pdf')
  })

  test('fills the form again at a press, and all that was typed stays', async () => {
    await savePreset('Everything', {
      printCount: '4',
      terms: 'custom',
      termsText: 'Keep it secret.',
      reminds: 'on',
    })
    await sender.open('/share')
    sender.attach('File', contract).fill('Message', 'Read this.').fill('People', 'rita@example.net')
    await sender.press('Everything')
    expect([sender.status, sender.path]).toEqual([200, '/share'])
    const held = valuesOf(sender)
    expect(held).toMatchObject({
      visibility: 'people',
      download: 'yes',
      print: 'yes',
      printCount: '4',
      watermarkSize: 'large',
      watermarkColour: 'blue',
      expiry: 'date',
      expiryDate: '2027-12-24',
      expiryTime: '17:30',
      reminds: 'on',
      terms: 'custom',
      termsText: 'Keep it secret.',
      recipients: 'rita@example.net',
      message: 'Read this.',
    })
    expect(sender.page.control('contract.pdf', 'input[type=checkbox]')).toBeDefined()
    expect(chosenPreset(sender)).toEqual(['Everything'])
    expect(sender.text()).toContain(
      'Only the people above can read, print and download · watermark · until 24 Dec 2027, 17:30 · terms to accept',
    )
    const { kysely } = app.strongroom.services.database
    const rows = await kysely.selectFrom('preset').select('choices').execute()
    expect(JSON.stringify(rows)).not.toMatch(/rita|sam@|Please read|2027-12-24/)
  })

  test('gives way to the strictest settings at a press', async () => {
    await sender.open('/share')
    await sender.press('Everything')
    await sender.fill('People', 'rita@example.net').press('Strictest settings')
    expect(valuesOf(sender)).toMatchObject({
      recipients: 'rita@example.net',
      download: 'no',
      watermarkSize: 'small',
      expiry: 'off',
      destructAmount: '10',
      termsText: '',
    })
    expect(chosenPreset(sender)).toEqual(['Strictest settings'])
  })

  test('keeps of a fixed date how far it lies ahead', async () => {
    await savePreset('Ten days', { expiry: 'date', expiryDate: '2026-11-30', expiryTime: '' })
    app.clock.advance(5 * day)
    sender = await signIn(app, operatorEmail)
    expect(await formAt(sender, `/share?preset=${await guidOf('Ten days')}`)).toMatchObject({
      expiry: 'date',
      expiryDate: '2026-12-05',
    })
  })

  test('can be what new shares begin with, and no longer', async () => {
    await savePreset('Mine', { expiry: 'off' })
    await sender.open('/share/presets')
    await sender.follow('Change Mine')
    await sender.press('Make default')
    expect(sender.text()).toContain('New shares start with this preset.')
    expect(await formAt(sender, '/share')).toMatchObject({ download: 'yes', watermarkSize: 'large' })
    expect(await formAt(sender, '/share?preset=none')).toMatchObject({
      download: 'no',
      watermarkSize: 'small',
    })
    await sender.open(`/share/presets?preset=${await guidOf('Mine')}`)
    await sender.press('Remove as default')
    expect(await formAt(sender, '/share')).toMatchObject({ download: 'no' })
  })

  test('is renamed and deleted', async () => {
    await savePreset('Old name')
    await sender.open(`/share/presets?preset=${await guidOf('Old name')}`)
    await sender.fill('Name', 'New name').press('Rename')
    expect(sender.text()).toContain('New name')
    await sender.follow('Change New name')
    await sender.press('Delete preset')
    expect(sender.text()).toContain('Preset deleted.')
    expect(sender.page.links('Change New name')).toEqual([])
  })
})

describe('refused is', () => {
  test.each<[string, string, Record<string, string>, string]>([
    ['a preset without a name', ' ', {}, 'Enter a name.'],
    ['one with markup as name', '<b>', {}, 'must not contain these characters <>'],
    ['a name that is too long', 'x'.repeat(61), {}, 'Shorten this to 60 characters or fewer.'],
    ['a second one of a name', 'With download', {}, 'You already have a preset with this name.'],
    ['one that contradicts itself', 'No way', { webView: 'no', download: 'no' }, 'no one can see the file'],
    ['one with a date that is over', 'Past', { expiryDate: '2026-01-01' }, 'The earliest date is tomorrow.'],
  ])('%s', async (_, name, values, words) => {
    await savePreset(name, { expiryDate: '2027-12-24', ...values })
    expect([sender.status, sender.url.pathname]).toEqual([400, '/share'])
    expect(sender.page.root.querySelector('[role=alert]')!.text).toContain(words)
    expect(sender.page.valueOf('Preset name')).toBe(name)
  })

  test('renaming to a name that another one has', async () => {
    await savePreset('Second')
    await sender.open(`/share/presets?preset=${await guidOf('Second')}`)
    await sender.fill('Name', 'With download').press('Rename')
    expect(sender.status).toBe(400)
    expect(sender.text()).toContain('You already have a preset with this name.')
  })

  test('the fifty-first', async () => {
    const other = await makeUser(app, { email: 'many@example.org' })
    const { presets } = app.strongroom.services.shares
    const actor = await userOf('many@example.org')
    const form = { ...(await import('#server/shares/sending/forms.ts')).protectionForm.parse({}) }
    for (let made = 0; made < 50; made++) await presets.save(actor, `Preset ${made}`, form)
    await other.open('/share')
    await other.fill('Preset name', 'One more').press('Save preset')
    expect(other.status).toBe(400)
    expect(other.text()).toContain('You have 50 presets, the maximum. Delete one before you save another.')
  })
})

async function userOf(email: string) {
  const { kysely } = app.strongroom.services.database
  const { guid } = await kysely
    .selectFrom('user')
    .select('guid')
    .where('email', '=', email)
    .executeTakeFirstOrThrow()
  const names = { firstName: 'M', lastName: 'A', tierCode: 9, isOperator: false, timeZone: 'UTC' }
  const team = {
    teamGuid: null,
    teamRole: null,
    inviteStatus: 'Active',
    tierEndsAt: null,
    hadTrial: false,
  } as const
  return { kind: 'user', guid, email, ...names, ...team } as const
}

test("no one sees, uses, renames, chooses or deletes another person's preset", async () => {
  await savePreset('Secret strategy')
  const guid = await guidOf('Secret strategy')
  const other = await makeUser(app, { email: 'other@example.org' })
  for (const address of [`/share?preset=${guid}`, `/share/presets?preset=${guid}`]) {
    expect((await other.open(address)).status).toBe(404)
  }
  await other.open('/share/presets')
  expect(other.text()).not.toContain('Secret strategy')
  await other.open('/share')
  expect((await other.send('share', { preset: 'Secret strategy' })).status).toBe(404)
  await other.open('/share')
  await other.fill('Preset name', 'Own').press('Save preset')
  await other.open(`/share/presets?preset=${await guidOf('Own')}`)
  for (const intent of ['renamePreset', 'makeStandard', 'deletePreset']) {
    const submission = other.page.submission(other.page.form(intent))
    const tried = await other.fetch(`/share/presets?preset=${guid}`, {
      method: 'POST',
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams(
        submission.entries.map(({ name, value }) => [name, String(value)]),
      ).toString(),
    })
    expect(tried.status).toBe(404)
  }
  const { kysely } = app.strongroom.services.database
  const row = await kysely.selectFrom('preset').selectAll().where('guid', '=', guid).executeTakeFirst()
  expect(row).toMatchObject({ name: 'Secret strategy', is_standard: 0 })
})
