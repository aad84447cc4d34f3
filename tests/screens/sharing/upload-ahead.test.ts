import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { encodeForm, type UploadedFile } from '#tests/support/browser/encode.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'
import { contract, traces, tryShare } from './form.ts'

const { app, operator: sender } = await makeWorld()

type Answer = {
  status: number
  body: { file?: string; text?: string; result?: { error?: Record<string, string[]> } }
}

/** What the upload tray sends before the form goes. */
async function sendAhead(
  browser: Browser,
  { file = contract, ...fields }: { file?: UploadedFile | null; token?: string } = {},
  headers: Record<string, string> = {},
): Promise<Answer> {
  await browser.open(browser.cookies.value('session') ? '/share' : '/access/login')
  const token = tokenOn(browser)
  const values = Object.entries({ token, intent: 'upload', ...fields }).map(([name, value]) => ({
    name,
    value,
  }))
  const entries = file ? [...values, { name: 'file', value: file }] : values
  const { contentType, body } = encodeForm(entries, 'multipart/form-data')
  const sent = { 'content-type': contentType, ...headers }
  const answer = await browser.fetch('/upload', { method: 'POST', headers: sent, body })
  return { status: answer.status, body: (await answer.json()) as Answer['body'] }
}

describe('a file sent ahead of its form', () => {
  test('gets an id, with which the form is sent', async () => {
    const { status, body } = await sendAhead(sender)
    expect(status).toBe(200)
    expect(body.file).toMatch(/^[0-9a-f]{32}$/)
    await tryShare(sender, { file: body.file! })
    expect([sender.status, sender.heading()]).toEqual([200, 'contract.pdf'])
  })

  test.each<[string, Parameters<typeof sendAhead>[1], number, string]>([
    ['nothing', { file: null }, 400, 'Choose a file to share.'],
    ['an empty file', { file: { name: 'a.pdf', bytes: new Uint8Array() } }, 400, 'This file is empty'],
    [
      'a program under the name of a document',
      { file: { name: 'a.pdf', bytes: Buffer.from('MZ\0\0') } },
      415,
      'The file’s contents',
    ],
    ['a forbidden name', { file: { ...contract, name: 'con.pdf' } }, 400, 'This file name can’t be used.'],
    ['an invented token', { token: 'A'.repeat(43) }, 403, 'This form has expired. Nothing was saved.'],
  ])('%s is refused in words that the tray can show', async (_, given, status, words) => {
    const before = await traces(app)
    const answer = await sendAhead(sender, given)
    expect(answer.status).toBe(status)
    expect(Object.values(answer.body.result?.error ?? {}).join()).toContain(words)
    expect(await traces(app)).toEqual(before)
  })

  test('by a stranger is refused', async () => {
    const before = await traces(app)
    const { status, body } = await sendAhead(app.browser())
    expect([status, body.file]).toEqual([401, undefined])
    expect(await traces(app)).toEqual(before)
  })

  test('from another site is refused', async () => {
    const before = await traces(app)
    const { status, body } = await sendAhead(sender, {}, { origin: 'https://evil.example' })
    expect([status, body.file]).toEqual([403, undefined])
    expect(await traces(app)).toEqual(before)
  })
})

test.each(['GET', 'HEAD', 'PUT', 'DELETE'])('the address of uploads does not take %s', async (method) => {
  const { status } = await sender.fetch('/upload', { method })
  expect([400, 404, 405, 415]).toContain(status)
})
