import { afterEach, expect, test } from 'vitest'
import { EmailRefused } from './email.ts'
import { SmtpCounterpart } from './smtp-counterpart.ts'
import { SmtpTransport } from './smtp.ts'

let server: SmtpCounterpart
let transport: SmtpTransport

async function start(refusals: Record<string, string> = {}): Promise<void> {
  server = await SmtpCounterpart.start(refusals)
  transport = new SmtpTransport({
    url: `smtp://127.0.0.1:${server.port}`,
    from: 'Strongroom <no-reply@files.example.com>',
    clock: () => Date.parse('2027-03-01T10:20:30Z'),
  })
}

afterEach(async () => {
  transport.close()
  await server.stop()
})

const email = { to: 'jane@example.com', subject: 'Grüße', text: 'Hello\n', html: '<p>Hello</p>' }

test('an email arrives at the mail server, with its envelope and headers', async () => {
  await start()
  await transport.send({ ...email, messageId: '<1@files.example.com>' })
  await transport.send({ ...email, to: 'bob@10.0.0.1' })
  expect(server.received.map(({ from, to }) => ({ from, to }))).toEqual([
    { from: 'no-reply@files.example.com', to: 'jane@example.com' },
    { from: 'no-reply@files.example.com', to: 'bob@[10.0.0.1]' },
  ])
  expect(server.received[0]!.data).toContain('Message-ID: <1@files.example.com>\r\n')
  expect(server.received[0]!.data).toContain('Auto-Submitted: auto-generated\r\n')
  expect(server.received[0]!.data).toContain('Date: Mon, 01 Mar 2027 10:20:30 +0000\r\n')
})

test('an address that the mail server does not know is refused permanently', async () => {
  await start({ 'jane@example.com': '550 5.1.1 no such user' })
  await expect(transport.send(email)).rejects.toThrow(EmailRefused)
})

test('a mail server that asks to come back later refuses nothing permanently', async () => {
  await start({ 'jane@example.com': '451 4.7.1 greylisted' })
  const error: unknown = await transport.send(email).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(EmailRefused)
})

test('a mail server that is away refuses nothing permanently', async () => {
  await start()
  await server.stop()
  const error: unknown = await transport.send(email).catch((reason: unknown) => reason)
  expect(error).toBeInstanceOf(Error)
  expect(error).not.toBeInstanceOf(EmailRefused)
})

test('a password is not sent in clear text to another machine', async () => {
  await start()
  // 127.0.0.2 is this machine by another number, which stands for any other: it offers no TLS.
  const careful = new SmtpTransport({
    url: `smtp://user:secret@127.0.0.2:${server.port}`,
    from: 'no-reply@files.example.com',
    clock: () => 0,
  })
  await expect(careful.send(email)).rejects.toThrow('STARTTLS')
  expect(server.lines.join('\n')).not.toMatch(/AUTH|MAIL FROM/)
  careful.close()
})
