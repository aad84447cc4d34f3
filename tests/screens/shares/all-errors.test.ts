import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import { contract, traces } from '#tests/screens/sharing/form.ts'

const { app, operator: sender } = await makeWorld()

type Typed = Record<string, string | UploadedFile>

/** What the summary links to, in its order. */
function summary(): string[] {
  const links = [...sender.page.root.querySelectorAll('[role=alert] a')]
  return links.map((link) => link.getAttribute('href')!.slice(1))
}

/** That each of these fields says itself what is wrong with it, once. */
function expectSaidAt(fields: string[]): void {
  for (const field of fields) {
    const error = sender.page.root.querySelectorAll(`#${field}-error`)
    expect([field, error.length, error[0]?.text !== '']).toEqual([field, 1, true])
    const described = sender.page.root.querySelector(`#${field}`)?.getAttribute('aria-describedby')
    expect(described?.split(' ')).toContain(`${field}-error`)
  }
}

const wrong = {
  recipients: 'nobody',
  message: 'a < b',
  visibility: 'passkey',
  passkey: 'short',
  passkeyAgain: 'shorter',
  print: 'yes',
  printCount: 'many',
  expiry: 'date',
  expiryDate: 'someday',
  watermarkText: 'x'.repeat(200),
  forward: 'yes',
  webView: 'no',
  terms: 'custom',
  termsText: '',
}
const inForm = ['recipients', 'message', 'passkey', 'passkeyAgain', 'printCount', 'expiryDate']
const below = ['watermarkText', 'forward', 'webView', 'termsText']

test('everything that is wrong is said at once, at its field and in one summary, and nothing typed is lost', async () => {
  const before = await traces(app)
  for (const pressed of [{ check: 'Review first' }, {}] as Typed[]) {
    await sender.open('/share')
    await sender.send('share', { ...wrong, file: contract, ...pressed })
    expect(sender.status).toBe(400)
    expect(summary().toSorted()).toEqual([...inForm, ...below].toSorted())
    expectSaidAt([...inForm, ...below])
    expect(sender.page.valueOf('People')).toBe('nobody')
    expect(sender.page.valueOf('Message')).toBe('a < b')
    expect(sender.page.valueOf('Last day')).toBe('someday')
    expect(sender.page.root.outerHTML).not.toContain('shorter')
    expect(sender.page.control('contract.pdf', 'input[type=checkbox]')).toBeDefined()
  }
  expect((await traces(app)).shares).toBe(before.shares)
})

test('the summary is in the order of the form', async () => {
  await sender.open('/share')
  await sender.send('share', { ...wrong, file: contract })
  const order = summary()
  for (const [at, field] of ['recipients', 'message', 'passkey', 'printCount', 'expiryDate'].entries())
    expect(
      order.filter((one) => ['recipients', 'message', 'passkey', 'printCount', 'expiryDate'].includes(one))[
        at
      ],
    ).toBe(field)
})

test('a file that is missing, refused or unfit is said with the rest', async () => {
  const before = await traces(app)
  const scan = { name: 'scan.pdf', bytes: Buffer.from('no document') }
  const notes = { name: 'Notes.txt', bytes: Buffer.from('Notes') }
  for (const [file, field] of [
    [undefined, 'file'],
    [scan, 'file'],
    [notes, 'visibility'],
  ] as const) {
    await sender.open('/share')
    const typed = { recipients: 'nobody', visibility: 'passkey', passkey: 'short', passkeyAgain: 'short' }
    await sender.send('share', { ...typed, ...(file && { file }) })
    expect(sender.status).toBeGreaterThanOrEqual(400)
    expect(summary().toSorted()).toEqual([field, 'passkey', 'recipients'].toSorted())
    expectSaidAt([field, 'passkey', 'recipients'])
  }
  expect((await traces(app)).shares).toBe(before.shares)
})

test('a list too long to be read does not hide what else is wrong', async () => {
  await sender.open('/share')
  const recipients = 'someone@example.net\r\n'.repeat(3000)
  await sender.send('share', { recipients, message: 'a < b', expiry: 'destruct', destructAmount: '0' })
  expect(sender.status).toBe(400)
  expect(summary().toSorted()).toEqual(['destructAmount', 'file', 'message', 'recipients'])
  expect(sender.text()).toContain('That list is too long.')
  expect(sender.text()).not.toContain('Add at least one email address.')
})

test('a note is refused for its title, its text and its readers together, and none is left behind', async () => {
  const before = await traces(app)
  await sender.open('/share?write=note')
  await sender.send('share', { source: 'note', noteTitle: 'a/b', noteText: '', recipients: '' })
  expect(sender.status).toBe(400)
  expect(summary()).toEqual(['noteTitle', 'noteText', 'recipients'])
  expectSaidAt(['noteTitle', 'noteText', 'recipients'])
  expect(await traces(app)).toEqual(before)
})

test('a preset is not kept while a choice is wrong, and all wrong choices are said', async () => {
  await sender.open('/share')
  const choices = { printCount: 'many', print: 'yes', expiry: 'destruct', destructAmount: '0' }
  await sender.send('share', { ...choices, presetName: 'Odd', savePreset: 'Save preset' })
  expect(summary().toSorted()).toEqual(['destructAmount', 'printCount'])
})
