import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { tryShare } from './form.ts'

const { app, operator: sender } = await makeWorld()

const people = Array.from({ length: 100 }, (_, at) => ({
  name: `Person ${String.fromCodePoint(65 + (at % 26))}${String.fromCodePoint(97 + Math.floor(at / 26))}`,
  email: `person${at}@example.net`,
}))

async function recipientsOf(browser: Browser) {
  const { kysely } = app.strongroom.services.database
  return kysely
    .selectFrom('recipient')
    .select(['email', 'name'])
    .where('share_guid', '=', browser.url.pathname.slice('/s/'.length))
    .execute()
}

const named = ({ name, email }: { name: string; email: string }) => `${name} <${email}>`

describe('a hundred people pasted', () => {
  test.each<[string, string, boolean]>([
    ['with commas', people.map(({ email }) => email).join(', '), false],
    ['with semicolons and names, as Outlook copies them', people.map(named).join('; '), true],
    ['one a line, in capitals', people.map(({ email }) => email.toUpperCase()).join('\r\n'), false],
    ['with names in front', people.map(named).join(',\r\n'), true],
    [
      'as columns of a spreadsheet with a heading',
      ['First name\tLast name\tE-mail\tTelephone']
        .concat(people.map(({ name, email }) => `${name.replace(' ', '\t')}\t${email}\t+41 44 000 00 00`))
        .join('\r\n'),
      true,
    ],
  ])('%s', async (_, recipients, hasNames) => {
    // Every one twice: an address counts once.
    const again = people.map(({ email }) => email).join(' ')
    await tryShare(sender, { recipients: `${recipients}\r\n${again}` })
    expect([sender.status, sender.heading()]).toEqual([200, 'contract.pdf'])
    const found = await recipientsOf(sender)
    expect(found.toSorted((a, b) => a.email.localeCompare(b.email))).toEqual(
      people
        .map(({ name, email }) => ({ email, name: hasNames ? name : '' }))
        .toSorted((a, b) => a.email.localeCompare(b.email)),
    )
  })
})

test('what is no address in a row of a spreadsheet is named, and nothing is sent', async () => {
  const recipients = 'Name\tE-mail\r\nRita Reader\trita@example.net\r\nSam Sender\tsam at example'
  await tryShare(sender, { recipients })
  expect(sender.status).toBe(400)
  expect(sender.text()).toContain('Not an email address: Sam Sender, sam at example.')
  expect(sender.page.valueOf('People')).toBe(recipients)
})
