import { expect, test } from 'vitest'
import { describeEmails, expectNoOther, type Expected, atOrigin } from '#tests/support/world/email-table.ts'
import { everything } from '#tests/support/world/everything.ts'
import { linksOf, scan } from '#tests/support/browser/scanning.ts'
import { people, secrets, tellRoomStory } from './email-story.ts'

const story = await tellRoomStory()

const { owner, mia, ned, carl, nora, admin } = people
const { room, left, given, file } = secrets
const optional = { isOptional: true } as const
const code = 'N is your Strongroom code'
const invitation = 'Olivia Ortega invited you to a data room'
const offered = 'Olivia Ortega offers you a data room'

/** Every email that data rooms bring. */
const emails: [string, Expected][] = [
  ['an invitation', { to: mia, subject: invitation, saysAddress: true, says: [room] }],
  [
    'an invitation, and the same once more',
    { to: ned, subject: invitation, count: 2, saysAddress: true, says: [room] },
  ],
  ['a code at the door of a room', { to: mia, subject: code }],
  ['a new file', { to: mia, subject: '1 new file in a data room', says: [room, file], ...optional }],
  [
    'a new file, to somebody who has terms to accept first',
    { to: ned, subject: '1 new file in a data room', says: [room], ...optional },
  ],
  [
    'terms that were accepted',
    { to: owner, subject: 'The terms of your data room were accepted', ...optional },
  ],
  [
    'a first entry',
    { to: owner, subject: 'A member entered your data room for the first time', ...optional },
  ],
  [
    'an administrator who looks into a room',
    {
      to: owner,
      subject: 'An administrator of your team viewed one of your data rooms',
      says: [room],
    },
  ],
  ['an offer of a room, and of another', { to: nora, subject: offered, count: 2, says: [room, given] }],
  [
    'an offer that was accepted',
    { to: owner, subject: 'Ulrich Unger now owns your data room', says: [given] },
  ],
  ['a room that was taken over', { to: nora, subject: 'You now own a data room', says: [given] }],
  [
    'a room that somebody else put into the bin',
    { to: owner, subject: `${carl} deleted one of your data rooms`, says: [left] },
  ],
]

/** Emails of the story about something else, and one of a kind that another line stands for. */
const others = [
  `${carl}: ${code}`,
  ...[admin, nora].map((email) => `${email}: Activate your Strongroom account`),
]

describeEmails(emails, story, Object.values(secrets))

test('no other email came', () => {
  expectNoOther(story, emails, others)
})

test('a mail scanner that looks at every link of every email changes nothing', async () => {
  const came = (await story.app.outbox.all()).length
  const before = await everything(story.app)
  const links = linksOf(story.emails)
  expect(links.length).toBeGreaterThan(8)
  // Twice, each time from a network of its own and a browser without a past.
  for (const link of links)
    for (let times = 0; times < 2; times++) await scan(story.app.browser(atOrigin()), link)
  const after = await everything(story.app)
  for (const [table, rows] of Object.entries(before)) expect(after[table], table).toEqual(rows)
  expect(await story.app.outbox.all()).toHaveLength(came)
})
