import { expect, test } from 'vitest'
import * as messages from './messages.ts'
import { problems } from '#server/rules/problems.ts'
import { BlockedWords, textProblem } from './text.ts'

test('the messages that clients compare are these, word for word', () => {
  expect(messages.recipientsOverPlanMessage(5)).toBe(
    'Your plan allows you to share to up to 5 recipients. Upgrade now to share to more.',
  )
  expect(messages.invitesOverPlanMessage(25)).toBe(
    'Your plan allows you to invite up to 25 people. Upgrade now to invite more.',
  )
  expect(messages.recipientsAtOnceMessage).toBe('You can only add 100 recipients at a time.')
  expect(messages.addressesMessage).toBe(
    'Email addresses and URLs are not allowed. Please modify your message or contact support.',
  )
  expect(messages.markupMessage).toBe('This field must not contain these characters <> and HTML codes.')
  expect(messages.spamMessage('subject')).toBe(
    'To prevent spam, email addresses, links and some words are not allowed in the subject field. Contact support if you need help.',
  )
})

test('who meets them today gets these words', () => {
  expect(problems.recipientsOverPlan.text).toBe(messages.recipientsOverPlanMessage(5))
  expect(problems.recipientsOverSubmission.text).toBe(messages.recipientsAtOnceMessage)
  const blockedWords = new BlockedWords(['zonk'])
  const message = { field: 'message', maxLength: 100, blockedWords }
  const name = { ...message, field: 'firstName', label: 'name' }
  for (const typed of ['a < b', 'a > b', 'R&D', 'a=b']) {
    expect(textProblem(typed, message)).toBe(messages.markupMessage)
    expect(textProblem(typed, name)).toBe(messages.markupMessage)
  }
  expect(textProblem('see www.example.org', message)).toBe(messages.addressesMessage)
  expect(textProblem('a ZONK', message)).toBe(messages.spamMessage('message'))
  for (const typed of ['www.example.org', 'jane@example.com', 'Zonk']) {
    expect(textProblem(typed, name)).toBe(messages.spamMessage('name'))
  }
})
