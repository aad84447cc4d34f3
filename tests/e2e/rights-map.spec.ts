import type { Page } from '@playwright/test'
import { expect, test } from './journey.ts'
import { signUp } from './people.ts'
import { addPeople, makeFolder, makeRoom, within } from './rooms.ts'

const names = [
  'Corporate',
  'Contracts with customers, suppliers and the landlord',
  'Finance',
  'Employees',
  'Gesellschafterversammlungsprotokolle',
  'عقود الإيجار',
  ...Array.from({ length: 14 }, (_, at) => `Part ${at + 1}`),
]
/** At most so many pixels in height, by width: with 12 people, in a room of 20 folders. */
const budgets = { 320: 2100, 375: 2000, 768: 1300, 1024: 1200, 1280: 1100 }

test('the permissions of 12 people in 20 folders are read without much scrolling, and several set at once', async ({
  page,
  email,
  expectWell,
}, { project }) => {
  await signUp(page, `map-${project.name}@example.org`, email)
  const room = await makeRoom(page, 'Sale of Alba to Baltic Capital')
  for (const name of names) await makeFolder(page, room, name)
  const emails = Array.from({ length: 12 }, (_, at) => `reader${at}-${project.name}@advisors.example`)
  await addPeople(page, room, { emails, role: 'View' })

  await test.step('at each width', async () => {
    await page.goto(within(room, 'rights'))
    for (const [width, budget] of Object.entries(budgets)) {
      await page.setViewportSize({ width: Number(width), height: 800 })
      const { height, wider, broken } = await measured(page)
      expect.soft({ width, wider, broken }).toEqual({ width, wider: 0, broken: [] })
      expect.soft(height, `height at ${width}`).toBeLessThanOrEqual(budget)
    }
    await expectWell(page)
  })

  await test.step('two people and two folders get a permission together', async () => {
    const [first = '', second = ''] = emails
    for (const name of [first, second, 'Finance', 'Corporate']) {
      await page.getByRole('checkbox', { name: `Select ${name}`, exact: true }).check()
    }
    await expect(page.getByRole('group', { name: 'Selected people and folders' })).toBeVisible()
    await page.getByLabel('Set permission for').selectOption({ label: 'Download' })
    await page.getByRole('button', { name: 'Review changes' }).click()
    await expect(page.getByRole('region', { name: 'Review changes' })).toContainText(
      `${second} on Finance: from Inherited to Download`,
    )
    await expectWell(page)
    await page.getByRole('button', { name: 'Save permissions' }).click()
    await expect(page.getByText('Permissions saved. They apply right away.')).toBeVisible()
    await expect(page.locator('.cell.own')).toHaveCount(4)
  })
})

/** How high the page is, how much wider than its window, and which short names of folders stand on two lines. */
function measured(page: Page): Promise<{ height: number; wider: number; broken: string[] }> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth, scrollHeight } = document.documentElement
    const words = [...document.querySelectorAll<HTMLElement>('.map-folder')].filter(
      ({ title }) => !title.includes(' ') && title.length < 12,
    )
    const lines = (element: HTMLElement) => element.getClientRects().length > 1 || element.offsetHeight > 30
    return {
      height: scrollHeight,
      wider: Math.max(0, scrollWidth - clientWidth),
      broken: words.filter(lines).map(({ title }) => title),
    }
  })
}
