import { expect, test } from 'vitest'
import { allKinds, emailsOf } from '#server/events/kinds.ts'
import { filesLike, readSource } from './support/sources/sources.ts'

const sources = filesLike('{app,server}/**/*.{ts,tsx}')
  .filter((file) => !/\.(test|d)\.tsx?$/.test(file))
  .map(readSource)

test('only server/events writes down what happened', () => {
  const writers = sources.filter(({ text }) =>
    /\b(insertInto|updateTable|deleteFrom)\('event(_head)?'\)/.test(text),
  )
  expect(writers.map(({ file }) => file)).toEqual([
    'server/events/chain.ts',
    'server/events/erase.ts',
    'server/events/heads/heads.ts',
    'server/events/keeping/erase-values.ts',
  ])
})

test('the chain is reached through the face of server/events alone', () => {
  const around = sources
    .filter(({ file }) => !file.startsWith('server/events/'))
    .flatMap(({ file, imports }) =>
      imports
        .filter((name) => /(^|\/)events\/(?!events\.ts$)/.test(name) && name.includes('server'))
        .map((name) => `${file} imports ${name}`),
    )
  expect(around).toEqual([])
})

/** Emails that are a part of what is done: see server/events/kinds.ts. */
const ceremonies = {
  'codes and links that prove an address or let somebody in': [
    'accountMadeEmail',
    'activationEmail',
    'addressCodeEmail',
    'addressInUseEmail',
    'alreadyRegisteredEmail',
    'codeEmail',
    'signInCodeEmail',
    'linksEmail',
    'resetEmail',
    'setupEmail',
  ],
  'what brings a file, a room or an offer to whom it is for': [
    'accessGivenEmail',
    'invitationEmail',
    'offerEmail',
    'passedOnEmail',
    'sharesEmail',
    'teamInvitationEmail',
  ],
  'what an operator asked for': ['headEmail', 'testEmail'],
  'what somebody asked to be told of': ['exportReadyEmail', 'readyEmail', 'weekEmail'],
}

test('every email tells of an event in the table of kinds, or is known to be a part of what is done', () => {
  const machinery = ['composeEmail', 'safeEmail']
  // These answer an address.
  const addresses = ['actorEmail', 'readEmail', 'recipientByEmail', 'requireEmail']
  const written = sources
    .filter(({ file }) => file.startsWith('server/'))
    .flatMap(({ text }) =>
      [...text.matchAll(/^(?:export )?function (\w+Email)\b/gm)].map(([, name]) => name!),
    )
    .filter((name) => ![...machinery, ...addresses].includes(name))
  const told = allKinds.flatMap(emailsOf)
  const known = [...told, ...Object.values(ceremonies).flat()]
  expect([...new Set(written)].toSorted()).toEqual([...new Set(known)].toSorted())
})

test('an email that tells of an event is written by who subscribes to it, and by no one else', () => {
  const told = [...new Set(allKinds.flatMap(emailsOf))]
  const callers = sources.filter(({ text }) =>
    told.some((name) => new RegExp(`(?<!function )\\b${name}\\(`).test(text)),
  )
  expect(callers.filter(({ text }) => !text.includes('events.onEmail(')).map(({ file }) => file)).toEqual([])
})
