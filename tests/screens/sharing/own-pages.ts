import { expect } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'

/** The rows of a page's first table but that of its figures, each as one line. */
export function rows(page: Browser): string[] {
  return page.page.root
    .querySelectorAll('table')
    .find((table) => table.closest('figure') === null)!
    .querySelectorAll('tbody tr')
    .map((row) => row.text.replace(/\s+/g, ' '))
}

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
  expect(seen[0]!.slice(0, 2)).toEqual([404, 'Nothing here'])
  await other.open(own)
  const token = other.page.root.querySelector('input[name=token]')!.getAttribute('value')!
  for (const [intent, fields] of Object.entries(intents)) {
    const answers = []
    for (const action of [there, never]) {
      const entries = Object.entries({ token, intent, ...fields }).map(([name, value]) => ({ name, value }))
      await other.submit({ action, method: 'post', encoding: '', entries })
      answers.push([other.status, other.heading(), other.text()])
    }
    expect(answers[0], intent).toEqual(answers[1])
    expect(answers[0]![0], intent).toBe(404)
  }
}
