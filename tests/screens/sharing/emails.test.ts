import { afterAll, test } from 'vitest'
import { operatorEmail } from '#tests/support/world/make.ts'
import { secrets, tellStory } from './email-story.ts'
import { describeEmails, expectNoOther, type Expected } from '#tests/support/world/email-table.ts'

const story = await tellStory()
afterAll(() => story.app.close())

const shared = 'Olivia Ortega shared a file with you'
const code = 'N is your Strongroom code'
const optional = { isOptional: true } as const
const confirms = { saysAddress: true } as const

/** Every email that sharing brings. */
const emails: [string, Expected][] = [
  [
    'a share, its link sent again to one person, and another share',
    { to: 'rita@example.net', subject: shared, count: 3, ...confirms },
  ],
  [
    'several files',
    { to: 'several@example.net', subject: 'Olivia Ortega shared 2 files with you', ...confirms },
  ],
  [
    'a share for anyone, and its link sent again to all',
    { to: 'open@example.net', subject: shared, count: 2 },
  ],
  ['a share with a passkey', { to: 'petra@example.net', subject: shared }],
  ['a share, to a person whom an edit added', { to: 'adam@example.net', subject: shared, ...confirms }],
  ['a code at the door', { to: 'rita@example.net', subject: code, count: 3 }],
  ['a code where access is asked for', { to: 'paul@example.net', subject: code }],
  [
    'the links that somebody asked for',
    { to: 'rita@example.net', subject: 'Your links from Strongroom', ...confirms },
  ],
  [
    'a request to pass a file on',
    { to: operatorEmail, subject: 'A recipient asks to forward your file', count: 3, ...optional },
  ],
  [
    'a request for access',
    { to: operatorEmail, subject: 'Someone requests access to your file', count: 3, ...optional },
  ],
  [
    'a file that was passed on, to its sender',
    { to: operatorEmail, subject: 'Your file was forwarded', ...optional },
  ],
  [
    'a file that was passed on, to its new reader',
    { to: 'fay@example.net', subject: 'rita@example.net forwarded a protected file to you', ...confirms },
  ],
  [
    'the same after the consent of the sender',
    {
      to: 'nora@example.net',
      subject: 'Rita Reader (rita@example.net) forwarded a protected file to you',
      ...confirms,
    },
  ],
  [
    'consent, to who asked to pass the file on',
    { to: 'rita@example.net', subject: 'Your request was approved' },
  ],
  [
    'consent, to who asked for access',
    { to: 'paul@example.net', subject: 'Your request was approved', ...confirms },
  ],
  [
    'a refusal, to who asked to pass the file on',
    { to: 'rita@example.net', subject: 'Your request wasn’t approved' },
  ],
  ['a refusal, to who asked for access', { to: 'pia@example.net', subject: 'Your request wasn’t approved' }],
  ['a comment, to the sender', { to: operatorEmail, subject: '1 new comment on your file', ...optional }],
  [
    'a comment, to a recipient',
    { to: 'rita@example.net', subject: '1 new comment from Olivia Ortega', ...optional },
  ],
  [
    'a reminder',
    { to: 'rita@example.net', subject: 'Access to a file shared with you ends soon', ...optional },
  ],
  ['a first opening', { to: operatorEmail, subject: 'Your file was opened for the first time', ...optional }],
  [
    'the week, to the sender',
    { to: operatorEmail, subject: 'Your week: 1 person opened 1 file', ...optional },
  ],
  [
    'terms that were accepted',
    { to: operatorEmail, subject: 'The terms of your file were accepted', ...optional },
  ],
  [
    'a passkey that takes no more tries',
    { to: operatorEmail, subject: 'Wrong passkeys were entered for your file' },
  ],
]

/** Emails of the story about something else than sharing, and those of a kind that another line stands for. */
const others = [
  `${operatorEmail}: New sign-in to your Strongroom account`,
  `pia@example.net: ${code}`,
  `pat@example.net: ${code}`,
  ...['adam', 'nora', 'paul'].map(
    (name) => `${name}@example.net: Access to a file shared with you ends soon`,
  ),
]

describeEmails(emails, story, [...Object.values(secrets), '.pdf'])

test('no other email came', () => {
  expectNoOther(story, emails, others)
})
