import { expect } from 'vitest'
import type { Browser } from './browser.ts'
import { encodeForm } from './encode.ts'

export type SentForm = { action: string; fields: Record<string, string> }

/** The forms of a page that change something, but for those of its frame. */
export function formsOf({ page }: Browser): SentForm[] {
  const forms = page.root
    .querySelectorAll('main form, .viewer-bar form')
    .filter((form) => form.getAttribute('method')?.toLowerCase() === 'post')
  return forms.map((form) => {
    const { action, entries } = page.submission(form)
    return { action, fields: Object.fromEntries(entries.map(({ name, value }) => [name, String(value)])) }
  })
}

const foreign = { origin: 'https://evil.example', 'sec-fetch-site': 'cross-site' }

/** Sends each form as another site would, with another token, and with none: each is refused. */
export async function forge(browser: Browser, forms: SentForm[]): Promise<void> {
  for (const { action, fields } of forms) {
    const { token, ...bare } = fields
    expect(token).toMatch(/\S/)
    for (const [sent, headers] of [
      [fields, foreign],
      [{ ...fields, token: 'A'.repeat(86) }, {}],
      [bare, {}],
    ] as const) {
      const answer = await browser.fetch(action || browser.path, {
        method: 'POST',
        body: new URLSearchParams(sent).toString(),
        headers: { 'content-type': 'application/x-www-form-urlencoded', ...headers },
      })
      expect([fields['intent'], answer.status]).toEqual([fields['intent'], 403])
    }
  }
}

/** Sends a form with a file, as another site would, with another token, and with none: each is refused. */
export async function forgeUpload(
  browser: Browser,
  address: string,
  { token, intent }: { token: string; intent: string },
): Promise<void> {
  const file = { name: 'file', value: { name: 'forged.txt', bytes: Buffer.from('Forged') } }
  for (const [sent, headers] of [
    [token, foreign],
    ['A'.repeat(86), {}],
    [null, {}],
  ] as const) {
    const entries = [
      ...(sent === null ? [] : [{ name: 'token', value: sent }]),
      { name: 'intent', value: intent },
    ]
    const { contentType, body } = encodeForm([...entries, file], 'multipart/form-data')
    const answer = await browser.fetch(address, {
      method: 'POST',
      body,
      headers: { 'content-type': contentType, 'content-length': String(body.length), ...headers },
    })
    expect([intent, answer.status]).toEqual([intent, 403])
  }
}
