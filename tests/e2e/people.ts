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
  return persistent(await context.newPage())
}

/**
 * Without script a page that waits for something renews itself. Playwright takes a `goto` or `reload` that meets this
 * for a failure, where a browser does what was asked for last: it is asked again.
 */
export function persistent(page: Page): Page {
  const [goto, reload] = [page.goto.bind(page), page.reload.bind(page)]
  async function twice<Result>(navigate: () => Promise<Result>): Promise<Result> {
    try {
      return await navigate()
    } catch (error) {
      if (!/interrupted by another navigation|ERR_ABORTED/.test(String(error))) throw error
      return navigate()
    }
  }
  return Object.assign(page, {
    goto: (...args: Parameters<Page['goto']>) => twice(() => goto(...args)),
    reload: (...args: Parameters<Page['reload']>) => twice(() => reload(...args)),
  })
}

type Look = (page: Page) => Promise<void>

/** Makes an account and arrives on its start page. */
export async function signUp(
  page: Page,
  email: string,
  mail: (address: string, subject: RegExp) => Promise<{ links: string[] }>,
  look: Look = async () => {},
): Promise<void> {
  const [firstName = '', lastName = ''] = sender.split(' ')
  await page.goto('/access/register')
  await look(page)
  await page.getByLabel('First name').fill(firstName)
  await page.getByLabel('Last name').fill(lastName)
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  // Only the first account of an installation needs no email.
  if (page.url().includes('/access/validation')) {
    await look(page)
    const { links } = await mail(email, /account/i)
    await page.goto(links.find((link) => link.includes('/access/activated/'))!)
    await page.getByRole('button', { name: 'Activate account' }).click()
  }
  await expect(page).toHaveURL(/\/home$/)
}

type Sent = { name: string; mimeType: string; buffer: Buffer }

/**
 * Chooses files in a form. Where script runs they are sent at once, in a list that moves what is below it: what follows
 * waits until each has arrived or was refused.
 */
export async function chooseFiles(page: Page, label: string, files: Sent | Sent[]): Promise<void> {
  await page.getByLabel(label, { exact: true }).setInputFiles(files)
  if (test.info().project.name !== 'script-on') return
  const uploads = page.getByRole('region', { name: 'Uploads' })
  await expect(uploads).toBeVisible()
  await expect(uploads.getByRole('button', { name: /^Cancel (?!all)/ })).toHaveCount(0)
}
/** Sends a file to one person, with what `choose` changes in the form; answers the path of its details. */
export async function sendFile(
  page: Page,
  file: Sent,
  to: string,
  choose: Look = async () => {},
): Promise<string> {
  await page.goto('/share')
  await chooseFiles(page, 'File', file)
  await page.getByLabel('People', { exact: true }).fill(to)
  await choose(page)
  await page.getByRole('button', { name: 'Share file' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(file.name)
  return new URL(page.url()).pathname
}

/** Waits on the page of a share until its file is pages; that page renews itself meanwhile. */
export async function expectPages(page: Page, count: number): Promise<void> {
  await expect(page.locator('.head')).toContainText(`· ${count} ${count === 1 ? 'page' : 'pages'} ·`)
}

/** Presses a button in the menu of the share whose page this is. */
export async function pressInMenu(page: Page, name: string): Promise<void> {
  const menu = page.locator('.head details.menu')
  await menu.locator('summary').click()
  await menu.getByRole('button', { name }).click()
}

/** Opens the protections in the form of a share, which one sentence sums up until then. */
export async function openProtections(page: Page): Promise<void> {
  await page.locator('details.protect').getByText('Change', { exact: true }).click()
}

/** Says in the form of a share who can open it. */
export async function letIn(
  page: Page,
  who: 'Anyone with the link' | 'Anyone with the passkey',
): Promise<void> {
  await openProtections(page)
  await page.getByRole('radio', { name: new RegExp(`^${who}`) }).check()
}

/** Gives the text of the pages out as well, in the form of a share. */
export async function giveTextOut(page: Page): Promise<void> {
  await openProtections(page)
  await page.getByText('Included with the pages').click()
}

/** A recipient follows the link, proves the address and opens the file; answers the path of the viewer. */
export async function openAs(
  reader: Page,
  details: string,
  email: string,
  mail: (address: string, subject: RegExp) => Promise<{ code: string | null }>,
): Promise<string> {
  await reader.goto(details.replace('/s/', '/file/'))
  await reader.getByLabel('Your email address').fill(email)
  await reader.getByRole('button', { name: 'Email me a code' }).click()
  const { code } = await mail(email, /code/i)
  await reader.getByLabel('Six-digit code').fill(code!)
  await reader.getByRole('button', { name: 'Continue' }).click()
  await reader.getByRole('button', { name: 'Open' }).click()
  await expect(reader).toHaveURL(/\/view\//)
  return new URL(reader.url()).pathname
}
