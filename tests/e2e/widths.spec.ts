import type { Page } from '@playwright/test'
import { pdf } from '#tests/support/files/documents.ts'
import { expect, test } from './journey.ts'
import { sendFile, signUp } from './people.ts'
import { addFiles, addPeople, makeFolder, makeRoom, paper, within } from './rooms.ts'

const widths = [320, 375, 600, 768, 820, 1024, 1280, 1920]
const longName =
  'Share purchase agreement between Halden & Marsh LLP and Alba Logistics GmbH, execution version.pdf'

test('no page of an account scrolls sideways, from a narrow phone to a wide screen, nor with text twice as large', async ({
  page,
  email,
}, { project, testId }) => {
  await signUp(page, `wide-${project.name}-${testId}@example.org`, email)
  const file = { name: longName, mimeType: 'application/pdf', buffer: pdf(['One', 'Two']) }
  const people = 'ben.okafor@example.net, chloe.laurent@advisors.example, d.petrov@baltic-capital.example'
  const share = await sendFile(page, file, people)
  await expect(page.getByText('2 pages').first()).toBeVisible()
  const room = await makeRoom(page, 'Sale of Alba to Baltic Capital')
  const contracts = await makeFolder(page, room, 'Contracts with customers, suppliers and the landlord')
  await addFiles(page, room, [paper(longName), paper('Articles.pdf')], contracts)
  await addPeople(page, room, { emails: ['priya.shah@northwind.example'], role: 'View' })
  const pages = [
    '/home',
    '/s',
    '/r',
    '/d',
    '/requests',
    '/bin',
    '/share',
    '/foldercreate',
    '/setting',
    '/setting?tabActive=security',
    share,
    `${share}/edit`,
    `${share}/activity`,
    `${share}/requests`,
    share.replace('/s/', '/view/'),
    room,
    contracts,
    ...['people', 'people?panel=add', 'rights', 'settings', 'bin'].map((place) => within(room, place)),
  ]
  const tooWide: string[] = []
  for (const address of pages) {
    await page.goto(address)
    tooWide.push(...(await overflowing(page, address)))
  }
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const address of pages) {
    await page.goto(address)
    tooWide.push(...(await overflowing(page, `${address} with large text`, [375, 1280])))
  }
  expect(tooWide).toEqual([])
})

/** At which widths a page is wider than its window, and by how much. */
async function overflowing(page: Page, what: string, at = widths): Promise<string[]> {
  const found: string[] = []
  for (const width of at) {
    await page.setViewportSize({ width, height: 800 })
    const wider = () =>
      page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth)
    // Where a script fits what is on the page to the window it does so a moment later.
    await expect
      .poll(wider, { timeout: 2000 })
      .toBeLessThanOrEqual(0)
      .catch(async () => found.push(`${what} at ${width}: ${await wider()}`))
  }
  return found
}
