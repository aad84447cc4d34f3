import type { Page } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { expectPages, giveTextOut, openAs, openedByReader, sendFile, signUp } from './people.ts'

const pageCount = 30
const file = {
  name: 'Share Purchase Agreement, execution version of November.pdf',
  mimeType: 'application/pdf',
  buffer: pdf(Array.from({ length: pageCount }, (_, at) => `Clause ${at + 1}`)),
}
const widths = [320, 375, 600, 768, 1024, 1280]
const height = 720

/** The tools take one line of 48 pixels, and nothing is wider than the window. */
async function isOneLine(reader: Page, what: string): Promise<void> {
  for (const width of widths) {
    await reader.setViewportSize({ width, height })
    const bar = reader.locator('.viewer-bar')
    await expect.poll(async () => (await bar.boundingBox())!.height, `the bar of ${what}`).toBe(48)
    const ends = await bar.evaluate((one) =>
      [one, ...one.children].map((part) => part.getBoundingClientRect().right),
    )
    expect(Math.max(...ends), `the end of the bar of ${what} at ${width}`).toBeLessThanOrEqual(width)
    const tooWide = () => reader.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
    await expect.poll(tooWide, `how much wider than ${width} ${what} is`).toBeLessThanOrEqual(0)
  }
  await reader.setViewportSize({ width: 1280, height })
}

/** What the Tab key comes to in the bar, by name, from the start of the page. */
async function stopsInBar(reader: Page): Promise<string[]> {
  const stops: string[] = []
  await reader.locator('.skip').focus()
  // The way to the text comes first.
  const note = reader.locator('.pages-note :focus')
  for (;;) {
    await reader.keyboard.press('Tab')
    if ((await note.count()) > 0) continue
    const focused = reader.locator('.viewer-bar :focus')
    if ((await focused.count()) === 0) return stops
    const name = await focused.evaluate((one) => {
      const label = one instanceof HTMLInputElement ? one.labels?.[0]?.textContent : one.textContent
      return one.getAttribute('aria-label') ?? label ?? (one as HTMLInputElement).value
    })
    stops.push(name.trim())
  }
}

const menu = (reader: Page) => reader.locator('.viewer-menu > summary')

test('the bar over a document is one line at every width, and the keyboard comes to each of its tools', async ({
  page,
  browser,
  email,
  expectAccessible,
}, { project }) => {
  const hasScript = project.name === 'script-on'
  const own = (name: string) => `${name}-${project.name}@example.net`
  await signUp(page, own('bar-sender'), email)
  const details = await sendFile(page, file, own('bar-reader'), async (form) => {
    await giveTextOut(form)
    for (const name of ['download', 'print'])
      await form.locator(`input[name=${name}][value=yes]`).check({ force: true })
  })
  await expectPages(page, pageCount)
  const reader = await openedByReader(browser, page)
  const view = await openAs(reader, details, own('bar-reader'), email)
  const item = (number: number) => reader.getByRole('img', { name: `Page ${number} of ${pageCount}` })
  const place = async (number: number) => (await item(number).boundingBox())!

  await test.step('over pages it has all tools', async () => {
    await expect(item(1)).toBeVisible()
    await expect(reader.getByRole('link', { name: 'Download' })).toBeVisible()
    const zoom = hasScript ? ['Zoom out', 'Zoom', 'Zoom in'] : ['150%', '200%']
    const rest = ['Print', 'Find in document', 'Download', 'Comments', 'More']
    expect(await stopsInBar(reader)).toEqual(['Back', 'Page', 'Go to page', ...zoom, ...rest])
    expect((await place(1)).width).toBe(848)
    await isOneLine(reader, 'pages')
  })

  await test.step('on a phone the menu brings the tools that have no room', async () => {
    await reader.setViewportSize({ width: 320, height })
    await expect(reader.getByRole('link', { name: 'Download' })).toBeHidden()
    await menu(reader).focus()
    await reader.keyboard.press('Enter')
    await expect(reader.getByRole('link', { name: 'Download' })).toBeInViewport()
    await expect(reader.getByRole('button', { name: 'Print' })).toBeInViewport()
    await expect(reader.getByRole('link', { name: 'Thumbnails', exact: true })).toBeInViewport()
    const names = (await stopsInBar(reader)).join()
    for (const name of ['Print', 'Download', 'Thumbnails', 'As text', 'What is recorded about me'])
      expect(names).toContain(name)
    await expectAccessible(reader)
    if (hasScript) {
      await menu(reader).focus()
      await reader.keyboard.press('Escape')
      await expect(reader.getByRole('link', { name: 'Download' })).toBeHidden()
    } else await menu(reader).click()
    await reader.setViewportSize({ width: 1280, height })
  })

  await test.step('in the dark the page stays light, a little dimmed', async () => {
    await reader.emulateMedia({ colorScheme: 'dark' })
    await expect(item(1)).toHaveCSS('filter', 'brightness(0.9)')
    await expectAccessible(reader)
    await reader.emulateMedia({ colorScheme: null })
  })

  await test.step('its menu brings two pages side by side', async () => {
    await reader.goto(`${view}?page=5#page-5`)
    await menu(reader).click()
    await reader.getByRole('link', { name: 'Two pages side by side' }).click()
    await expect(reader).toHaveURL(/spread=1/)
    await expect(item(6)).toBeInViewport()
    await expect.poll(async () => (await place(6)).y - (await place(5)).y).toBe(0)
    expect((await place(6)).x).toBeGreaterThan((await place(5)).x + (await place(5)).width)
    if (hasScript) {
      await reader.keyboard.press('ArrowRight')
      await expect(reader.getByLabel('Page', { exact: true })).toHaveValue('7')
      await expect(reader).toHaveURL(/#page-7$/)
      await reader.reload()
      await expect(reader.getByLabel('Page', { exact: true })).toHaveValue('7')
      await expect.poll(async () => (await place(8)).y - (await place(7)).y).toBe(0)
    }
    await expectAccessible(reader)
    await isOneLine(reader, 'two pages')
    await menu(reader).click()
    await reader.getByRole('link', { name: 'Single pages' }).click()
    await expect(reader).not.toHaveURL(/spread/)
  })

  for (const [path, what] of [
    ['?zoom=150', 'large pages'],
    ['?slow=1', 'small pages'],
    ['/thumbnails', 'thumbnails'],
    ['/text', 'the text'],
  ]) {
    await test.step(`over ${what}`, async () => {
      await reader.goto(view + path)
      await isOneLine(reader, what!)
      await expectAccessible(reader)
    })
  }

  await test.step('over a copy to print', async () => {
    await reader.goto(view)
    await reader.getByRole('button', { name: 'Print' }).click()
    await expect(reader).toHaveURL(/\/print$/)
    await isOneLine(reader, 'a copy to print')
    await reader.getByRole('link', { name: 'Back to reading' }).click()
    await expect(item(1)).toBeVisible()
  })
  await reader.context().close()
})
