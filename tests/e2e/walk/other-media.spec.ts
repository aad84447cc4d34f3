import { expect, test, type Page } from '@playwright/test'
import { screens } from './screens.ts'
import { openScreen, readWorld, tabTo, tooWide, walkerOf } from './walking.ts'

const without = { javaScriptEnabled: false }

test('in forced colours buttons have an edge, the focus is seen, and permissions and heat say more than a colour', async ({
  browser,
}, { project }) => {
  const world = readWorld()
  const walker = await walkerOf(browser, world, 'sender', { ...without, baseURL: project.use.baseURL! })
  const { page } = walker
  await page.emulateMedia({ forcedColors: 'active' })
  for (const id of ['home.index', 'shares.index', 'shares.new', 'shares.details', 'rooms.folder2'] as const) {
    const address = await openScreen(
      walker,
      world,
      screens[id]!.find(({ as }) => as === 'sender')!,
    )
    expect(await withoutEdge(page), address).toEqual([])
    await tabTo(page, 'main a, main button, main input', 40)
  }
  await openScreen(walker, world, screens['rooms.rights.matrix']![0]!)
  const cells = await page.locator('.cell').evaluateAll((all) =>
    all.map((cell) => ({
      says: cell.querySelector('svg') !== null && (cell.textContent ?? '').trim() !== '',
      hasEdge: parseFloat(getComputedStyle(cell).borderTopWidth) > 0,
    })),
  )
  expect(cells.length).toBeGreaterThan(8)
  expect(cells.filter(({ says, hasEdge }) => !says || !hasEdge)).toEqual([])
  await page.goto(`/s/${world.shares.main}`)
  const heat = await page
    .locator('.reading td[class*=q]:not(.q0)')
    .evaluateAll((all) => all.map((cell) => getComputedStyle(cell).forcedColorAdjust))
  expect(heat.length).toBeGreaterThan(0)
  expect(new Set(heat)).toEqual(new Set(['none']))
})

const lists = [
  'shares.index',
  'shares.details',
  'shares.activity',
  'shares.trash',
  'received.index',
  'requests.index',
  'rooms.index',
  'rooms.folder2',
  'rooms.people.index',
  'rooms.rights.matrix',
  'rooms.stats2',
] as const

test('a list on paper has no navigation and no buttons, and nothing of it is cut', async ({ browser }, {
  project,
}) => {
  const world = readWorld()
  const walker = await walkerOf(browser, world, 'sender', { ...without, baseURL: project.use.baseURL! })
  const { page } = walker
  await page.emulateMedia({ media: 'print' })
  // A4 with margins of a centimetre.
  await page.setViewportSize({ width: 718, height: 1046 })
  const faults: Record<string, string[]> = {}
  for (const id of lists) {
    const screen = screens[id]!.find(({ as }) => as === 'sender')!
    await openScreen(walker, world, screen)
    const found = [...(await pressable(page)), ...(await cut(page)), ...[(await tooWide(page)) ?? []].flat()]
    if (found.length > 0) faults[id] = found
  }
  expect(faults).toEqual({})
})

/** Buttons that only their colour would tell from the ground. */
function withoutEdge(page: Page): Promise<string[]> {
  return page.locator('.btn, .pill, .btn-icon').evaluateAll((all) =>
    all
      .filter((button) => button.getClientRects().length > 0)
      .filter((button) => parseFloat(getComputedStyle(button).borderTopWidth) === 0)
      .filter((button) => button.querySelector('svg') === null)
      .map((button) => button.outerHTML.slice(0, 120)),
  )
}

/** What is seen that only a screen can do something with. */
function pressable(page: Page): Promise<string[]> {
  return page
    .locator('nav, button, .btn, .btn-icon, .menu, input:not([readonly]), select, textarea')
    .evaluateAll((all) =>
      all
        .filter((element) => element.checkVisibility())
        .filter((element) => element.getBoundingClientRect().width > 2)
        .map((element) => `seen: ${element.outerHTML.slice(0, 160)}`),
    )
}

/** Texts of which the end is missing. */
function cut(page: Page): Promise<string[]> {
  return page.locator('main *').evaluateAll((all) =>
    all
      .filter((element) => element.checkVisibility() && element.clientWidth > 2)
      .filter((element) => getComputedStyle(element).overflowX !== 'visible')
      .filter(
        ({ scrollWidth, clientWidth, scrollHeight, clientHeight }) =>
          scrollWidth > clientWidth + 1 || scrollHeight > clientHeight + 2,
      )
      .map((element) => `cut: ${element.outerHTML.slice(0, 160)}`),
  )
}
