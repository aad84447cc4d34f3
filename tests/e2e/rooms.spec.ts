import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { signUp } from './people.ts'
import {
  addFiles,
  addPeople,
  addingTo,
  makeFolder,
  makeRoom,
  namesIn,
  openMenu,
  openCell,
  paper,
  within,
} from './rooms.ts'

test('an owner makes a data room, fills and orders it, lets people in and says who sees what', async ({
  page,
  email,
  expectWell,
}, { project }) => {
  const hasScript = project.name === 'script-on'
  const own = (name: string) => `${name}-${project.name}@example.net`
  const [everything, onlyPart] = [own('rooms-all'), own('rooms-part')]
  const look = () => expectWell(page)
  let [room, folder] = ['', '']

  await test.step('a room, a folder, two files and a note', async () => {
    await signUp(page, own('rooms-owner'), email)
    await page.goto('/d')
    await look()
    room = await makeRoom(page, 'Sale of the mill', look)
    await look()
    folder = await makeFolder(page, room, 'Contracts')
    await look()
    await makeFolder(page, room, 'Drafts')
    await addFiles(page, room, [paper('Lease.pdf', 'First page', 'Second page'), paper('Annex.pdf')], folder)
    await expect(page.locator('#here')).toHaveText('2 files added')
    await look()
    await page.getByRole('radio', { name: /^No one/ }).check()
    await page.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByRole('status').getByText('No notification is sent.')).toBeVisible()
    await look()
    await page.goto(addingTo(room, folder))
    await page.getByText('New note', { exact: true }).click()
    await page.getByLabel('Title', { exact: true }).fill('Read this first')
    await page.getByLabel('Note', { exact: true }).fill('The lease comes before its annex.')
    await look()
    await page.getByRole('button', { name: 'Add note' }).click()
    await expect(page.locator('#here')).toHaveText('1 file added')
  })

  await test.step('orders them by numbers', async () => {
    await page.goto(folder)
    await expect(namesIn(page)).toHaveText(['Lease.pdf', 'Annex.pdf', /^Read this first/])
    await look()
    await openMenu(page)
    await page.getByRole('link', { name: 'Reorder', exact: true }).click()
    await look()
    await page.getByLabel(/^Position of Read this first/).fill('1')
    await page.getByRole('button', { name: 'Save order' }).click()
    await expect(page.getByText('Order saved.')).toBeVisible()
    await page.goto(folder)
    await expect(namesIn(page)).toHaveText([/^Read this first/, 'Lease.pdf', 'Annex.pdf'])
  })

  if (hasScript) await test.step('orders them by dragging', () => dragged(page, folder))

  await test.step('adds two people, one of them to nothing yet', async () => {
    await page.goto(within(room, 'people'))
    await look()
    await addPeople(page, room, { emails: [everything], role: 'View + Print' }, look)
    await look()
    await addPeople(page, room, { emails: [onlyPart], role: 'Download' }, async () => {
      await page.getByLabel('Only folders I choose').check()
    })
    await expect(page.getByText('No folders yet.')).toBeVisible()
    await page.getByRole('link', { name: `Choose folders for ${onlyPart}` }).click()
    await expect(page.locator('#here')).toHaveText(`Permissions of ${onlyPart}`)
    await look()
  })

  await test.step('gives a right on one folder, after a preview', async () => {
    const contracts = page.getByRole('row', { name: 'Contracts' })
    await contracts.locator('a.cell').click()
    await page.getByRole('radio', { name: 'View', exact: true }).check()
    await page.getByRole('button', { name: 'See what changes' }).click()
    await expect(page.getByRole('heading', { name: 'Review changes' })).toBeVisible()
    await look()
    await page.getByRole('button', { name: 'Save permissions' }).click()
    await expect(page.getByText('Permissions saved. They apply right away.')).toBeVisible()
    await expect(contracts).toContainText('Set here')
    await expect(contracts.locator('a.cell')).toHaveText('View')
  })

  await test.step('hides a folder in the table of everyone', async () => {
    await page.goto(within(room, 'rights'))
    await look()
    await openCell(page, everything, 'Drafts')
    await page.getByRole('radio', { name: 'Hidden' }).check()
    await page.getByRole('button', { name: 'See what changes' }).click()
    await expect(page.getByRole('region', { name: 'Review changes' })).toContainText(everything)
    await look()
    await page.getByRole('button', { name: 'Save permissions' }).click()
    await expect(page.getByText('Permissions saved. They apply right away.')).toBeVisible()
  })

  await test.step('looks at the room as each of them, and why', async () => {
    await page.getByRole('link', { name: everything, exact: true }).click()
    await page.getByRole('link', { name: 'View as this member' }).click()
    await expect(page.getByText('You’re viewing this as')).toContainText(everything)
    await expect(page.getByRole('link', { name: 'Contracts', exact: true })).toBeVisible()
    await expect(page.getByText('Drafts')).toHaveCount(0)
    await look()
    await page.getByRole('link', { name: 'Contracts', exact: true }).click()
    await expect(page.getByText('Sees 3 files in this room.')).toBeVisible()
    await page.getByRole('link', { name: 'Why? Lease.pdf' }).click()
    await expect(page.locator('#here')).toHaveText(`What ${everything} can do with Lease.pdf`)
    await expect(page.getByRole('listitem').filter({ hasText: 'See it: yes' })).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Download it: no' })).toBeVisible()
    await look()
    await page.goto(within(room, 'people'))
    await page.getByRole('link', { name: onlyPart }).click()
    await look()
    await page.getByRole('link', { name: 'Folder permissions' }).click()
    await page.getByRole('row', { name: 'Drafts' }).locator('a.cell').click()
    await page.getByRole('link', { name: 'Why? Action by action' }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'See it: no' })).toBeVisible()
    await look()
  })

  await test.step('pages of a room that need no script ship none but that of the search', async () => {
    const places = ['people', 'rights', 'settings', 'bin', 'groups', 'end', 'search'].map((place) =>
      within(room, place),
    )
    for (const address of [...places, room.replace('/dr/', '/drstats/'), '/d']) {
      await page.goto(address)
      const scripts = page.locator('script:not([src*="find-keys-alone"]), link[rel=modulepreload]')
      await expect(scripts, address).toHaveCount(0)
    }
    await page.goto(addingTo(room))
    await expect(page.locator('script[type=module]').first()).toBeAttached()
  })
})

/** The last row goes to the top, by the mouse; it is saved by the same button. */
async function dragged(page: Page, folder: string): Promise<void> {
  await page.goto(folder)
  await openMenu(page)
  await page.getByRole('link', { name: 'Reorder', exact: true }).click()
  const rows = page.locator('[data-order] > li')
  await expect(rows.last()).toHaveAttribute('draggable', 'true')
  await rows.last().dragTo(rows.first(), { targetPosition: { x: 20, y: 2 } })
  await expect(rows.first()).toContainText('Annex.pdf')
  await expect(page.getByLabel('Position of Annex.pdf')).toHaveValue('1')
  await page.getByRole('button', { name: 'Save order' }).click()
  await expect(page.getByText('Order saved.')).toBeVisible()
  await page.goto(folder)
  await expect(namesIn(page)).toHaveText(['Annex.pdf', /^Read this first/, 'Lease.pdf'])
}
