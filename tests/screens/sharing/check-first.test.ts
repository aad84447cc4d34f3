import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import { contract, traces } from './form.ts'

const { app, operator: sender } = await makeWorld()

test('looking first sends nothing, shows label, reasons, files and people, and sends at the second press', async () => {
  await sender.open('/share')
  const before = await traces(app)
  sender.attach('File', contract, { name: 'Annex.txt', bytes: Buffer.from('an annex') })
  sender.fill('People', 'Rita Reader <rita@example.net>, sam@example.net').fill('Message', 'Look at this.')
  sender.choose('Allowed', 'Forwarding')
  await sender.press('Review first')
  expect([sender.status, sender.path]).toEqual([200, '/share'])
  const shown = sender.page.root.querySelector('.checked')!.text
  for (const words of [
    'Nothing has been shared yet',
    'Security MED',
    'Each recipient confirms their address with a code we email them.',
    'Recipients can forward it to others',
    'No end date.',
    'contract.pdf',
    'Annex.txt',
    'Rita Reader (rita@example.net)',
    'sam@example.net',
  ])
    expect(shown).toContain(words)
  expect((await traces(app)).shares).toBe(before.shares)
  expect(await app.outbox.to('sam@example.net')).toEqual([])
  expect(sender.page.valueOf('Message')).toBe('Look at this.')
  expect(sender.page.isUnfolded(/Change$/)).toBe(true)
  await sender.press('Share now')
  expect(sender.heading()).toBe('2 files shared')
  expect(await app.outbox.to('sam@example.net')).toHaveLength(1)
})

test('what is changed after looking is what is sent', async () => {
  await sender.open('/share')
  await sender.attach('File', contract).choose('Anyone with the link').press('Review first')
  expect(sender.page.root.querySelector('.checked')!.text).toMatch(
    /Security LOW.*No emails are sent\. You get a link/,
  )
  sender.choose('Only people I specify').fill('People', 'rita@example.net')
  await sender.press('Review again')
  expect(sender.page.root.querySelector('.checked')!.text).toContain('Security HIGH')
  await sender.press('Share file')
  expect(sender.text()).toContain('Security HIGH')
})

test.each([
  ['Only people I specify', 'Each person has their own timer.'],
  ['Anyone with the link', 'everyone shares one timer'],
])('who sees it decides how self-destruct is explained: %s', async (audience, words) => {
  await sender.open('/share')
  sender.attach('File', contract).choose(audience).fill('People', 'rita@example.net')
  await sender.choose('Self-destruct').fill('How long', '30').press('Review first')
  const shown = sender.page.root.querySelector('.checked')!.text
  expect(shown).toContain('It self-destructs 30 minutes after opening.')
  expect(shown).toContain(words)
})

test('a form with a fault is not looked at: the fault is said, and the file is kept', async () => {
  await sender.open('/share')
  await sender.attach('File', contract).fill('People', 'nobody').press('Review first')
  expect([sender.status, sender.page.root.querySelector('.checked')]).toEqual([400, null])
  expect(sender.text()).toContain('Not an email address: nobody.')
  expect(sender.page.control('contract.pdf', 'input[type=checkbox]')).toBeDefined()
})

test('without a file there is nothing to look at', async () => {
  await sender.open('/share')
  await sender.fill('People', 'rita@example.net').press('Review first')
  expect(sender.status).toBe(400)
  expect(sender.text()).toContain('Choose a file to share.')
})

test('what a passkey cannot protect is refused before, as it would be afterwards', async () => {
  const typed = {
    visibility: 'passkey',
    passkey: 'seven quiet harbour lamps',
    passkeyAgain: 'seven quiet harbour lamps',
  }
  const notes = { name: 'Notes.txt', bytes: Buffer.from('Notes') }
  const note = { source: 'note', noteTitle: 'A note', noteText: 'Words' }
  for (const what of [{ file: notes }, note] as Record<string, string | UploadedFile>[]) {
    for (const pressed of [{ check: 'yes' }, {}] as Record<string, string>[]) {
      const { files } = await traces(app)
      await sender.open('source' in what ? '/share?write=note' : '/share')
      await sender.send('share', { ...typed, ...what, ...pressed })
      expect([sender.status, sender.path.split('?')[0]]).toEqual([400, '/share'])
      expect(sender.page.root.querySelector('.checked')).toBeNull()
      expect(sender.text()).toContain('A passkey can only protect these file types: PDF, PNG')
      if ('source' in what) expect((await traces(app)).files).toBe(files)
    }
  }
})
