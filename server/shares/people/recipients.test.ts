import { describe, expect, test } from 'vitest'
import { Problem } from '#server/rules/problems.ts'
import { standardPlans } from '#server/rules/product/plans.ts'
import { readRecipients } from './recipients.ts'

function addresses(count: number): string {
  return Array.from({ length: count }, (_, at) => `person${at}@example.net`).join('\n')
}

function refusal(pasted: string, tierCode = 9, visibility: 'people' | 'public' = 'people'): Problem {
  try {
    readRecipients(pasted, standardPlans.of(tierCode).maxRecipients, visibility)
  } catch (error) {
    if (error instanceof Problem) return error
    throw error
  }
  throw new Error('It was accepted')
}

describe('a pasted list of people', () => {
  test('is read with names, and each address once whatever its case', () => {
    const pasted = 'Rita Reader <Rita@Example.net>, sam@example.net; RITA@EXAMPLE.NET\nsam@example.net'
    expect(readRecipients(pasted, standardPlans.of(9).maxRecipients, 'people')).toEqual([
      { email: 'rita@example.net', name: 'Rita Reader' },
      { email: 'sam@example.net', name: '' },
    ])
  })

  test('can be empty only on a link for anyone', () => {
    expect(readRecipients(' \n', standardPlans.of(9).maxRecipients, 'public')).toEqual([])
    expect(refusal(' ,;\n')).toMatchObject({ problem: 'recipientsMissing', field: 'recipients' })
  })

  test('says which entries are no addresses: three of them, and how many more', () => {
    const { text, field } = refusal('rita@example.net, one, two@, @three, four@example, five')
    expect(field).toBe('recipients')
    expect(text).toContain('Not an email address: one, two@, @three and 2 more.')
  })

  test('is checked on a link for anyone, too', () => {
    expect(refusal('nobody', 9, 'public')).toMatchObject({ field: 'recipients', http: 400 })
    expect(refusal(addresses(6), 0, 'public').problem).toBe('recipientsOverPlan')
  })
})

describe('how many people a share can have', () => {
  test.each([0, 3, 5])('five on tier %d, in the specified words', (tierCode) => {
    expect(readRecipients(addresses(5), standardPlans.of(tierCode).maxRecipients, 'people')).toHaveLength(5)
    expect(refusal(addresses(6), tierCode)).toMatchObject({
      problem: 'recipientsOverPlan',
      field: 'recipients',
      text: 'Your plan allows you to share to up to 5 recipients. Upgrade now to share to more.',
    })
  })

  test.each([1, 2, 4, 6, 7, 9, 10])('a hundred on tier %d', (tierCode) => {
    expect(readRecipients(addresses(100), standardPlans.of(tierCode).maxRecipients, 'people')).toHaveLength(
      100,
    )
  })

  test.each([0, 9])('never more than a hundred at once, on tier %d', (tierCode) => {
    expect(refusal(addresses(101), tierCode)).toMatchObject({
      problem: 'recipientsOverSubmission',
      text: 'You can only add 100 recipients at a time.',
    })
  })

  test('duplicates do not count', () => {
    expect(
      readRecipients(
        `${addresses(5)}\n${addresses(5).toUpperCase()}`,
        standardPlans.of(0).maxRecipients,
        'people',
      ),
    ).toHaveLength(5)
  })
})
