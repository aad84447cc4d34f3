import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest'
import { SmtpCounterpart } from '#server/mail/smtp-counterpart.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { command, commandJson } from './command.ts'

let dataDir: string

beforeEach(async () => {
  dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-mail-'))
})

afterEach(() => rm(dataDir, { recursive: true, force: true }))

async function mailServer(refusals: Record<string, string> = {}): Promise<SmtpCounterpart> {
  const server = await SmtpCounterpart.start(refusals)
  onTestFinished(() => server.stop())
  return server
}

function address(server: { port: number }): Record<string, string> {
  return { SMTP_URL: `smtp://127.0.0.1:${server.port}` }
}

test('a test email leaves through the mail server, whose answer is told', async () => {
  const server = await mailServer()
  const { code, stdout } = await command(dataDir, ['mail', 'test', 'Me@example.com'], {
    env: address(server),
  })
  expect(code).toBe(0)
  expect(stdout).toBe(
    `The mail server 127.0.0.1:${server.port} accepted the email to me@example.com. It answered: 250 taken\n`,
  )
  expect(server.received.map(({ to }) => to)).toEqual(['me@example.com'])
  expect(server.received[0]!.data).toContain('Subject: Test email from Strongroom')
})

test('a letter that the mail server refuses is a failure, with its words', async () => {
  const server = await mailServer({ 'me@example.com': '550 5.1.1 no such user' })
  const { code, stderr } = await command(dataDir, ['mail', 'test', 'me@example.com'], {
    env: address(server),
  })
  expect(code).toBe(1)
  expect(stderr).toContain('rejected the email')
  expect(stderr).toContain('550 5.1.1 no such user')
})

test('a mail server that is away cannot be reached, and its password is not told', async () => {
  const server = await mailServer()
  const { port } = server
  await server.stop()
  const env = { SMTP_URL: `smtp://user:secret@127.0.0.1:${port}` }
  const { code, stderr } = await command(dataDir, ['mail', 'test', 'me@example.com'], { env })
  expect(code).toBe(3)
  expect(stderr).toContain(`couldn’t be sent through 127.0.0.1:${port}: connect ECONNREFUSED`)
  expect(stderr).not.toContain('secret')
})

test('without a mail server the email is in the outbox', async () => {
  await writeFile(path.join(dataDir, 'strongroom.db'), '')
  type Data = { way: string; answer: string }
  const { code, data } = await commandJson<Data>(dataDir, ['mail', 'test', 'me@example.com'])
  expect([code, data.way]).toEqual([0, 'outbox'])
  expect(path.dirname(data.answer)).toBe(path.join(dataDir, 'outbox'))
  const email = await new Outbox(path.join(dataDir, 'outbox')).newest('me@example.com')
  expect(email.text).toContain('files.example.com sent this as a test')
})
