import type { Page } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { expectPages, sendFile, signUp } from './people.ts'

const pageCount = 30
const own = {
  name: 'Own.pdf',
  mimeType: 'application/pdf',
  buffer: pdf(Array.from({ length: pageCount }, (_, at) => `Clause ${at + 1} of the agreement`)),
}

function item(page: Page, number: number) {
  return page.getByRole('img', { name: `Page ${number} of ${pageCount}` })
}

test('a sender reads an own file, with the watermark and without, and nothing of it is recorded as reading', async ({
  page,
  email,
  expectAccessible,
}, { project }) => {
  const hasScript = project.name === 'script-on'
  await signUp(page, `viewer-owner-${project.name}@example.net`, email)
  const details = await sendFile(page, own, 'nobody@example.net')
  await expectPages(page, pageCount)
  const view = details.replace('/s/', '/view/')
  await page.clock.install()

  await test.step('pages are shown without their mark, those that come later too', async () => {
    await page.goto(view)
    await expect(item(page, 1)).not.toHaveAttribute('src', /mark=/)
    await page.locator('.viewer-menu > summary').click()
    await page.getByRole('button', { name: 'Show without watermark' }).click()
    await expect(page).toHaveURL(/mark=off/)
    await expect(item(page, 1)).toHaveAttribute('src', /mark=off/)
    if (hasScript) await page.keyboard.press('End')
    else await page.getByRole('link', { name: 'Next' }).click()
    await expect(item(page, 30)).toHaveAttribute('src', /mark=off/)
    await item(page, 30).scrollIntoViewIfNeeded()
    await expect
      .poll(() => item(page, 30).evaluate((image) => (image as HTMLImageElement).naturalWidth))
      .toBeGreaterThan(0)
    await expectAccessible(page)
    await page.locator('.viewer-menu > summary').click()
    await page.getByRole('link', { name: 'Show with watermark' }).click()
    await page.locator('.viewer-menu > summary').click()
    await expect(page.getByRole('button', { name: 'Show without watermark' })).toBeVisible()
  })

  await test.step('other ways of showing pages have their links, and no script', async () => {
    for (const query of ['slow=1', 'zoom=150']) {
      await page.goto(`${view}?${query}`)
      const modes = page.getByRole('navigation', { name: 'How pages are shown' })
      await expect(modes.getByRole('link', { name: 'Page width' })).toBeVisible()
      await expect(page.locator('script[src*="viewer-alone"]')).toHaveCount(0)
      await expect(page.getByLabel('Zoom', { exact: true })).toHaveCount(0)
      await expectAccessible(page)
    }
    for (const path of [`${view}/thumbnails`, `${view}/text`, `${view}/text?q=clause`, '/s/trace']) {
      await page.goto(path)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
      await expectAccessible(page)
    }
  })

  if (hasScript) {
    await page.goto(view)

    await test.step('words are found', async () => {
      await expect(page.getByRole('searchbox')).toHaveCount(0)
      await page.keyboard.press('/')
      await page.getByRole('searchbox', { name: 'Find in document' }).fill('clause 2')
      await page.keyboard.press('Enter')
      await expect(page.getByText('11 found. Page 2 has 1; 1 of 11 pages.')).toBeVisible()
      await page.getByRole('button', { name: 'Next page with a match' }).click()
      await expect(page.getByLabel('Page', { exact: true })).toHaveValue('20')
      await page.getByRole('search').getByRole('button', { name: 'Close' }).click()
    })

    await test.step('the pulse of a minute is answered', async () => {
      const heartbeat = page.waitForResponse('**/pulse')
      await page.mouse.move(300, 300)
      await page.clock.runFor(60_000)
      expect((await heartbeat).status()).toBe(200)
      expect((await heartbeat).request().postData()).toMatch(/read=.*20%3A\d{5}/)
      expect(await (await heartbeat).json()).toEqual({ secondsLeft: null, unreadComments: 0 })
    })

    await test.step('after 180 seconds without a good pulse pages are hidden, and come back at the same place', async () => {
      let isAway = true
      await page.route('**/pulse', async (route) => {
        if (isAway) await route.fulfill({ body: 'The line of a hotel' })
        else await route.fallback()
      })
      await page.clock.runFor(120_000)
      await expect(page.getByText('Network connectivity problem.')).toBeVisible()
      await expect(item(page, 20)).toBeVisible()
      await page.clock.runFor(80_000)
      await expect(item(page, 20)).toBeHidden()
      isAway = false
      await page.clock.runFor(6_000)
      await expect(item(page, 20)).toBeVisible()
      await expect(page.getByLabel('Page', { exact: true })).toHaveValue('20')
      await expect(page.getByText('Network connectivity problem.')).toHaveCount(0)
    })
  }

  await test.step('the sender is in the record for removing the mark, and not as a reader', async () => {
    await page.goto(details)
    await expect(page.getByText('Not opened yet.')).toBeVisible()
    await page.goto(`${details}/activity`)
    await expect(page.getByText(/requested the file without a watermark/).first()).toBeVisible()
    await expect(page.getByText(/measured/)).toHaveCount(0)
    await expectAccessible(page)
  })
})
