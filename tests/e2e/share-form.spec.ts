import { expect, test } from './journey.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { chooseFiles, openProtections, signUp } from './people.ts'

test('the share form is one screen on a desktop and two on a phone, and is never too wide', async ({
  page,
  email,
  expectAccessible,
}, { project }) => {
  await signUp(page, `form-${project.name}@example.net`, email)
  await page.goto('/share')
  await expectAccessible(page)
  const size = () =>
    page.evaluate(() => {
      const { scrollHeight, scrollWidth, clientWidth } = document.documentElement
      return { height: scrollHeight, tooWide: scrollWidth - clientWidth }
    })
  for (const [width, most] of [
    [1280, 860],
    [375, 1480],
  ] as const) {
    await page.setViewportSize({ width, height: 740 })
    expect((await size()).height, `at ${width}`).toBeLessThanOrEqual(most)
  }
  await page.getByText('Change', { exact: true }).click()
  for (const width of [320, 375, 600, 768, 820, 1024, 1280, 1920]) {
    await page.setViewportSize({ width, height: 740 })
    expect((await size()).tooWide, `at ${width}`).toBeLessThanOrEqual(0)
  }
  await expectAccessible(page)
})

test('the sentence follows the choices, and fields show with the choice that needs them', async ({
  page,
  email,
}, { project }) => {
  await signUp(page, `sentence-${project.name}@example.net`, email)
  await page.goto('/share')
  await page.getByText('Change', { exact: true }).click()
  const printed = (part: string) =>
    page.locator(`.say-${part}`).evaluate((element) => getComputedStyle(element, '::after').content)
  expect(await printed('may')).toBe('"can read, not download or print"')
  await expect(page.getByLabel('Last day')).toBeHidden()
  await page.locator('#expiry-date').check()
  await page.locator('#download-yes').check()
  await page.locator('#visibility-public').check()
  await expect(page.getByLabel('Last day')).toBeVisible()
  expect(await printed('who')).toBe('"Anyone with the link"')
  expect(await printed('may')).toBe('"can read and download, not print"')
  expect(await printed('ends')).toBe('"until the date below"')
  await page.locator('#webView-no').check()
  expect(await printed('may')).toBe('"can only download"')
})

test('the keyboard alone comes from the file to the button in a few steps', async ({ page, email }, {
  project,
}) => {
  await signUp(page, `keys-${project.name}@example.net`, email)
  await page.goto('/share')
  await page.getByLabel('File', { exact: true }).focus()
  const button = page.getByRole('button', { name: 'Share file' })
  let steps = 0
  while (steps < 12 && !(await button.evaluate((element) => element === document.activeElement))) {
    await page.keyboard.press('Tab')
    steps++
  }
  expect(steps).toBeLessThanOrEqual(7)
})

test('a file, its watermark and what its recipient will meet are looked at before it is shared', async ({
  page,
  email,
  javaScriptEnabled,
  expectWell,
}, { project }) => {
  await signUp(page, `preview-${project.name}@example.net`, email)
  await page.goto('/share')
  const contract = { name: 'contract.pdf', mimeType: 'application/pdf', buffer: pdf() }
  await chooseFiles(page, 'File', contract)
  await page.getByLabel('People', { exact: true }).fill('rita@example.net')
  await openProtections(page)
  const sample = page.getByRole('img', { name: /^Sample page/ })
  const isDrawn = () => sample.evaluate((picture: HTMLImageElement) => picture.naturalWidth)
  await expect.poll(isDrawn).toBe(800)
  await page.getByLabel('Colour').selectOption('Red')
  await page.getByLabel('Your own text').fill('Draft')
  if (!javaScriptEnabled) await page.getByRole('button', { name: 'Update preview' }).click()
  await expect(sample).toHaveAttribute('src', /colour=red&text=Draft/)
  await expect.poll(isDrawn).toBe(800)
  await page.getByRole('button', { name: 'Preview as recipient' }).click()
  await expect(page.getByRole('heading', { name: 'The email to rita@example.net' })).toBeVisible()
  const first = page.getByRole('img', { name: 'Page 1', exact: true })
  await first.scrollIntoViewIfNeeded()
  await expect.poll(() => first.evaluate((picture: HTMLImageElement) => picture.naturalWidth)).toBe(800)
  await expectWell(page)
  await page.getByRole('button', { name: 'Share now' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('contract.pdf')
})
