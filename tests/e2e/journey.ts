import path from 'node:path'
import { expect, test as base, type Page } from '@playwright/test'
import { Outbox, type ReceivedEmail } from '#tests/support/world/mail.ts'
import { obstaclesOn } from './axe.ts'
import { persistent } from './people.ts'

type Fixtures = {
  /** Waits for the next email to an address that has this in its subject. */
  email(address: string, subject: RegExp): Promise<ReceivedEmail>
  /** Finds obstacles for people with other eyes, ears and hands; needs script in the page. */
  expectAccessible(page: Page): Promise<void>
  /** The same, and that the page is no wider than a phone. */
  expectWell(page: Page): Promise<void>
}

export const test = base.extend<Fixtures>({
  // Errors that a page prints are faults; a status that the test asks for is not one.
  page: async ({ page }, use) => {
    const printed: string[] = []
    page.on('pageerror', (error) => printed.push(String(error)))
    page.on('console', (message) => {
      const isStatus = message
        .text()
        .startsWith('Failed to load resource: the server responded with a status of 4')
      if (['error', 'warning'].includes(message.type()) && !isStatus) printed.push(message.text())
    })
    await use(persistent(page))
    expect(printed, 'what the page printed').toEqual([])
  },
  // eslint-disable-next-line no-empty-pattern -- Playwright wants an object pattern
  email: async ({}, use) => {
    const outbox = new Outbox(
      path.join(process.env['E2E_DATA_DIR'] ?? '', test.info().project.name, 'outbox'),
    )
    await use(async (address, subject) => {
      let found: ReceivedEmail | undefined
      await expect
        .poll(
          async () => {
            const emails = await outbox.to(address)
            found = emails.findLast((email) => subject.test(email.subject))
            return Boolean(found)
          },
          { message: `a letter to ${address} about ${subject}` },
        )
        .toBe(true)
      return found!
    })
  },
  expectAccessible: async ({ javaScriptEnabled }, use, { title }) => {
    let turn = title.length
    await use(async (page) => {
      if (!javaScriptEnabled) return
      const found = (await obstaclesOn(page, turn++)).map(
        ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.html).join(' ')})`,
      )
      expect(found, `what stands in the way on ${page.url()}`).toEqual([])
    })
  },
  expectWell: async ({ expectAccessible }, use) => {
    await use(async (page) => {
      const size = page.viewportSize()!
      await page.setViewportSize({ width: 375, height: 740 })
      // Where a script fits what is on the page to the window it does so a moment later.
      const tooWide = () => page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
      await expect.poll(tooWide, `how much wider than a phone ${page.url()} is`).toBeLessThanOrEqual(0)
      await expectAccessible(page)
      await page.setViewportSize(size)
    })
  },
})
export { expect }
