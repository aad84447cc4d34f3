import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { makeShare, makeUser } from '#tests/support/world/make.ts'
import { contract, tryShare } from '#tests/screens/sharing/form.ts'

const { app, operator: sender } = await makeWorld()

/** The controls of the form up to the first that sends it, in the order in which a text browser meets them. */
function beforeSending(browser: Browser): string[] {
  const controls = browser.page
    .form('share')
    .querySelectorAll('input, textarea, select, button')
    .filter((control) => control.getAttribute('type') !== 'hidden')
  const end = controls.findIndex((control) => control.getAttribute('type') === 'submit')
  return controls
    .slice(0, end + 1)
    .map((control) => control.getAttribute('name') ?? control.getAttribute('value') ?? '')
}

function suggested(browser: Browser): string[] {
  return browser.page.root.querySelectorAll('.chip input').map((box) => box.getAttribute('value') ?? '')
}

test('a text browser reads file, people, message, the sentence, and then the button', async () => {
  await sender.open('/share')
  await sender.fill('Preset name', 'Usual').press('Save preset')
  await sender.open('/share')
  expect(beforeSending(sender)).toEqual(['file', 'documentPassword', 'recipients', 'message', 'Share file'])
  const words = sender.text()
  const sentence = words.indexOf('Only the people above can read, not download or print · watermark')
  expect(sentence).toBeGreaterThan(words.indexOf('Included in the email.'))
  expect(sentence).toBeLessThan(words.indexOf('Who can open it'))
})

describe('the sentence', () => {
  test.each<[string, Record<string, string>, string]>([
    ['an empty form', {}, 'read, not download or print · watermark · until I unshare it'],
    ['a download', { download: 'yes' }, 'Only the people above can read and download, not print'],
    ['a print', { print: 'yes' }, 'can read and print, not download'],
    ['a link', { visibility: 'public' }, 'Anyone with the link can read'],
    ['a passkey', { visibility: 'passkey' }, 'Anyone with the passkey can read'],
    ['copies only', { webView: 'no', download: 'yes' }, 'can only download · watermark'],
    ['no watermark and a timer', { watermark: 'off', expiry: 'destruct' }, '· no watermark · self-destructs'],
    ['what is no date', { expiry: 'date', expiryDate: 'soon' }, '· until the date below'],
    [
      'all that can be asked',
      { forward: 'yes', readText: 'yes', askName: 'yes', terms: 'custom' },
      'until I unshare it · they can add others · page text included · name required · terms to accept',
    ],
  ])('of %s says what was chosen when the form comes back', async (_, choices, words) => {
    await sender.open('/share')
    await sender.send('share', { ...choices, recipients: 'nobody' })
    expect(sender.status).toBe(400)
    expect(sender.page.root.querySelector('.protect summary')!.text).toContain(words)
  })

  test('of an existing share says how it is protected', async () => {
    const share = await makeShare(app, sender, { download: 'yes', expiry: 'date', expiryDate: '2027-03-01' })
    await sender.open(`/s/${share}/edit`)
    expect(sender.page.root.querySelector('.protect summary')!.text).toContain(
      'Only people I specify can read and download, not print · watermark · until 1 Mar 2027',
    )
  })
})

describe('people of earlier shares', () => {
  test('are suggested, each once and the latest first, and get the file when ticked', async () => {
    const amelia = await makeUser(app, { email: 'amelia@example.org' })
    await tryShare(amelia, { recipients: 'Ben Okafor <ben@example.net>, amelia@example.org' })
    app.clock.advance(1000)
    await tryShare(amelia, { recipients: 'cleo@example.net, BEN@example.net' })
    await amelia.open('/share')
    expect(suggested(amelia)).toEqual(['"Ben Okafor" <ben@example.net>', 'cleo@example.net'])
    amelia.attach('File', contract).choose('Ben Okafor').fill('People', 'dora@example.net, ben@example.net')
    await amelia.press('Review first')
    const people = amelia.page.root.querySelector('.checked')!.text
    for (const person of ['dora@example.net', 'Ben Okafor (ben@example.net)'])
      expect(people).toContain(person)
    expect(people).not.toContain('cleo@example.net')
    expect(amelia.page.control('Ben Okafor', 'input[type=checkbox]').hasAttribute('checked')).toBe(true)
    await amelia.press('Share now')
    expect(amelia.heading()).toBe('contract.pdf')
    const { kysely } = app.strongroom.services.database
    const found = await kysely
      .selectFrom('recipient')
      .select(['email', 'name'])
      .where('share_guid', '=', amelia.url.pathname.slice('/s/'.length))
      .orderBy('email')
      .execute()
    expect(found).toEqual([
      { email: 'ben@example.net', name: 'Ben Okafor' },
      { email: 'dora@example.net', name: '' },
    ])
  })

  test('are no one else’s to see, and not those whose access was removed', async () => {
    const other = await makeUser(app, { email: 'other@example.org' })
    await other.open('/share')
    expect(suggested(other)).toEqual([])
    const share = await makeShare(app, other, { recipients: 'eva@example.net, finn@example.net' })
    await other.open(`/s/${share}/edit`)
    await other.choose('finn@example.net').press('Save changes')
    await other.open('/share')
    expect(suggested(other)).toEqual(['eva@example.net'])
  })

  test('alone are enough, and what is no address is refused beside the field', async () => {
    await sender.open('/share')
    await sender.send('share', { file: contract, to: 'rita@example.net' })
    expect(sender.heading()).toBe('contract.pdf')
    await sender.open('/share')
    await sender.send('share', { file: contract, to: '<b>' })
    expect(sender.status).toBe(400)
    expect(sender.page.root.querySelector('#recipients-error')!.text).toContain('Not an email address')
  })
})
