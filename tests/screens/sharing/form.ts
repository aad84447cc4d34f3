import { expect } from 'vitest'
import type { App } from '#tests/support/world/app.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import { storedFiles } from '#tests/support/world/everything.ts'

export const contract: UploadedFile = { name: 'contract.pdf', type: 'application/pdf', bytes: pdf() }

/** Every field of the share form, none of them as the form proposes it. */
export const filled = {
  visibility: 'people',
  recipients: 'Rita Reader <rita@example.net>\r\nsam@example.net',
  message: 'Please read\r\nbefore "Monday".',
  download: 'yes',
  print: 'yes',
  watermark: 'on',
  watermarkSize: 'large',
  watermarkColour: 'blue',
  expiry: 'date',
  expiryDate: '2027-12-24',
  expiryTime: '17:30',
  destructAmount: '7',
  destructUnit: 'hours',
}

/** Fills the whole share form, but for what is given, and sends it. */
export async function tryShare(
  browser: Browser,
  given: Record<string, string | UploadedFile> = {},
): Promise<Browser> {
  await browser.open('/share')
  return browser.send('share', { file: contract, ...filled, ...given })
}

/** That the form came back under this status, said this, and still holds everything that was typed. */
export function expectRefused(
  browser: Browser,
  expected: { status: number; words: string; typed?: Record<string, string> },
): void {
  expect([browser.status, browser.path, browser.heading()]).toEqual([
    expected.status,
    '/share',
    'Share a file',
  ])
  expect(browser.page.root.querySelector('[role=alert]')?.text).toContain(expected.words)
  const { entries } = browser.page.submission(browser.page.form('share'))
  const held = Object.fromEntries(entries.map(({ name, value }) => [name, value]))
  expect(withBreaks(held)).toMatchObject(withBreaks({ ...filled, ...expected.typed }))
  expect(browser.text()).not.toMatch(/\bat .+:\d+:\d+|node_modules|Error: [A-Z]\w+Error/)
}

/** Browsers post line ends as two characters and hold them as one. */
function withBreaks(fields: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('\r\n', '\n') : value,
    ]),
  )
}

/** Whether the form asks for the file again, or has kept the one that arrived. */
export function asksForFile(browser: Browser): boolean {
  return browser.page.root.querySelector('input[type=file][name=file][required]') !== null
}

export type Traces = { files: number; objects: number; shares: number; emails: number; stored: string[] }

/** Everything that an upload or a share may leave behind: rows, jobs and bytes. */
export async function traces(app: App): Promise<Traces> {
  const { kysely } = app.strongroom.services.database
  async function count(table: 'file' | 'object' | 'share' | 'job'): Promise<number> {
    const query = kysely.selectFrom(table).select((eb) => eb.fn.countAll<number>().as('n'))
    return Number((await query.executeTakeFirstOrThrow()).n)
  }
  return {
    files: await count('file'),
    objects: await count('object'),
    shares: await count('share'),
    emails: await count('job'),
    stored: await storedFiles(app),
  }
}
