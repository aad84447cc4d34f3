import type { Page } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { chooseFiles, expectPages, letIn, pressInMenu } from './people.ts'

const password = 'seven quiet lamps over the harbour'

test.beforeEach(async ({ page, email: mail }, { project, testId }) => {
  const email = `sam-${project.name}-${testId}@example.org`
  await page.goto('/access/register')
  await page.getByLabel('First name').fill('Sam')
  await page.getByLabel('Last name').fill('Shell')
  await page.getByLabel('Email address').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Create account' }).click()
  if (page.url().includes('/access/validation')) {
    const { links } = await mail(email, /account/i)
    await page.goto(links.find((link) => link.includes('/access/activated/'))!)
    await page.getByRole('button', { name: 'Activate account' }).click()
  }
  await expect(page).toHaveURL(/\/home$/)
})

/** How wide the menu and the page beside it are. */
async function widths(page: Page): Promise<[menu: number, content: number]> {
  const widthOf = (selector: string) =>
    page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().width))
  return [await widthOf('.side'), await widthOf('main')]
}

test('the menu is a list, and can collapse to a rail that opens when it is pointed at or has the focus', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.mouse.move(700, 500)
  expect((await widths(page))[0]).toBe(216)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Collapse menu' }).click()
  await page.mouse.move(700, 500)
  await page.getByRole('heading', { level: 1 }).click()
  const [, content] = await widths(page)
  expect(await widths(page)).toEqual([65, content])
  await page.locator('.side').hover()
  expect(await widths(page)).toEqual([280, content])
  await expectAccessible(page)
  await page.mouse.move(700, 500)
  expect(await widths(page)).toEqual([65, content])
  await page.getByRole('link', { name: 'Sent' }).focus()
  expect(await widths(page)).toEqual([280, content])
  await page.getByRole('button', { name: 'Keep menu open' }).click()
  await page.mouse.move(700, 500)
  expect((await widths(page))[0]).toBe(216)
})

test('keys lead to the search from anywhere but a field, if script runs, and Escape goes back', async ({
  page,
  javaScriptEnabled,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.goto('/s')
  const field = page.getByRole('searchbox', { name: 'Search files, people, rooms and settings' })
  const sent = page.getByRole('link', { name: 'Sent', exact: true })
  const hint = () =>
    page.locator('search').evaluate((search) => getComputedStyle(search, '::after').content.includes('/'))
  await sent.focus()
  if (!javaScriptEnabled) {
    expect(await hint()).toBe(false)
    await page.keyboard.press('/')
    await expect(sent).toBeFocused()
    return
  }
  expect(await hint()).toBe(true)
  await expectAccessible(page)
  for (const key of ['/', 'Control+k', 'Meta+k']) {
    await page.keyboard.press(key)
    await expect(field, key).toBeFocused()
    await expect(field).toHaveValue('')
    expect(await hint()).toBe(false)
    await page.keyboard.press('Escape')
    await expect(sent, key).toBeFocused()
  }
  for (const key of ['Control+/', 'Alt+/', 'Alt+k', 'Control+Shift+k', 'k']) {
    await page.keyboard.press(key)
    await expect(sent, key).toBeFocused()
  }
  await page.goto('/setting')
  const name = page.getByLabel('First name')
  await name.fill('Sam')
  await name.press('End')
  await page.keyboard.press('/')
  await expect(name).toHaveValue('Sam/')
  await page.keyboard.press('Control+k')
  await expect(name).toBeFocused()
})

test('on a tablet the menu is a rail, whose mark is still called what the product is', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 900, height: 800 })
  expect((await widths(page))[0]).toBe(80)
  await expect(page.locator('.side').getByRole('link', { name: 'Strongroom' })).toHaveCount(1)
  await expectAccessible(page)
})

test('on a phone the menu is a bar at the bottom, and no page is wider than the screen', async ({
  page,
  expectAccessible,
}) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const address of ['/home', '/share', '/s', '/setting', '/menu', '/send', '/test', '/c/feedback']) {
    await page.goto(address)
    const tooWide = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    expect(tooWide, address).toBeLessThanOrEqual(0)
    await expectAccessible(page)
  }
  await page.goto('/home')
  const place = page.getByRole('navigation', { name: 'Main' }).getByRole('link', { name: 'Sent' })
  await expect(place).toBeInViewport()
  await place.click()
  await expect(page).toHaveURL(/\/s$/)
})

test('a notice goes away by itself where script runs, waits while the pointer is on it, and stays without', async ({
  page,
  javaScriptEnabled,
  expectAccessible,
}) => {
  const toast = page.getByText('Unshared. Only you can open it now.')
  await share(page)
  // From here on time passes only when the test says so.
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 60_000)
  await pressInMenu(page, 'Unshare')
  await expect(toast).toBeVisible()
  if (!javaScriptEnabled) {
    await expect(page.getByRole('button', { name: 'Close' })).toHaveCount(0)
    return
  }
  await expect(page.getByRole('button', { name: 'Close' })).toBeVisible()
  await toast.hover()
  await page.clock.resume()
  await expectAccessible(page)
  await page.clock.fastForward(20_000)
  await expect(toast).toBeVisible()
  await page.mouse.move(10, 10)
  await page.clock.fastForward(3_001)
  await expect(toast).toBeHidden()
  await pressInMenu(page, 'Share again')
  await page.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Shared again with the same people')).toBeHidden()
})

async function share(page: Page): Promise<void> {
  await page.goto('/share')
  await chooseFiles(page, 'File', {
    name: 'Deck.pdf',
    mimeType: 'application/pdf',
    buffer: pdf(['One page']),
  })
  await letIn(page, 'Anyone with the link')
  await page.getByRole('button', { name: 'Share file' }).click()
  // The page renews itself while the file is prepared.
  await expectPages(page, 1)
}

test.describe('a page whose code is gone since an update', () => {
  test('says that there is a new version, and works on as it is', async ({
    browser,
    page,
    javaScriptEnabled,
  }) => {
    const { cookies } = await page.context().storageState()
    const context = await browser.newContext({
      javaScriptEnabled: javaScriptEnabled ?? true,
      baseURL: new URL(page.url()).origin,
      storageState: { cookies, origins: [] },
    })
    const stale = await context.newPage()
    // What an address answers that no longer is a file.
    await stale.route('**/assets/*.js', (route) =>
      route.fulfill({ status: 302, headers: { location: '/access/login' } }),
    )
    await stale.goto('/share')
    const told = stale.getByText('Strongroom was updated. Refresh to update.')
    await expect(told).toHaveCount(javaScriptEnabled ? 1 : 0)
    await stale.getByLabel('File', { exact: true }).setInputFiles({
      name: 'Deck.pdf',
      mimeType: 'application/pdf',
      buffer: pdf(['One page']),
    })
    await letIn(stale, 'Anyone with the link')
    await stale.getByRole('button', { name: 'Share file' }).click()
    await expect(stale.getByRole('heading', { level: 1 })).toHaveText('Deck.pdf')
    await context.close()
  })
})
