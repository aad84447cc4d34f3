import { describe, expect, test } from 'vitest'
import { emailAddress, emailsIn } from './email.ts'

test.each([
  ['  Jane.Doe+deal@Example.COM ', 'jane.doe+deal@example.com'],
  ["o'brien@x.example", "o'brien@x.example"],
  ['a@10.0.0.1', 'a@10.0.0.1'],
  ['a@[10.0.0.1]', 'a@10.0.0.1'],
  ['info@Müller.DE', 'info@xn--mller-kva.de'],
  ['info@xn--mller-kva.de', 'info@xn--mller-kva.de'],
  ['a@例え.jp', 'a@xn--r8jz45g.jp'],
  ['a@sub-domain.co.uk', 'a@sub-domain.co.uk'],
])('the address %j has the one spelling %s', (typed, canonical) => {
  expect(emailAddress(typed)).toBe(canonical)
})

test.each([
  '',
  'jane',
  '@example.com',
  'jane@',
  'jane@example',
  'jane@example.c',
  'jane@example.c0m1',
  'jane@-example.com',
  'jane@exa_mple.com',
  'jane@example..com',
  '.jane@example.com',
  'jane.@example.com',
  'ja..ne@example.com',
  'ja ne@example.com',
  'jane@exam ple.com',
  'jane@example.com\nbcc: eve@example.com',
  'jane@example.com:25',
  'jane@300.0.0.1',
  'jane@1.2.3',
  'jane@[example.com]',
  'jürgen@example.com',
  'jane@example.com/path',
  'jane@user@example.com ',
  `${'a'.repeat(65)}@example.com`,
  `a@${'b'.repeat(63)}.${'c'.repeat(63)}.${'d'.repeat(63)}.${'e'.repeat(63)}.com`,
])('%j is no address', (typed) => {
  expect(emailAddress(typed)).toBeNull()
})

test('a pasted list gives each address once in any case, with the names it brings', () => {
  const pasted = [
    'anna@example.com, Bob <BOB@example.com>;"Doe, Jane" <jane@example.com>',
    'Roe, Rich <rich@example.com>',
    "\tanna@EXAMPLE.com\t'carl@example.com' <carl@example.com>",
    'mailto:dora@example.com',
    'Anna A. <anna@example.com>',
    'e@example.com f@example.com',
  ].join('\r\n')
  expect(emailsIn(pasted)).toEqual({
    recipients: [
      { email: 'anna@example.com', name: 'Anna A.' },
      { email: 'bob@example.com', name: 'Bob' },
      { email: 'jane@example.com', name: 'Doe, Jane' },
      { email: 'rich@example.com', name: 'Roe, Rich' },
      { email: 'carl@example.com', name: '' },
      { email: 'dora@example.com', name: '' },
      { email: 'e@example.com', name: '' },
      { email: 'f@example.com', name: '' },
    ],
    refused: [],
  })
})

test('what is no address comes back as it was typed, once', () => {
  expect(emailsIn('bob, jane@example.com; bob\n Name <not an address>,,; <>')).toEqual({
    recipients: [{ email: 'jane@example.com', name: '' }],
    refused: ['bob', 'Name <not an address>'],
  })
})

test('a quote that is never closed spoils no other line', () => {
  expect(emailsIn('"Jane <jane@example.com>, bob@example.com\ncarl@example.com').recipients).toContainEqual({
    email: 'carl@example.com',
    name: '',
  })
})

test('a name that would mislead is left out', () => {
  expect(emailsIn('security@bank.example <eve@example.com>\nhttps://bank.example <f@example.com>')).toEqual({
    recipients: [
      { email: 'eve@example.com', name: '' },
      { email: 'f@example.com', name: '' },
    ],
    refused: [],
  })
})

test('an empty list is no one', () => {
  expect(emailsIn(' \n\t;, ')).toEqual({ recipients: [], refused: [] })
})

test('a huge hostile list is read at once', () => {
  expect(emailsIn('<'.repeat(20_000)).recipients).toEqual([])
  expect(emailsIn('"'.repeat(20_001) + 'a@b.example').recipients.length).toBeLessThan(2)
})

describe('the columns of a spreadsheet', () => {
  test('are a name and an address in any order; numbers are no part of a name, nor are the headings', () => {
    const pasted =
      'Given\tFamily\tMail\tPhone\nRita\tReader\tRITA@example.net\t+41 44\nsam@example.net\t"Sender, Sam"'
    expect(emailsIn(pasted)).toEqual({
      recipients: [
        { email: 'rita@example.net', name: 'Rita Reader' },
        { email: 'sam@example.net', name: 'Sender, Sam' },
      ],
      refused: [],
    })
  })

  test('several addresses in a row are several people', () => {
    const { recipients } = emailsIn('rita@example.net\tsam@example.net\n\ttina@example.net')
    expect(recipients.map(({ email }) => email)).toEqual([
      'rita@example.net',
      'sam@example.net',
      'tina@example.net',
    ])
  })

  test('a row without an address is named, and so is one with half of one', () => {
    expect(emailsIn('Rita\trita@example.net\nSam\tnone\nTina\ttina@')).toMatchObject({
      refused: ['Sam', 'none', 'Tina', 'tina@'],
    })
  })
})
