import { expect, test, type Browser, type Page } from '@playwright/test'

const password = 'seven quiet lamps over the harbour'
const sender = 'Sonia Sander'

/** Another person at another browser, with script or without as the sender's. */
export async function openedByReader(browser: Browser, like: Page): Promise<Page> {
  const { javaScriptEnabled, baseURL } = test.info().project.use
  const context = await browser.newContext({
    javaScriptEnabled: javaScriptEnabled ?? true,
    baseURL: baseURL ?? new URL(like.url()).origin,
  })
  return context.newPage()
}

type Look = (page: Page) => Promise<void>

/** Makes an account and arrives on its start page. */
export async function signUp(
  page: Page,
  email: string,
  letter: (address: string, subject: RegExp) => Promise<{ links: string[] }>,
  look: Look = async () => {},
): Promise<void> {
  const [firstName = '', lastName = ''] = sender.split(' ')
  await page.goto('/access/register')
  await look(page)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('E-mail address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Make account' }).click()
  // Only the first account of an installation needs no mail.
  if (page.url().includes('/access/validation')) {
    await look(page)
    const { links } = await letter(email, /account/i)
    await page.goto(links.find((link) => link.includes('/access/activated/'))!)
    await page.getByRole('button', { name: 'Activate account' }).click()
  }
  await expect(page).toHaveURL(/\/home$/)
}
