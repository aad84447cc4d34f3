import type { Browser } from './browser.ts'

/** Sends a form that the page of this person need not have, with the token that this browser has. */
export async function sendForged(
  browser: Browser,
  action: string,
  intent: string,
  values: Record<string, string>,
): Promise<number> {
  await browser.open('/c/feedback')
  const { entries } = browser.page.submission(browser.page.form('feedback'))
  const kept = entries.filter(({ name }) => name === 'token' || name === 'build')
  const given = Object.entries({ intent, ...values }).map(([name, value]) => ({ name, value }))
  const encoding = 'application/x-www-form-urlencoded'
  await browser.submit({ action, method: 'post', encoding, entries: [...kept, ...given] })
  return browser.status
}
