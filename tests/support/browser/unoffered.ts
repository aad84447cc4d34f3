import type { Browser } from './browser.ts'

/** The token that the forms of a page carry. */
export function tokenOn({ page, path }: Browser): string {
  const token = page.root.querySelector('input[name=token]')?.getAttribute('value')
  if (!token) throw new Error(`No form with a token on ${path}`)
  return token
}

/** Sends fields that no page need have offered, with the token of the page where the browser is. */
export function sendFields(
  browser: Browser,
  action: string,
  fields: Record<string, string>,
): Promise<Browser> {
  const entries = Object.entries({ token: tokenOn(browser), ...fields }).map(([name, value]) => ({
    name,
    value,
  }))
  return browser.submit({ action, method: 'post', encoding: '', entries })
}

/** Sends a form that its page does not offer, with the browser's own token. */
export async function sendUnoffered(browser: Browser, address: string, intent: string): Promise<Browser> {
  await browser.open('/access/logout')
  return sendFields(browser, address, { intent })
}
