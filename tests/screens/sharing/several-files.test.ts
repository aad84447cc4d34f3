import { beforeEach, describe, expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { UploadedFile } from '#tests/support/browser/encode.ts'
import { makeOperator, makeUser, openShare } from '#tests/support/world/make.ts'
import { note } from '#tests/support/files/documents.ts'
import { contract, traces } from './form.ts'
import { ownLink } from '#tests/support/world/people.ts'

const { app, operator: sender } = await makeWorld()

beforeEach(() => sender.open('/share'))

const program = { name: 'Setup.pdf', bytes: Buffer.from('MZ\0\0') }

/** The shares that the page of a sending lists, by file name. */
function listed(browser: Browser): Map<string, string> {
  const links = browser.page.root.querySelectorAll('a[href^="/s/"]')
  return new Map(links.map((link) => [link.text, link.getAttribute('href')!.slice('/s/'.length)]))
}

describe('several files at once', () => {
  test('are a share each, and each person gets one email with all links and no name of a file', async () => {
    const before = (await app.outbox.all()).length
    sender.attach('File', note('Alpha.txt'), note('Beetroot.txt'), contract)
    sender.fill('People', 'Rita <rita@example.net>, sam@example.net').fill('Message', 'Three drafts.')
    await sender.press('Share file')
    expect(sender.path).toMatch(/^\/share\/sent\/[0-9a-f]{32}$/)
    expect([sender.status, sender.heading()]).toEqual([200, '3 files shared'])
    const shares = listed(sender)
    expect([...shares.keys()]).toEqual(['Alpha.txt', 'Beetroot.txt', 'contract.pdf'])

    expect(await app.outbox.all()).toHaveLength(before + 2)
    const email = await app.outbox.newest('rita@example.net')
    expect(email.subject).toBe('Olivia Ortega shared 3 files with you')
    const links = [...shares.values()].map(ownLink)
    expect(email.links).toEqual(links)
    for (const link of email.links) expect(email.html).toContain(`href="${link}"`)
    expect(email.text).toContain('Three drafts.')
    expect(email.text + email.html + email.subject).not.toMatch(/alpha|beetroot|contract|\.txt|\.pdf/i)
  })

  test('can each be read, unshared and followed by itself, and the email counts for each', async () => {
    sender.attach('File', note('One.txt'), note('Two.txt')).fill('People', 'tina@example.net')
    await sender.press('Share file')
    const shares = listed(sender)
    const [one, two] = [shares.get('One.txt')!, shares.get('Two.txt')!]
    await openShare(app, one, 'tina@example.net')
    for (const guid of [one, two]) {
      await sender.open(`/s/${guid}`)
      const rows = sender.page.root.querySelectorAll('tbody tr').map((row) => row.text)
      expect(rows.find((row) => row.includes('tina@example.net'))).toContain('Sent')
    }
    await sender.open(`/s/${two}`)
    await sender.press('Unshare')
    const reader = await openShare(app, one, 'tina@example.net')
    expect(reader.text()).toContain('One.txt')
  })

  test('keep the protections that were chosen, each its own', async () => {
    sender.attach('File', note('P.txt'), note('Q.txt')).fill('People', 'rita@example.net')
    sender.choose('Allowed', 'Printing').fill('Number of copies', '3')
    await sender.press('Share file')
    const { kysely } = app.strongroom.services.database
    const rows = await kysely
      .selectFrom('share')
      .select(['may_print', 'print_count'])
      .where('guid', 'in', [...listed(sender).values()])
      .execute()
    expect(rows).toEqual([
      { may_print: 1, print_count: 3 },
      { may_print: 1, print_count: 3 },
    ])
  })

  test('on a link for anyone need no people, and no one is emailed', async () => {
    const before = (await app.outbox.all()).length
    sender.attach('File', note('A.txt'), note('B.txt')).choose('Anyone with the link')
    await sender.press('Share file')
    expect(listed(sender).size).toBe(2)
    expect(await app.outbox.all()).toHaveLength(before)
  })
})

describe('of several files one that is refused', () => {
  test.each<[string, UploadedFile, string]>([
    ['a program under the name of a document', program, 'The file’s contents don’t match'],
    ['an empty file', { name: 'Empty.txt', bytes: new Uint8Array() }, 'This file is empty'],
    ['a forbidden name', { ...contract, name: 'con.pdf' }, 'This file name can’t be used.'],
  ])('leaves the others as they are: %s', async (_, bad, words) => {
    sender.attach('File', note('Before.txt'), bad, note('After.txt')).fill('People', 'rita@example.net')
    await sender.press('Share file')
    expect([sender.status, sender.heading()]).toEqual([200, '2 of 3 files shared'])
    expect([...listed(sender).keys()]).toEqual(['Before.txt', 'After.txt'])
    expect(sender.text()).toContain(`${bad.name}: ${words}`)
    expect(sender.text()).toContain('Some files weren’t shared.')
    expect((await app.outbox.newest('rita@example.net')).links).toHaveLength(2)
  })

  test('is sent again with the same people, protections and message', async () => {
    sender.attach('File', note('Good.txt'), program)
    sender.fill('People', '"Reader, Rita" <rita@example.net>').fill('Message', 'With this.')
    sender.choose('Allowed', 'Download')
    await sender.press('Share file')
    await sender.follow('Share it with the same people')
    expect(sender.page.valueOf('People')).toBe('"Reader, Rita" <rita@example.net>')
    expect(sender.page.valueOf('Message')).toBe('With this.')
    sender.attach('File', note('Better.txt'))
    await sender.press('Share file')
    expect(sender.heading()).toBe('Better.txt')
    expect(sender.text()).toContain('Recipients can download')
  })

  test('is named when the form has another fault, and the others are kept', async () => {
    const before = await traces(app)
    sender.attach('File', note('Kept one.txt'), program, note('Kept two.txt')).fill('People', 'nobody')
    await sender.press('Share file')
    expect([sender.status, sender.path]).toEqual([400, '/share'])
    const summary = sender.page.root.querySelector('[role=alert]')!.text
    expect(summary).toContain('Setup.pdf: The file’s contents')
    expect(summary).toContain('Not an email address: nobody.')
    expect((await traces(app)).shares).toBe(before.shares)
    sender.fill('People', 'rita@example.net').clear('Kept two.txt')
    await sender.press('Share file')
    expect(sender.heading()).toBe('Kept one.txt')
  })

  test('and the last one, too: the form comes back with what is wrong with each', async () => {
    sender.attach('File', program, { ...program, name: 'Other.docx' }).fill('People', 'rita@example.net')
    await sender.press('Share file')
    expect([sender.status, sender.path]).toEqual([415, '/share'])
    for (const name of ['Setup.pdf', 'Other.docx'])
      expect(sender.text()).toContain(`${name}: The file’s contents`)
    expect(sender.page.valueOf('People')).toBe('rita@example.net')
  })
})

test('more files than can be sent at once: the form says so and keeps those that fit', async () => {
  const before = await traces(app)
  sender.attach('File', ...Array.from({ length: 21 }, (_, at) => note(`${at}.txt`)))
  await sender.fill('People', 'rita@example.net').press('Share file')
  expect([sender.status, sender.path]).toEqual([400, '/share'])
  expect(sender.text()).toContain('At most 20 files at a time.')
  expect((await traces(app)).shares).toBe(before.shares)
  expect(sender.page.root.querySelectorAll('input[type=checkbox][name=file]')).toHaveLength(20)
})

test('the same files sent twice are shared once, and the second form is answered as the first one', async () => {
  sender.attach('File', note('X.txt'), note('Y.txt')).fill('People', 'nobody')
  await sender.press('Share file')
  sender.fill('People', 'rita@example.net')
  const twice = { ...sender.page.press('Share file'), action: '/share' }
  await sender.submit(twice)
  expect(sender.heading()).toBe('2 files shared')
  const { path } = sender
  const before = await traces(app)
  await sender.submit(twice)
  expect([sender.status, sender.path]).toEqual([200, path])
  expect({ ...(await traces(app)), emails: 0 }).toEqual({ ...before, emails: 0 })
})

test('how a sending went is shown to no one else', async () => {
  sender.attach('File', note('Mine.txt'), note('Mine too.txt')).fill('People', 'rita@example.net')
  await sender.press('Share file')
  const { path } = sender
  await sender.reload()
  expect(sender.heading()).toBe('2 files shared')
  const other = await makeUser(app)
  for (const address of [path, `/share/sent/${'f'.repeat(32)}`, `/share?again=${path.slice(-32)}`]) {
    await other.open(address)
    expect(other.status).toBe(404)
    expect(other.text()).not.toContain('Mine')
  }
  await app.browser().open(path)
})

test('files that do not fit together into what is left: none is taken, and the form says so', async () => {
  const small = await startApp({ config: { storageQuota: 2 * 1024 * 1024 } })
  const poor = await makeOperator(small)
  const before = await traces(small)
  await poor.open('/share')
  const large = (name: string) => ({ name, bytes: Buffer.alloc(1_900_000, 'a') })
  poor.attach('File', large('One.txt'), large('Two.txt')).fill('People', 'rita@example.net')
  await poor.press('Share file')
  expect([poor.status, poor.path]).toEqual([413, '/share'])
  expect(poor.text()).toContain('Not enough storage for this file, so it wasn’t saved. Your limit is 2 MB')
  expect(await traces(small)).toEqual(before)
})
