import { beforeEach, describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import { asksForFile, expectRefused, filled, traces, tryShare } from './form.ts'

let kept: string

/** An account that may share with five people, and a file of it that has arrived. */
const { app, operator: sender } = await makeWorld({ config: { defaultTier: 0 } })

beforeEach(async () => {
  await tryShare(sender, { recipients: '' })
  kept = sender.page.root.querySelector('input[name=file]')!.getAttribute('value')!
})

function addresses(count: number): string {
  return Array.from({ length: count }, (_, at) => `person${at}@example.net`).join('\r\n')
}

type Typed = Record<string, string>

/** That this is refused with these words, keeps everything typed and the file, and makes no share. */
async function expectRefusal(typed: Typed, words: string): Promise<void> {
  const before = await traces(app)
  await sender.send('share', { ...filled, ...typed })
  expectRefused(sender, { status: 400, words, typed })
  expect(asksForFile(sender)).toBe(false)
  expect(sender.page.root.querySelector('input[name=file]')!.getAttribute('value')).toBe(kept)
  expect(await traces(app)).toEqual(before)
}

describe('recipients', () => {
  test.each<[string, string, string]>([
    ['none', '', 'Add at least one email address.'],
    ['only separators', ' , ;\r\n', 'Add at least one email address.'],
    ['a name', 'Rita Reader', 'Not an email address: Rita Reader.'],
    [
      'an address without its end among good ones',
      'rita@example.net, sam@example',
      'Not an email address: sam@example.',
    ],
    ['markup', '<script>alert(1)</script>', 'Not an email address: <script>alert(1)</script>.'],
    ['a second header line', 'rita@example.net\nBcc: all@', 'Not an email address: Bcc: all@.'],
    ['six on a plan for five', addresses(6), 'Your plan allows you to share to up to 5 recipients.'],
    ['a hundred and one', addresses(101), 'You can only add 100 recipients at a time.'],
    ['more than any list', addresses(3000), 'That list is too long.'],
  ])('%s', async (_, recipients, words) => {
    await expectRefusal({ recipients }, words)
  })

  test('are checked on a link for anyone, too', async () => {
    await expectRefusal({ visibility: 'public', recipients: 'nobody' }, 'Not an email address: nobody.')
  })
})

describe('a message', () => {
  const address = 'Email addresses and URLs are not allowed. Please modify your message or contact support.'
  const markup = 'This field must not contain these characters <> and HTML codes.'

  test.each<[string, string, string]>([
    ['with <', 'a < b', markup],
    ['with >', 'a > b', markup],
    ['with &', 'salt & pepper', markup],
    ['with =', 'a = b', markup],
    ['with markup', '<img src=x onerror=alert(1)>', markup],
    ['with an entity', 'x &#60; y', markup],
    ['with a web address', 'see https://evil.example/now', address],
    ['with a bare domain', 'look at evil.com today', address],
    ['with a disguised domain', 'look at evil。com today', address],
    ['with an e-mail address', 'write to rita@example.net', address],
    ['with a blocked word', 'Cheap VIAGRA here', 'To prevent spam'],
    ['with a blocked word in pieces', 'Cheap vi\u200bagra here', 'To prevent spam'],
    ['with control characters', 'a \u0007 bell', 'can’t contain control characters'],
    ['of 2001 characters', 'x'.repeat(2001), 'Shorten this to 2000 characters or fewer.'],
    ['of a hundred thousand characters', 'x'.repeat(100_000), 'can have up to 2000 characters'],
  ])('%s', async (_, message, words) => {
    await expectRefusal({ message }, words)
  })

  test('of a blocked word does not say which word it was', async () => {
    await sender.send('share', { ...filled, message: 'Cheap viagra here' })
    expect(sender.page.root.querySelector('[role=alert]')!.text).not.toMatch(/viagra/i)
  })

  test('of 2000 characters, line ends and emoji among them, is sent', async () => {
    const message = `a line\r\n🙂`.padEnd(2001, 'x')
    await sender.send('share', { ...filled, message })
    expect(sender.path).toMatch(/^\/s\//)
    const { kysely } = app.strongroom.services.database
    const row = await kysely
      .selectFrom('share')
      .select('message')
      .where('file_guid', '=', kept)
      .executeTakeFirst()
    expect(row!.message).toBe(message.replace('\r\n', '\n'))
  })
})

describe('an ending', () => {
  const noDate = 'Enter a valid date'

  test.each<[string, Typed, string]>([
    ['today', { expiryDate: '2026-11-20' }, 'The earliest date is tomorrow.'],
    ['yesterday', { expiryDate: '2026-11-19' }, 'The earliest date is tomorrow.'],
    ['in four years', { expiryDate: '2030-11-20' }, 'The latest date is 3 years from today.'],
    ['a day more than three years', { expiryDate: '11/21/2029' }, 'The latest date is 3 years from today.'],
    ['31 February', { expiryDate: '2027-02-31' }, noDate],
    ['31 February, American', { expiryDate: '2/31/2027' }, noDate],
    ['day before month', { expiryDate: '24/12/2026' }, noDate],
    ['nonsense', { expiryDate: 'soon' }, noDate],
    ['no date', { expiryDate: '' }, noDate],
    ['markup', { expiryDate: '<b>' }, noDate],
    ['a very long date', { expiryDate: '2'.repeat(5000) }, 'Enter a date like'],
    ['25 o’clock', { expiryTime: '25:00' }, 'Enter a time like 17:30'],
    ['nonsense as time', { expiryTime: 'noon' }, 'Enter a time like 17:30'],
  ])('at a date: %s', async (_, typed, words) => {
    await expectRefusal({ expiry: 'date', ...typed }, words)
  })

  test.each(['0', '61', '1.5', '-5', 'ten', '', '1e1', '99999999999'])(
    'after opening: %j',
    async (destructAmount) => {
      await expectRefusal({ expiry: 'destruct', destructAmount }, 'Enter a whole number from 1 to 60.')
    },
  )
})

test('every field at its limit passes at the second try, with the file of the first', async () => {
  await sender.send('share', { ...filled, recipients: 'nobody' })
  expect(sender.status).toBe(400)
  await sender.send('share', { ...filled, recipients: addresses(5) })
  expect([sender.status, sender.heading()]).toEqual([200, 'contract.pdf'])
  const { kysely } = app.strongroom.services.database
  const share = await kysely
    .selectFrom('share')
    .selectAll()
    .where('file_guid', '=', kept)
    .executeTakeFirstOrThrow()
  expect(share).toMatchObject({
    may_download: 1,
    may_print: 1,
    watermark_colour: 'blue',
    expires_at: Date.UTC(2027, 11, 24, 17, 30),
  })
})
