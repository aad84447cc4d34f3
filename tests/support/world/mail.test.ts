import { createTransport } from 'nodemailer'
import { expect, test } from 'vitest'
import { readEmail } from './mail.ts'

test('a letter of two parts is read with its code, links and name in any script', async () => {
  const transport = createTransport({ streamTransport: true, buffer: true })
  const sent = await transport.sendMail({
    from: 'a@example.org',
    to: 'b@example.org',
    subject: 'Prüfung 試験 ist eine lange Betreffzeile, die umgebrochen wird, weil sie so lang ist',
    text: 'Your code: 012345\nOpen http://localhost:3000/file/0123456789abcdef?x=123456 — größer',
    html: '<p>012345</p>',
  })
  const email = readEmail(sent.message as Buffer)
  expect(email).toMatchObject({
    to: 'b@example.org',
    code: '012345',
    html: expect.stringContaining('012345'),
  })
  expect(email.subject).toBe(
    'Prüfung 試験 ist eine lange Betreffzeile, die umgebrochen wird, weil sie so lang ist',
  )
  expect(email.links).toEqual(['http://localhost:3000/file/0123456789abcdef?x=123456'])
  expect(email.text).toContain('größer')
})
