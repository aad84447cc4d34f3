import { mkdir } from 'node:fs/promises'
import path from 'node:path'
import { generateSync } from 'otplib'
import { expect, test, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { Outbox } from '#tests/support/world/mail.ts'
import { operatorEmail } from '#tests/support/world/make.ts'
import { makePlace, query, register, signIn, startServer } from './place.ts'
import { answerOf, run } from './run-command.ts'
import { patience } from '#tests/support/world/patience.ts'

const tab = '/setting?tabActive=twofactor'

/** The key that the page shows for who cannot scan it. */
function keyOn(browser: Browser): string {
  return /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/.exec(browser.text())![0]
}

/** Folders for an installation, its backup and what is restored of it. */
async function places(): Promise<{ data: string; copy: string; other: string }> {
  const place = await makePlace()
  await mkdir(path.join(place, 'data'))
  return { data: path.join(place, 'data'), copy: path.join(place, 'copy'), other: path.join(place, 'other') }
}

async function atSetup(browser: Browser): Promise<string> {
  await browser.open(tab)
  await browser.send('beginSecondFactor')
  return keyOn(browser)
}

function codeOf(key: string): string {
  return generateSync({ secret: key.replaceAll(' ', '') })
}

test('the operator switches off the two-factor code of a person who lost the phone', async () => {
  const { data } = await places()
  const server = await startServer(data)
  const olivia = await register(server)
  const key = await atSetup(olivia)
  await olivia.send('confirmSecondFactor', { twoFactorCode: codeOf(key) })
  const [recoveryCode = ''] = /\w{4}-\w{4}-\w{4}/.exec(olivia.text()) ?? []
  expect(recoveryCode).not.toBe('')
  const settings = { DATA_DIR: data, PUBLIC_URL: server.origin }
  const done = await run(settings, 'user', 'reset-second-factor', operatorEmail)
  expect(done).toMatchObject({
    code: 0,
    out: `Two-step verification is off for ${operatorEmail}. They now sign in with the password alone.\n`,
  })
  expect((await olivia.open(tab)).text()).toContain('Set up two-step verification')
  expect((await signIn(server)).path).toBe('/home')
  const outbox = new Outbox(path.join(data, 'outbox'))
  const newest = async () => (await outbox.newest(operatorEmail)).subject
  await vi.waitFor(async () => expect(await newest()).toContain('is off for'), patience)
  expect(await answerOf(settings, 'user', 'reset-second-factor', operatorEmail)).toEqual({
    email: operatorEmail,
    isChanged: false,
  })
  const unknown = await run(settings, 'user', 'reset-second-factor', 'nobody@example.org')
  expect([unknown.code, unknown.err]).toEqual([1, 'No account has the address nobody@example.org.\n'])
})

test('a backup holds the secret sealed; and restored it opens', async () => {
  const { data, copy, other } = await places()
  const server = await startServer(data)
  const key = await atSetup(await register(server))
  await server.kill()
  await answerOf({ DATA_DIR: data }, 'backup', copy)
  const [{ secret_sealed: sealed } = {}] = query(copy, 'select secret_sealed from second_factor')
  expect(String(sealed)).toMatch(/^[0-9a-f]{8}\.[\w-]{60,}$/)
  await answerOf({ DATA_DIR: other }, 'restore', copy)
  const restored = await signIn(await startServer(other))
  await restored.open(tab)
  expect(keyOn(restored)).toBe(key)
})

test('a backup whose secrets its key does not open is refused before anything is written', async () => {
  const { data, copy, other } = await places()
  const server = await startServer(data)
  await atSetup(await register(server))
  await server.kill()
  query(data, `update second_factor set secret_sealed = 'x' || secret_sealed`)
  expect(await run({ DATA_DIR: data }, 'key', 'check')).toMatchObject({
    code: 1,
    out: expect.stringContaining('1 object keys or secrets open with no key: second_factor:'),
  })
  await answerOf({ DATA_DIR: data }, 'backup', copy)
  const { code, err } = await run({ DATA_DIR: other }, 'restore', copy)
  expect([code, err]).toEqual([1, expect.stringContaining('does not open 1 of the objects and secrets')])
})
