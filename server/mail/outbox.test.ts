import { mkdtemp, readFile, readdir, rename, rm, stat } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { EmailRefused } from './email.ts'
import { OutboxTransport } from './outbox.ts'

let base = ''
let folder = ''
let transport: OutboxTransport

beforeEach(async () => {
  base = await mkdtemp(path.join(tmpdir(), 'strongroom-outbox-'))
  folder = path.join(base, 'outbox')
  transport = new OutboxTransport({
    folder,
    from: 'Strongroom <no-reply@files.example.com>',
    clock: () => Date.parse('2027-03-01T10:20:30.456Z'),
  })
})

afterEach(async () => {
  await rm(base, { recursive: true, force: true })
})

const email = { to: 'jane@example.com', subject: 'Hello', text: 'Hello\n', html: '<p>Hello</p>' }

async function only(): Promise<{ name: string; text: string; mode: number }> {
  const names = await readdir(folder)
  expect(names).toHaveLength(1)
  const file = path.join(folder, names[0]!)
  return { name: names[0]!, text: await readFile(file, 'utf8'), mode: (await stat(file)).mode & 0o777 }
}

test('each email becomes one file that only the server’s user can read', async () => {
  await transport.send({ ...email, messageId: '<1@files.example.com>' })
  const { name, text, mode } = await only()
  expect(name).toMatch(/^2027-03-01T10-20-30\.456Z-[0-9a-f]{32}-jane@example\.com\.eml$/)
  expect(mode).toBe(0o600)
  expect((await stat(folder)).mode & 0o777).toBe(0o700)
  expect(text).toContain('From: Strongroom <no-reply@files.example.com>\n')
  expect(text).toContain('To: jane@example.com\n')
  expect(text).toContain('Auto-Submitted: auto-generated\n')
  expect(text).toContain('Message-ID: <1@files.example.com>\n')
  expect(text).toContain('Date: Mon, 01 Mar 2027 10:20:30 +0000\n')
  expect(text).toContain('multipart/alternative')
})

test('a link can be copied out of the file as it stands', async () => {
  const link = `https://files.example.com/access/reset?token=${'x'.repeat(43)}`
  await transport.send({ ...email, text: `Grüße\n\n${link}\n` })
  expect((await only()).text).toContain(`\nGrüße\n\n${link}\n`)
})

test('an email carries the time it was written, not the time it was sent', async () => {
  await transport.send({ ...email, at: Date.parse('2027-02-28T00:00:00Z') })
  expect((await only()).text).toContain('Date: Sun, 28 Feb 2027 00:00:00 +0000\n')
})

test('two emails of one moment to one address are two files', async () => {
  await Promise.all([transport.send(email), transport.send(email)])
  expect(await readdir(folder)).toHaveLength(2)
})

test('an email that is sent again, by a process after a kill, is the same file', async () => {
  const sent = { ...email, messageId: '<1@files.example.com>' }
  await transport.send(sent)
  const { name } = await only()
  // What the killed one had started and not finished.
  await rename(path.join(folder, name), path.join(folder, `${name}.part`))
  const later = new OutboxTransport({
    folder,
    from: 'Strongroom <no-reply@files.example.com>',
    clock: () => Date.parse('2027-03-01T11:00:00Z'),
  })
  await later.send({ ...email, messageId: '<2@files.example.com>' })
  for (let time = 0; time < 2; time++) await later.send(sent)
  const names = (await readdir(folder)).toSorted()
  expect(names).toEqual([name, expect.stringMatching(/^2027-03-01T11-00-00\.000Z-.*\.eml$/)])
})

test('line ends in a subject or a header begin no header', async () => {
  await transport.send({
    ...email,
    subject: 'Hello\r\nBcc: eve@example.com',
    headers: { 'X-Share': '1\r\nX-Evil: yes' },
  })
  const head = (await only()).text.split('\n\n', 1)[0]!
  expect(head).toContain('Subject: Hello Bcc: eve@example.com')
  expect(head).toContain('X-Share: 1 X-Evil: yes')
  expect(head).not.toMatch(/^(Bcc|X-Evil):/im)
})

test.each([
  'jane@example.com, eve@example.com',
  'jane@example.com\r\nBcc: eve@example.com',
  'nobody',
  '../../x',
])('an email to %j is refused and nothing is written', async (to) => {
  await expect(transport.send({ ...email, to })).rejects.toThrow(EmailRefused)
  await expect(readdir(folder)).rejects.toThrow('ENOENT')
})

test('a header name that could hold a line end is refused', async () => {
  await expect(transport.send({ ...email, headers: { 'X\r\nBcc': 'eve@example.com' } })).rejects.toThrow(
    EmailRefused,
  )
})

test('an address with signs in it gives a safe file name', async () => {
  await transport.send({ ...email, to: "a/b{c}'d@example.com" })
  expect((await only()).name).toMatch(/-a_b_c__d@example\.com\.eml$/)
})
