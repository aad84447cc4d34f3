import { describe, expect, test } from 'vitest'
import { invitationEmail, roomUrl, type RoomInvitation } from './invitation-email.ts'

const olivia = { name: 'Olivia Ortega', email: 'olivia@example.org' }
const guid = '0123456789abcdef0123456789abcdef'
const publicUrl = new URL('https://files.example.com')
const invitation: RoomInvitation = {
  room: { name: 'Project <Alba>', version: 2, url: roomUrl(publicUrl, { guid, version: 2 }) },
  owner: olivia,
  inviter: olivia,
  message: 'Please read\nbefore Monday.',
  startsAt: Date.UTC(2027, 0, 2, 9),
  expiresAt: Date.UTC(2027, 2, 1, 17, 30),
}

describe('an invitation into a room', () => {
  const mail = invitationEmail('mia@example.net', invitation)

  test('names the room in the email and not in its subject', () => {
    expect(mail.subject).toBe('Olivia Ortega invited you to a data room')
    expect(mail.text).toContain('“Project <Alba>”')
    expect(mail.html).toContain('“Project &lt;Alba&gt;”')
  })

  test('says the same as plain text and as HTML: message, time, which address to confirm, and the link', () => {
    for (const words of [
      'before Monday.',
      'You can enter from 2027-01-02 09:00 UTC until 2027-03-01 17:30 UTC.',
      'confirm this address, mia@example.net,',
      `https://files.example.com/dr/${guid}`,
    ]) {
      expect(mail.text).toContain(words)
      expect(mail.html).toContain(words)
    }
  })

  test('has no link that tells who follows it, and none to switch off what one cannot do without', () => {
    const links = mail.text.match(/https:\S+/g)
    expect(links).toEqual([`https://files.example.com/dr/${guid}`])
    expect(mail.headers).toBeUndefined()
  })

  test('names both where a co-owner invites', () => {
    const inviter = { name: 'Carla Costa', email: 'carla@example.org' }
    const { text, subject } = invitationEmail('mia@example.net', { ...invitation, inviter })
    expect(subject).toBe('Olivia Ortega invited you to a data room')
    expect(text).toContain('Carla Costa (carla@example.org) invited you')
    expect(text).toContain('which Olivia Ortega (olivia@example.org) owns')
  })

  test.each([
    [null, null, null],
    [invitation.startsAt, null, 'You can enter from 2027-01-02 09:00 UTC.'],
    [null, invitation.expiresAt, 'You can enter until 2027-03-01 17:30 UTC.'],
  ])('from %s until %s says %s', (startsAt, expiresAt, words) => {
    const { text } = invitationEmail('mia@example.net', { ...invitation, startsAt, expiresAt })
    if (words === null) expect(text).not.toContain('You can enter')
    else expect(text).toContain(words)
  })
})

test('a room of version 1 has its own address', () => {
  expect(roomUrl(publicUrl, { guid, version: 1 })).toBe(`https://files.example.com/d/${guid}`)
})
