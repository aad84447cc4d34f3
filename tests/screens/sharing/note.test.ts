import { expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { openShare } from '#tests/support/world/make.ts'
import { traces } from './form.ts'

const { app, operator: sender } = await makeWorld()

async function write(title: string, text: string): Promise<Browser> {
  await sender.open('/share')
  await sender.follow('Write a note instead')
  return sender.fill('Title', title).fill('Note', text).fill('People', 'rita@example.net').press('Share note')
}

test('a note becomes a document that is shown as pages, named by its title', async () => {
  await write('Offer  for Monday', 'Ten thousand.\r\nNot a word to others.')
  expect([sender.status, sender.heading()]).toEqual([200, 'Offer for Monday.txt'])
  expect(sender.text()).toContain('Note shared.')
  const guid = sender.url.pathname.slice('/s/'.length)
  const email = await app.outbox.newest('rita@example.net')
  expect(email.text + email.html + email.subject).not.toMatch(/offer|thousand/i)
  const reader = await openShare(app, guid)
  expect(reader.page.pageImages()).toHaveLength(1)
  const original = await sender.fetch(`/view/${guid}/download`)
  expect(await original.text()).toBe('Ten thousand.\nNot a word to others.\n')
})

test('a note is looked at before it is sent, and stays as it was typed', async () => {
  await sender.open('/share?write=note')
  sender.fill('Title', 'Draft').fill('Note', 'A first try.').fill('People', 'rita@example.net')
  await sender.press('Review first')
  expect(sender.page.root.querySelector('.checked')!.text).toContain('Draft.txt')
  expect([sender.path, sender.page.valueOf('Note')]).toEqual(['/share?write=note', 'A first try.'])
  await sender.press('Share now')
  expect(sender.heading()).toBe('Draft.txt')
})

const markup = 'This field must not contain these characters <> and HTML codes.'

test.each<[string, string, string, string]>([
  ['no title', ' ', 'Text', 'Enter a title for the note.'],
  ['no text', 'Title', ' \r\n', 'Write the note.'],
  ['markup in the title', '<b>', 'Text', markup],
  ['markup in the text', 'Title', 'a <script>', markup],
  ['a link in the text', 'Title', 'see www.evil.example', 'To prevent spam'],
  ['a blocked word', 'Title', 'cheap viagra', 'some words are not allowed in the note field'],
  ['a title that is no file name', 'a/b', 'Text', 'This title can’t be used as a file name'],
  ['a title that is too long', 'x'.repeat(101), 'Text', 'Shorten this to 100 characters or fewer.'],
  ['a text that is too long', 'Title', 'x'.repeat(20_001), 'Shorten this to 20000 characters or fewer.'],
])('%s is refused with everything typed kept, and nothing stays behind', async (_, title, text, words) => {
  const before = await traces(app)
  await write(title, text)
  expect([sender.status, sender.path]).toEqual([400, '/share?write=note'])
  expect(sender.page.root.querySelector('[role=alert]')!.text).toContain(words)
  expect([sender.page.valueOf('Title'), sender.page.valueOf('People')]).toEqual([title, 'rita@example.net'])
  expect(await traces(app)).toEqual(before)
})

test('a note with another fault in its form is not stored', async () => {
  const before = await traces(app)
  await sender.open('/share?write=note')
  await sender.fill('Title', 'A').fill('Note', 'B').fill('People', 'nobody').press('Share note')
  expect(sender.text()).toContain('Not an email address: nobody.')
  expect(await traces(app)).toEqual(before)
})

test('a note of the greatest length is sent', async () => {
  await write('Long', 'äöü '.repeat(5000).trim())
  expect(sender.heading()).toBe('Long.txt')
})
