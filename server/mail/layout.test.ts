import { expect, test } from 'vitest'
import { composeEmail } from './layout.ts'

const parts = {
  to: 'jane@example.com',
  subject: 'A "file" for you',
  heading: 'Open <the> file',
  paragraphs: ['Tom & Jane’s file.\nSecond line.', '<script>alert(1)</script>'],
  action: { label: 'Open "it"', url: 'https://files.example.com/s/1?a=1&b="x"' },
  code: '123456',
  footer: 'Sent by <Tom>',
}

test('an email says the same as text and as HTML', () => {
  const email = composeEmail(parts)
  expect(email).toMatchObject({ to: 'jane@example.com', subject: 'A "file" for you' })
  expect(email.text).toBe(
    [
      'Open <the> file',
      '',
      '123456',
      '',
      'Tom & Jane’s file.\nSecond line.',
      '',
      '<script>alert(1)</script>',
      '',
      'Open "it":',
      'https://files.example.com/s/1?a=1&b="x"',
      '',
      '-- ',
      'Sent by <Tom>',
      '',
    ].join('\n'),
  )
  expect(email.html).toContain('Tom &amp; Jane’s file.<br>Second line.')
  expect(email.html).toContain('>123456</td>')
})

test('nothing that a person typed becomes markup', () => {
  const { html } = composeEmail(parts)
  expect(html).not.toContain('<script>')
  expect(html).toContain('Open &lt;the&gt; file')
  expect(html).toContain('href="https://files.example.com/s/1?a=1&amp;b=&quot;x&quot;"')
  expect(html).toContain('Sent by &lt;Tom&gt;')
})

test('an email holds nothing that would tell who reads it', () => {
  expect(composeEmail(parts).html).not.toMatch(/<img|<link|url\(|src=/i)
})

test('an address that is not absolute is a mistake of the program', () => {
  const action = { label: 'Open', url: '/s/1' }
  expect(() => composeEmail({ ...parts, action })).toThrow('absolute')
  expect(() => composeEmail({ ...parts, action: { label: 'Open', url: 'javascript:alert(1)' } })).toThrow(
    'absolute',
  )
})

test('an email that one can do without says where, in its text and to mail programs', () => {
  const switchOffAt = 'https://files.example.com/setting?tabActive=notifications&x="1"'
  const email = composeEmail({ ...parts, switchOffAt })
  expect(email.text).toContain(`\n-- \nSent by <Tom>\nManage email notifications:\n${switchOffAt}\n`)
  expect(email.html).toContain('tabActive=notifications&amp;x=&quot;1&quot;')
  expect(email.headers).toEqual({ 'List-Unsubscribe': `<${switchOffAt}>` })
  expect(composeEmail(parts).headers).toBeUndefined()
  expect(() => composeEmail({ ...parts, switchOffAt: 'javascript:alert(1)' })).toThrow('must be absolute')
})

test('an email can name what can be done instead, as a second link', () => {
  const otherAction = { label: 'Reject <it>', url: 'https://files.example.com/p/2?t=a&b' }
  const email = composeEmail({ ...parts, otherAction })
  expect(email.text).toContain('\n\nReject <it>:\nhttps://files.example.com/p/2?t=a&b\n\n-- \n')
  expect(email.html).toContain('href="https://files.example.com/p/2?t=a&amp;b"')
  expect(email.html).toContain('>Reject &lt;it&gt;</a>')
  const wrong = { label: 'Reject', url: '/p/2' }
  expect(() => composeEmail({ ...parts, otherAction: wrong })).toThrow('must be absolute')
})

test('a sender, a message and a company are shown as text, in colours that are colours', () => {
  const email = composeEmail({
    ...parts,
    sender: { name: 'Tom <Tam>', email: 'tom@example.com' },
    message: 'Read <b>this</b>\nfirst',
    company: { name: 'Tam & Sons', colours: { bar: '#1d2a44', text: '#ffffff' } },
  })
  expect(email.html).toContain('Tom &lt;Tam&gt;')
  expect(email.html).toContain('Read &lt;b&gt;this&lt;/b&gt;<br>first')
  expect(email.html).toContain('background:#1d2a44;color:#ffffff;">Tam &amp; Sons<')
  expect(email.text).toContain('\n\nRead <b>this</b>\nfirst\n\n')
})

test('an email has a look for the dark, and says last why it came', () => {
  const { html } = composeEmail(parts)
  expect(html).toContain('<meta name="color-scheme" content="light dark">')
  expect(html).toContain('@media (prefers-color-scheme:dark)')
  expect(html.slice(html.indexOf('Sent by'))).not.toContain('href=')
})
