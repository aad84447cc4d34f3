import { expect } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { sendFields } from '#tests/support/browser/unoffered.ts'

/** The page of a share's person. */
export async function personPage(sender: Browser, guid: string, email: string): Promise<Browser> {
  await sender.open(`/s/${guid}`)
  return sender.follow(email)
}

/** That a page of a share, and each of its forms, is to another person what a page of no share is. */
export async function expectHidden(
  other: Browser,
  own: string,
  [there, never]: [string, string],
  intents: Record<string, Record<string, string>>,
): Promise<void> {
  const seen = []
  for (const address of [there, never]) {
    await other.open(address)
    seen.push([other.status, other.heading(), other.text()])
  }
  expect(seen[0]).toEqual(seen[1])
  expect(seen[0]!.slice(0, 2)).toEqual([404, 'Page not found'])
  for (const [intent, fields] of Object.entries(intents)) {
    const answers = []
    for (const action of [there, never]) {
      await other.open(own)
      await sendFields(other, action, { intent, ...fields })
      answers.push([other.status, other.heading(), other.text()])
    }
    expect(answers[0], intent).toEqual(answers[1])
    expect(answers[0]![0], intent).toBe(404)
  }
}
