import { expect, type Locator, type Page } from '@playwright/test'
import { chooseFiles } from './people.ts'
import { pdf } from '#tests/support/files/documents.ts'

type Emails = (address: string, subject: RegExp) => Promise<{ links: string[]; code: string | null }>

/** A document of a data room: `pages` are the words of each page. */
export function paper(name: string, ...pages: string[]) {
  return { name, mimeType: 'application/pdf', buffer: pdf(pages.length > 0 ? pages : ['One page']) }
}

/** Makes a data room and arrives in it; answers the path of its first page. */
export async function makeRoom(page: Page, name: string, look = async () => {}): Promise<string> {
  await page.goto('/foldercreate')
  await look()
  await page.getByLabel('Name', { exact: true }).fill(name)
  await page.getByLabel('Description (optional)').fill('All that the buyers have to read.')
  await page.getByRole('button', { name: 'Create data room' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(name)
  return new URL(page.url()).pathname
}

/** The room's own pages: `people`, `rights`. */
export function within(room: string, place: string): string {
  return `/rooms/${room.split('/').at(-1)!}/${place}`
}

/** Where things are added to a folder, which a path like that of the room names. */
export function addingTo(room: string, folder = room): string {
  return within(room, `add/${folder.split('/').at(-1)!}`)
}

/** Makes a folder in a room and answers its path. */
export async function makeFolder(page: Page, room: string, name: string): Promise<string> {
  await page.goto(addingTo(room))
  await page.getByText('New folder', { exact: true }).click()
  await page.getByLabel('Folder name').fill(name)
  await page.getByRole('button', { name: 'Create folder' }).click()
  await expect(page.locator('#here')).toHaveText(`Add to ${name}`)
  return room.replace(/[^/]+$/, new URL(page.url()).pathname.split('/').at(-1)!)
}

type Paper = ReturnType<typeof paper>

/** Adds files to a folder and arrives where it is asked whether to tell of them. */
export async function addFiles(page: Page, room: string, files: Paper[], folder = room): Promise<void> {
  await page.goto(addingTo(room, folder))
  await chooseFiles(page, 'Files', files)
  await page.getByRole('button', { name: 'Add files' }).click()
  await expect(page).toHaveURL(/\/notify\//)
}

/** Adds people who all get the same; `choose` changes more of the form. */
export async function addPeople(
  page: Page,
  room: string,
  { emails, role }: { emails: string[]; role: string },
  choose = async () => {},
): Promise<void> {
  await page.goto(`${within(room, 'people')}?panel=add`)
  await page.getByLabel('People', { exact: true }).fill(emails.join('\n'))
  // Its name goes on with what the role means.
  await page.getByRole('radio', { name: new RegExp(`^${role.replace('+', '\\+')} ?[A-Z]`) }).check()
  await choose()
  await page.getByRole('button', { name: 'Add people' }).click()
  for (const email of emails) {
    await expect(page.getByRole('listitem').filter({ hasText: email })).toContainText('Added')
  }
}

/** A member follows the link of the invitation, verifies the address by a code and is at the room's door. */
export async function comeByInvitation(
  member: Page,
  email: string,
  mail: Emails,
  look = async () => {},
): Promise<void> {
  const { links } = await mail(email, /invited you to a data room/)
  await member.goto(links.find((link) => /\/dr?\//.test(link))!)
  await look()
  await member.getByLabel('Your email address').fill(email)
  await member.getByRole('button', { name: 'Email me a code' }).click()
  await look()
  const { code } = await mail(email, /code/i)
  await member.getByLabel('Six-digit code').fill(code!)
  await member.getByRole('button', { name: 'Continue' }).click()
}

/** The row of the list of a folder that has this name. */
export function row(page: Page, name: string): Locator {
  return page.getByRole('row').filter({ has: page.getByRole('checkbox', { name: `Select ${name}` }) })
}

/** Opens the menu of a row, or of the page. */
export async function openMenu(page: Page, name?: string): Promise<void> {
  const summary = name ? row(page, name).locator('summary') : page.locator('.head summary')
  await summary.click()
}

/** Does something with rows of the list that is there. */
export async function chooseRows(page: Page, names: string[], act: string): Promise<void> {
  for (const name of names) await page.getByRole('checkbox', { name: `Select ${name}` }).check()
  await page.getByRole('button', { name: act }).click()
}

/** The names in the list of a folder, from the top. */
export function namesIn(page: Page): Locator {
  return page.locator('.folder .name')
}

/** Waits until the documents of this list are pages; the list renews itself. */
export async function expectReady(page: Page, folder: string): Promise<void> {
  await expect(async () => {
    await page.goto(folder)
    await expect(page.getByText(/Waiting|Processing|Being prepared|Preparing/i)).toHaveCount(0, {
      timeout: 500,
    })
  }).toPass()
}

/** Opens the panel of a cell of the map of permissions. */
export async function openCell(page: Page, email: string, name: string): Promise<void> {
  await page.locator(`.cell[title^="${email} · ${name} · "]`).click()
  await expect(page.getByRole('heading', { name: `${email} in ${name}` })).toBeVisible()
}

/** Hides a folder of the room's first page from someone. */
export async function hideFolder(page: Page, room: string, email: string, name: string): Promise<void> {
  await page.goto(within(room, 'rights'))
  await openCell(page, email, name)
  await page.getByRole('radio', { name: 'Hidden' }).check()
  await page.getByRole('button', { name: 'See what changes' }).click()
  await page.getByRole('button', { name: 'Save permissions' }).click()
  await expect(page.getByText('Permissions saved. They apply right away.')).toBeVisible()
}
