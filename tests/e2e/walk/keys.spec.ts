import { expect, test } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { readWorld, tabTo, walkerOf } from './walking.ts'

const file = { name: 'By keys.pdf', mimeType: 'application/pdf', buffer: pdf(['One', 'Two']) }

test('a file is shared by keys alone, and the form is a few stops from the top', async ({ browser }, {
  project,
}) => {
  const { baseURL = '' } = project.use
  const { page } = await walkerOf(browser, readWorld(), 'ben', { baseURL, javaScriptEnabled: false })
  await page.goto('/share')
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  expect(await tabTo(page, 'input[type=file]', 10)).toBeLessThanOrEqual(5)
  // The dialog for files is the system's.
  await page.locator('input[type=file]').setInputFiles(file)
  // Between them: cloud storage, the file's password, and what can be shown.
  await tabTo(page, '[name=recipients]', 4)
  await page.keyboard.type('kim@example.net')
  await tabTo(page, '.btn-main.btn-big', 8)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/s\/[0-9a-f]{32}/)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(file.name)
  await expect(page.getByText('kim@example.net').first()).toBeVisible()
})

test('a file is opened and read by keys alone', async ({ browser }, { project }) => {
  const { baseURL = '' } = project.use
  const world = readWorld()
  const { page } = await walkerOf(browser, world, 'grace', { baseURL, javaScriptEnabled: false })
  await page.goto(`/file/${world.shares.main}`)
  await tabTo(page, 'main form .btn', 12)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/view\//)
  await tabTo(page, '.page-jump input', 12)
  await page.keyboard.press('Control+a')
  await page.keyboard.type('7')
  await page.keyboard.press('Enter')
  await expect(page.locator('#page-7 img, img#page-7').first()).toBeInViewport()
})

test('a permission is set by keys alone', async ({ browser }, { project }) => {
  const { baseURL = '' } = project.use
  const world = readWorld()
  const { page } = await walkerOf(browser, world, 'sender', { baseURL, javaScriptEnabled: false })
  await page.goto(`/rooms/${world.alba.room}/rights`)
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await tabTo(page, 'a.cell', 30)
  await page.keyboard.press('Enter')
  await expect(page.locator('#why')).toBeVisible()
  await tabTo(page, '#why input[type=radio]', 90)
  const chosen = () => page.locator('#why input:checked').getAttribute('value')
  const before = await chosen()
  await page.keyboard.press('ArrowDown')
  expect(await chosen()).not.toBe(before)
  await tabTo(page, '#why form .btn', 3)
  await page.keyboard.press('Enter')
  await expect(page.locator('input[value=saveRights]')).toBeAttached()
  await tabTo(page, 'form:has(input[value=saveRights]) .btn', 90)
  await page.keyboard.press('Enter')
  await expect(page.locator('.cell.own')).toHaveCount(1)
})
