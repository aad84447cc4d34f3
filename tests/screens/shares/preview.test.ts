import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeTeam } from '#tests/support/world/room-people.ts'
import { pixels } from '#tests/support/browser/pixels.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { contract, traces } from '#tests/screens/sharing/form.ts'

const { app, operator: sender } = await makeWorld()
const { kysely } = app.strongroom.services.database

beforeEach(() => sender.open('/share'))

/** What is shown of the preview, as text. */
function preview(): string {
  return sender.page.root.querySelector('.as-recipient')!.text.replace(/\s+/g, ' ')
}

function isOpen(): boolean {
  return sender.page.root.querySelector('details:has(> .as-recipient)')?.hasAttribute('open') === true
}

function steps(): string[] {
  return sender.page.root.querySelectorAll('.as-recipient li h3').map((heading) => heading.text)
}

function pictures(): string[] {
  return sender.page.root
    .querySelectorAll('.as-recipient img')
    .map((picture) => picture.getAttribute('src')!.replaceAll('&amp;', '&'))
}

test('shows the email, the door, the file and page 1 as the first recipient would meet them, and sends nothing', async () => {
  const before = await traces(app)
  sender.attach('File', contract).fill('People', 'Rita Reader <rita@example.net>, sam@example.net')
  sender.fill('Message', 'Read this.').choose('Allowed', 'Download')
  await sender.press('Preview as recipient')
  expect([sender.status, sender.path, isOpen()]).toEqual([200, '/share', true])
  for (const words of [
    'The email to rita@example.net',
    'Olivia Ortega shared a file with you',
    'To read it, open the link and confirm this address, rita@example.net, with a code',
    'confirm that you are r•••@example.net',
    'Email me a code',
    'contract.pdf',
    'download allowed, no printing',
  ])
    expect(preview()).toContain(words)
  expect(preview().match(/Read this\./g)).toHaveLength(2)
  expect(steps()).toEqual(['Olivia shared a confidential file with you', 'Check your email', 'contract.pdf'])
  const after = await traces(app)
  expect([after.shares, await app.outbox.to('rita@example.net')]).toEqual([before.shares, []])
  const [page] = pictures()
  // Asked for while it is drawn.
  const firstPage = pixels(sender, page!)
  await app.settle()
  expect((await firstPage).equals(await pixels(sender, '/share/watermark'))).toBe(false)
  await sender.press('Share now')
  expect(sender.heading()).toBe('contract.pdf')
  const [email] = await app.outbox.to('rita@example.net')
  expect(email!.subject).toBe('Olivia Ortega shared a file with you')
})

test('the email that is shown is the one that is sent, but for its link', async () => {
  sender.attach('File', contract, { name: 'Annex.txt', bytes: Buffer.from('an annex') })
  await sender.fill('People', 'tom@example.net').press('Preview as recipient')
  const shown = sender.page.root.querySelector('.as-recipient pre')!.text
  await sender.press('Share now')
  const [email] = await app.outbox.to('tom@example.net')
  const withoutLinks = (text: string) =>
    text
      .replaceAll(/http:\S+/g, '(link)')
      .replaceAll('\r\n', '\n')
      .trim()
  expect(withoutLinks(shown)).toBe(withoutLinks(email!.text))
})

test('reviewing has the preview folded', async () => {
  await sender.attach('File', contract).fill('People', 'rita@example.net').press('Review first')
  expect(isOpen()).toBe(false)
  expect(preview()).toContain('The email to rita@example.net')
})

describe('what is asked before the file is seen', () => {
  test.each<[string, Record<string, string>, string[]]>([
    ['with a link for anyone', { visibility: 'public', recipients: '' }, ['contract.pdf']],
    [
      'with a passkey',
      {
        visibility: 'passkey',
        passkey: 'seven quiet harbour lamps',
        passkeyAgain: 'seven quiet harbour lamps',
      },
      ['Enter the passkey', 'contract.pdf'],
    ],
    [
      'with terms and a name',
      { terms: 'custom', termsText: 'Keep it to yourself.', askName: 'yes' },
      [
        'Olivia shared a confidential file with you',
        'Check your email',
        'Terms of access',
        'Your name',
        'contract.pdf',
      ],
    ],
  ])('%s', async (_, choices, expected) => {
    const form = { file: contract, recipients: 'rita@example.net', check: 'Preview as recipient', ...choices }
    await sender.send('share', form)
    expect([sender.status, steps()]).toEqual([200, expected])
    expect(preview()).not.toContain('seven quiet')
    expect(preview().includes('The email to')).toBe(form.recipients !== '')
  })
})

test('page 1 has the watermark that was chosen, or none, and no page where there is none', async () => {
  const form = { file: contract, recipients: 'rita@example.net', check: 'yes' }
  await sender.send('share', { ...form, watermarkColour: 'red', watermarkText: 'Draft' })
  const query = new URL(pictures()[0]!, 'http://localhost').searchParams
  expect([query.get('colour'), query.get('text'), query.get('mark')]).toEqual(['red', 'Draft', null])
  await sender.open('/share')
  await sender.send('share', { ...form, watermark: 'off' })
  expect(pictures()[0]).toContain('mark=off')
  await sender.open('/share')
  await sender.send('share', { ...form, webView: 'no', download: 'yes' })
  expect([pictures(), preview()]).toEqual([[], expect.stringContaining('The file is download only')])
  expect(preview()).toContain('Then they can download the file')
})

test('the team’s name and colours are over the door', async () => {
  const guid = await makeTeam(app, [operatorEmail])
  const look = { name: 'Harbour Partners', bar_colour: '#1d2a44', text_colour: '#ffffff' }
  await kysely.updateTable('team').set(look).where('guid', '=', guid).execute()
  await sender.send('share', { file: contract, recipients: 'rita@example.net', check: 'yes' })
  expect(preview()).toContain('Harbour Partners')
  expect(sender.page.root.querySelector('.as-recipient link')!.getAttribute('href')).toBe(
    '/bar/1d2a44-ffffff',
  )
})
