import { expect, test } from 'vitest'
import type { User } from '#server/accounts/accounts.ts'
import { sharesEmail } from './emails.ts'

const sender: User = {
  kind: 'user',
  guid: '0'.repeat(32),
  email: 'olivia@example.org',
  firstName: 'Olivia',
  lastName: 'Ortega',
  tierCode: 9,
  isOperator: false,
  timeZone: 'UTC',
  teamGuid: null,
  teamRole: null,
  inviteStatus: 'Active',
  tierEndsAt: null,
  hadTrial: false,
}
const link = 'https://files.example.com/file/0123'
const links = [{ url: link, isDownload: false }]
const invitation = { sender, message: '', links, visibility: 'people' as const }

test('an email names the sender, carries the message and the link, and says how the file is opened', () => {
  const mail = sharesEmail('rita@example.net', { ...invitation, message: 'Please read\nbefore Monday.' })
  expect(mail).toMatchObject({
    to: 'rita@example.net',
    subject: 'Olivia Ortega shared a file with you',
  })
  for (const words of [
    'Olivia Ortega (olivia@example.org)',
    'Please read\nbefore Monday.',
    link,
    'with a code',
  ]) {
    expect(mail.text).toContain(words)
  }
  expect(mail.html).toContain(`href="${link}"`)
  expect(mail.html).toContain('Please read<br>before Monday.')
})

test('an email without a message has no empty paragraph', () => {
  const mail = sharesEmail('rita@example.net', { ...invitation, message: '' })
  expect(mail.text).not.toMatch(/\n{3}/)
  expect(mail.html).not.toMatch(/<p[^>]*><\/p>/)
})

test('an email about a link for anyone asks for no code', () => {
  const { text } = sharesEmail('rita@example.net', { ...invitation, visibility: 'public' })
  expect(text).toContain('It works for anyone who has it')
  expect(text).not.toContain('code')
})

test('an email about a file with a passkey carries none, and says where it comes from', () => {
  const { text } = sharesEmail('rita@example.net', { ...invitation, visibility: 'passkey' })
  expect(text).toContain('enter the passkey: the password for the file')
  expect(text).toContain('our emails never contain it')
  expect(text).not.toContain('with a code')
})
