import type { Page } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { expectPages, giveTextOut, openAs, openedByReader, pressInMenu, sendFile, signUp } from './people.ts'

const pageCount = 300
const document = pdf(Array.from({ length: pageCount }, (_, at) => `Page number ${at + 1}`))
const long = { name: 'Long.pdf', mimeType: 'application/pdf', buffer: document }
const unshared = 'The sender stopped sharing this file.'

function item(reader: Page, page: number) {
  return reader.getByRole('img', { name: `Page ${page} of ${pageCount}` })
}

/** The top of a page in the window, under the bar. */
async function topOf(reader: Page, page: number): Promise<number> {
  return (await reader.locator(`#page-${page}`).boundingBox())!.y
}

async function isDrawn(reader: Page, page: number): Promise<void> {
  await expect
    .poll(() => item(reader, page).evaluate((image) => (image as HTMLImageElement).naturalWidth))
    .toBeGreaterThan(0)
}

test('300 pages are one document with script, and screens of pages without', async ({
  page,
  browser,
  email,
  expectAccessible,
}, { project }) => {
  const hasScript = project.name === 'script-on'
  const own = (name: string) => `${name}-${project.name}@example.net`
  const reader = await openedByReader(browser, page)
  let details = ''
  let view = ''

  await test.step('a long document is shared with its text, and opened', async () => {
    await signUp(page, own('viewer-sender'), email)
    details = await sendFile(page, long, own('viewer-reader'), giveTextOut)
    await expectPages(page, pageCount)
    view = await openAs(reader, details, own('viewer-reader'), email)
    await expect(item(reader, 1)).toBeVisible()
    await expectAccessible(reader)
  })

  if (!hasScript) {
    await test.step('without script there are 25 pages, and links on', async () => {
      await expect(reader.getByRole('img', { name: /^Page/ })).toHaveCount(25)
      await reader.getByRole('link', { name: 'Next' }).click()
      await expect(item(reader, 26)).toBeVisible()
      await reader.goto(`${view}?page=150#page-150`)
      await expect(item(reader, 150)).toBeInViewport()
      // The one button is that of the form for page numbers: none is dead.
      await expect(reader.getByRole('button')).toHaveAccessibleName('Go to page')
    })
    await readWithoutScript(reader, view)
    await test.step('a file that is unshared is said to be so in the line over the pages', async () => {
      const heartbeat = await reader.locator('.pulse-frame').elementHandle()
      const frame = (await heartbeat!.contentFrame())!
      await expect(frame.getByText('Reading.')).toBeVisible()
      await unshare(page, details)
      // As the line renews itself each minute.
      await frame.goto(`${view}/pulse`)
      await expect(frame.getByText(unshared)).toBeVisible()
      await frame.getByRole('link', { name: 'Go to the file' }).click()
      await expect(reader.getByText('stopped sharing this file.')).toBeVisible()
      await expect(reader.getByRole('img', { name: /^Page/ })).toHaveCount(0)
    })
  } else {
    const tools = reader.getByRole('banner')

    await test.step('few pages are in the document, which is as high as all of them', async () => {
      await expect.poll(() => reader.locator('.pages > li').count()).toBeLessThan(12)
      const height = await reader.evaluate(() => window.document.documentElement.scrollHeight)
      expect(height).toBeGreaterThan(pageCount * 1200)
      await expect(reader.getByRole('link', { name: 'Next' })).toHaveCount(0)
    })

    await test.step('scrolling brings pages in, and the address follows', async () => {
      await reader.mouse.move(600, 400)
      for (let turn = 0; turn < 12; turn++) await reader.mouse.wheel(0, 700)
      await expect(reader).toHaveURL(/\?page=([6-8])#page-\1$/)
      await isDrawn(reader, 6)
      await expect(reader.locator('#page-1')).toHaveCount(0)
    })

    await test.step('a page number leads there, and a reload comes back', async () => {
      await tools.getByRole('textbox').fill('150')
      await tools.getByRole('textbox').press('Enter')
      await isDrawn(reader, 150)
      await expect(reader).toHaveURL(/\?page=150#page-150$/)
      await reader.evaluate(() => scrollBy(0, 333))
      const before = await topOf(reader, 150)
      await expect
        .poll(() =>
          reader.evaluate(() => (history.state as { viewer: { place: { page: number } } }).viewer.place.page),
        )
        .toBe(150)
      await reader.reload()
      await isDrawn(reader, 150)
      await expect.poll(() => topOf(reader, 150)).toBeCloseTo(before, -1)
      await isAt(reader, 150)
    })

    await test.step('a link to a page from the middle of a screen does not jump when the script comes', async () => {
      const other = await reader.context().newPage()
      const scripts = Promise.withResolvers<void>()
      await other.route('**/viewer-alone*', async (route) => {
        await scripts.promise
        await route.continue()
      })
      await other.goto(`${view}?page=212#page-212`, { waitUntil: 'commit' })
      await expect(item(other, 212)).toBeInViewport()
      const before = await topOf(other, 212)
      scripts.resolve()
      await expect(other.getByLabel('Zoom', { exact: true })).toBeVisible()
      expect(Math.abs((await topOf(other, 212)) - before)).toBeLessThan(2)
      await other.close()
    })

    await test.step('keys turn pages and zoom', async () => {
      await reader.keyboard.press('ArrowRight')
      await isAt(reader, 151)
      await reader.keyboard.press('ArrowLeft')
      await isAt(reader, 150)
      await reader.keyboard.press('End')
      await isDrawn(reader, 300)
      await reader.keyboard.press('Home')
      await isDrawn(reader, 1)
      await isAt(reader, 1)
      await reader.keyboard.press('?')
      await expect(reader.getByRole('dialog', { name: 'Keyboard shortcuts' })).toBeVisible()
      await expectAccessible(reader)
      await reader.keyboard.press('Escape')
    })

    await test.step('zooming stays at the place and fetches sharper images', async () => {
      await tools.getByRole('textbox').fill('40')
      await tools.getByRole('textbox').press('Enter')
      await isDrawn(reader, 40)
      const zoom = tools.getByLabel('Zoom', { exact: true })
      await zoom.selectOption('300')
      await expect(item(reader, 40)).toHaveAttribute('src', /width=2400/)
      await isDrawn(reader, 40)
      await isAt(reader, 40)
      expect((await item(reader, 40).boundingBox())!.width).toBeCloseTo((595 * 96 * 3) / 72, 0)
      await reader.keyboard.press('-')
      await expect(zoom).toHaveValue('200')
      await reader.keyboard.press('0')
      await expect(zoom).toHaveValue('auto')
      await zoom.selectOption('page')
      expect((await item(reader, 40).boundingBox())!.height).toBeLessThan(reader.viewportSize()!.height)
      await expectAccessible(reader)
      await reader.keyboard.press('0')
    })

    await test.step('thumbnails lead to pages', async () => {
      const panel = reader.getByRole('complementary', { name: 'Thumbnails' })
      await expect(panel).toBeVisible()
      await reader.keyboard.press('t')
      await expect(panel).toBeHidden()
      await openMenu(reader)
      await reader.getByRole('link', { name: 'Thumbnails' }).click()
      await expect(panel.getByRole('link', { name: 'Page 40', exact: true })).toHaveAttribute(
        'aria-current',
        'page',
      )
      expect(await panel.getByRole('link').count()).toBeLessThan(40)
      await panel.getByRole('link', { name: 'Page 42', exact: true }).click()
      await isAt(reader, 42)
      await isDrawn(reader, 42)
      await expectAccessible(reader)
      await panel.getByRole('button', { name: 'Close' }).click()
      await expect(panel).toBeHidden()
    })

    await test.step('what was read is sent when the reader leaves, and the sender sees it measured', async () => {
      await reader.evaluate(() => window.dispatchEvent(new PageTransitionEvent('pagehide')))
      await expect(async () => {
        await page.goto(details)
        const row = page.getByRole('row').filter({ hasText: own('viewer-reader') })
        await expect(row.filter({ hasText: 'measured' }).first()).toBeVisible({ timeout: 1000 })
      }).toPass()
    })

    await test.step('comments are written beside the page', async () => {
      await reader.getByRole('link', { name: 'Comments' }).click()
      const panel = reader.getByRole('complementary', { name: 'Comments' })
      await panel.getByLabel('Your comment').fill('What does this page mean?')
      await panel.getByRole('button', { name: 'Send comment' }).click()
      await expect(panel.getByText('Comment sent.')).toBeVisible()
      await expect(panel.getByText('What does this page mean?')).toBeVisible()
      expect(new URL(reader.url()).pathname).toBe(view)
      await expectAccessible(reader)
      await panel.getByRole('button', { name: 'Close' }).click()
      await isAt(reader, 42)
    })

    await test.step('the viewer prints blank and stays at its place, and the page has no menu', async () => {
      await reader.emulateMedia({ media: 'print' })
      await expect(reader.locator('.viewer')).toBeHidden()
      // A page is told of printing with its next frame; who turns back before has not printed.
      await reader.evaluate(() => new Promise((done) => requestAnimationFrame(() => done(undefined))))
      await reader.emulateMedia({ media: null })
      const printed = await reader.pdf()
      expect(printed.toString('latin1').match(/\/Type\s*\/Page\b/g)).toHaveLength(1)
      expect(printed.toString('latin1')).not.toContain('/XObject')
      expect(printed.toString('latin1')).not.toContain('/Font')
      await isAt(reader, 42)
      const isShown = await item(reader, 42).evaluate((image) =>
        image.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true, cancelable: true })),
      )
      expect(isShown).toBe(false)
    })

    await test.step('without a line it says so, and goes on by itself when there is one', async () => {
      await reader.context().setOffline(true)
      await tools.getByRole('textbox').fill('260')
      await tools.getByRole('textbox').press('Enter')
      await expect(
        reader.getByRole('status').filter({ hasText: 'Network connectivity problem.' }),
      ).toBeVisible()
      await expect(reader.locator('#page-260').getByText('Network connectivity problem.')).toBeVisible()
      await expect(reader.locator('#page-260').getByRole('button', { name: 'Try again' })).toBeVisible()
      await expectAccessible(reader)
      await reader.context().setOffline(false)
      await isDrawn(reader, 260)
      await expect(reader.getByText('Network connectivity problem.')).toHaveCount(0)
    })

    await test.step('a page that the server is too busy for is said to be missing, and comes by itself', async () => {
      let requests = 0
      await reader.clock.install()
      await reader.goto(`${view}?page=100#page-100`)
      await isDrawn(reader, 100)
      await reader.route('**/page/200?*', (route) => {
        requests++
        return route.fulfill({ status: 503, body: 'Busy' })
      })
      const heartbeat = reader.waitForResponse('**/pulse')
      await tools.getByRole('textbox').fill('200')
      await tools.getByRole('textbox').press('Enter')
      const place = reader.locator('#page-200')
      await expect(place.getByText('Network connectivity problem.')).toBeVisible()
      expect((await heartbeat).status()).toBe(200)
      await expect(place.getByRole('button', { name: 'Try again' })).toBeVisible()
      await reader.clock.runFor(60_000)
      await expect(place.getByText('Network connectivity problem.')).toBeVisible()
      // Ever later: after 1, 2, 4, 8, 16 and 30 seconds, and not with each answer of the server.
      expect(requests).toBeLessThan(12)
      await reader.unroute('**/page/200?*')
      await reader.clock.runFor(31_000)
      await isDrawn(reader, 200)
      await expect(reader.getByText('Network connectivity problem.')).toHaveCount(0)
    })

    await test.step('words are found where the text is given out', async () => {
      await reader.keyboard.press('/')
      await reader.getByRole('searchbox', { name: 'Find in document' }).fill('number 77')
      await reader.keyboard.press('Enter')
      await expect(reader.getByText('1 found. Page 77 has 1; 1 of 1 pages.')).toBeVisible()
      await isDrawn(reader, 77)
      await expect(reader).toHaveURL(/\?page=77#page-77$/)
      await reader.getByRole('searchbox').fill('number 29')
      await reader.keyboard.press('Enter')
      await expect(reader.getByText('11 found. Page 290 has 1; 2 of 11 pages.')).toBeVisible()
      await reader.getByRole('button', { name: 'Previous page with a match' }).click()
      await isAt(reader, 29)
      await reader.getByRole('searchbox').fill('no such words')
      await reader.keyboard.press('Enter')
      await expect(reader.getByText('No matches for “no such words”.')).toBeVisible()
      await expectAccessible(reader)
      await reader.getByRole('search').getByRole('button', { name: 'Close' }).click()
      await expect(reader.getByRole('searchbox')).toBeHidden()
    })

    await test.step('an answer of the sender is announced with the next pulse', async () => {
      await page.goto(`${details}/comments`)
      await page.getByLabel('Your comment').fill('That it is the forty-second.')
      await page.getByRole('button', { name: 'Send comment' }).click()
      await reader.clock.runFor(60_000)
      await reader.getByRole('link', { name: 'Comments (1 new)' }).click()
      const panel = reader.getByRole('complementary', { name: 'Comments' })
      await expect(panel.getByText('That it is the forty-second.')).toBeVisible()
      await panel.getByRole('button', { name: 'Close' }).click()
    })

    await test.step('a file that is unshared goes from the document with the next pulse', async () => {
      await unshare(page, details)
      await expect(item(reader, 29)).toBeVisible()
      await reader.clock.runFor(60_000)
      await expect(reader.getByRole('heading', { name: unshared })).toBeVisible()
      await expect(reader.getByRole('img', { name: /^Page/ })).toHaveCount(0)
      await expect(tools.getByRole('textbox')).toHaveCount(0)
      await expect(tools.getByRole('link')).toHaveCount(1)
      await expectAccessible(reader)
      await reader.getByRole('link', { name: 'Go to the file’s page' }).click()
      await expect(reader).toHaveURL(/\/file\//)
      await expect(reader.getByText('stopped sharing this file.')).toBeVisible()
    })
  }
  await reader.context().close()
})

/** The page that the bar says is being read. */
async function isAt(reader: Page, page: number): Promise<void> {
  await expect(reader.getByLabel('Page', { exact: true })).toHaveValue(String(page))
}

async function openMenu(reader: Page): Promise<void> {
  await reader.locator('.viewer-menu > summary').click()
}

/** Takes the file back while it is being read. */
async function unshare(page: Page, details: string): Promise<void> {
  await page.goto(details)
  await pressInMenu(page, 'Unshare')
  await expect(page.getByText('Unshared. Only you can open it now.')).toBeVisible()
}

/** Every other way of reading, reached from the viewer by links and a form. */
async function readWithoutScript(reader: Page, view: string): Promise<void> {
  const modes = reader.getByRole('navigation', { name: 'How pages are shown' })
  await test.step('a page number leads there', async () => {
    await reader.getByLabel('Page', { exact: true }).fill('42')
    await reader.getByRole('button', { name: 'Go to page' }).click()
    await expect(reader).toHaveURL(/page=42#page-42$/)
    await expect(item(reader, 42)).toBeInViewport()
  })
  await test.step('thumbnails beside the pages lead to them', async () => {
    const rail = reader.getByRole('navigation', { name: 'Thumbnails' })
    await expect(rail.getByRole('link')).toHaveCount(25)
    await rail.getByRole('link', { name: 'Page 44' }).click()
    await expect(reader).toHaveURL(/#page-44$/)
    await expect(item(reader, 44)).toBeInViewport()
  })
  await test.step('pages are enlarged by links', async () => {
    for (const [name, width] of [
      ['150%', 1600],
      ['200%', 2400],
    ] as const) {
      await modes.getByRole('link', { name }).click()
      await expect(item(reader, 42)).toHaveAttribute('src', new RegExp(`width=${width}`))
      await isDrawn(reader, 42)
      await expect(reader).toHaveURL(/page=42.*#page-42$/)
    }
    await modes.getByRole('link', { name: 'Page width' }).click()
  })
  await test.step('a slow line gets one small grey page, and is told what it weighs', async () => {
    await openMenu(reader)
    await expect(reader.getByText(/page 42, about [\d.]+ .?B/)).toBeVisible()
    await reader.getByRole('link', { name: 'Slow connection' }).click()
    await expect(reader.getByRole('img', { name: /^Page/ })).toHaveCount(1)
    await expect(item(reader, 42)).toHaveAttribute('src', /grey=1/)
    await isDrawn(reader, 42)
    await modes.getByRole('link', { name: 'Page width' }).click()
  })
  await test.step('thumbnails, text and comments are a link away', async () => {
    await openMenu(reader)
    await reader.getByRole('link', { name: 'Thumbnails' }).click()
    await reader
      .getByRole('link', { name: /\b43\b/ })
      .first()
      .click()
    await expect(reader).toHaveURL(/page=43#page-43$/)
    await openMenu(reader)
    await reader.getByRole('link', { name: 'As text', exact: true }).click()
    await expect(reader.getByText('Page number 43', { exact: true })).toBeVisible()
    await reader.goto(view)
    await reader.getByRole('link', { name: 'Comments' }).click()
    await reader.getByLabel('Your comment').fill('What does this page mean?')
    await reader.getByRole('button', { name: 'Send comment' }).click()
    await expect(reader.getByText('Comment sent.')).toBeVisible()
    await reader.goto(view)
  })
}
