import { expect, test, type Page } from '@playwright/test'
import { everyThird, isFull, oneOf, seed } from '#tests/support/world/budget.ts'
import { obstaclesOn, type Obstacle } from '../axe.ts'
import { screens, type Screen } from './screens.ts'
import { ageTimes, openScreen, readWorld, squeezed, tooWide, walkerOf, type Walker } from './walking.ts'
import type { Who } from './world.ts'

const widths = [320, 375, 600, 768, 820, 1024, 1280, 1920]
const themes = ['light', 'dark'] as const
type Theme = (typeof themes)[number]
const scripts = ['without', 'with'] as const
const areas = new Set(Object.keys(screens).map(areaOf))

for (const area of areas) {
  test(`${area}: no screen scrolls sideways or breaks names at any width or with text twice as large, and nothing is in anyone's way`, async ({
    browser,
  }, {
    project: {
      use: { baseURL = '' },
    },
  }) => {
    const world = readWorld()
    const walkers = new Map<Who, Walker>()
    const faults: string[] = []
    for (const [id, list = []] of Object.entries(screens)) {
      if (areaOf(id) !== area) continue
      for (const [at, screen] of list.entries()) {
        const walker = walkers.get(screen.as) ?? (await walkerOf(browser, world, screen.as, { baseURL }))
        walkers.set(screen.as, walker)
        faults.push(...(await faultsOf(walker, screen, `${id} ${screen.at(world)}`, id.length + at)))
      }
    }
    const turns = isFull ? 'TESTS=all' : `TEST_SEED=${seed}`
    const again = `${turns} npx playwright test --config tests/e2e/playwright.config.ts --project=walk`
    expect(faults, `${again} -g '${area}: no screen' looks at the same ones again`).toEqual([])

    /** What is not looked at in this turn is in the next run; with the full budget nothing is left out. */
    async function faultsOf(walker: Walker, screen: Screen, name: string, turn: number): Promise<string[]> {
      const shownIn = oneOf(themes, turn)
      await openScreen(walker, world, screen)
      const forms = (await isEnhanced(walker.page))
        ? oneOf(scripts, Math.floor((turn + seed) / 2))
        : ['without']
      const found: string[] = []
      for (const form of forms) {
        if (form === 'with') await openScreen(walker, world, screen, { isScripted: true })
        const inForm = await sideways(walker, everyThird(widths, turn), oneOf([375, 1280], turn))
        inForm.push(...(await inTheWay(walker, shownIn, turn)))
        found.push(...inForm.map((fault) => `${name}: ${form} script ${fault}`))
      }
      return found
    }
  })
}

/** What an address belongs to: `rooms.people` of `rooms.people.person`. */
function areaOf(id: string): string {
  return id.replace(/\.\w+$/, '')
}

/** Whether script changes how a page looks, as keys, a notice that goes, or a button that copies hardly do. */
function isEnhanced(page: Page): Promise<boolean> {
  return page.evaluate(() =>
    [...document.querySelectorAll('script[src], script[type=module]')].some(
      (script) => !/(find-keys|toasts|copy-links|countdown)-alone/.test(script.getAttribute('src') ?? ''),
    ),
  )
}

async function sideways({ page, devtools }: Walker, at: number[], atTwice: number[]): Promise<string[]> {
  const found: string[] = []
  await ageTimes(page)
  const measure = async (width: number, how = '') => {
    await page.setViewportSize({ width, height: 800 })
    const narrow = await squeezed(page)
    if (narrow) found.push(`${narrow} at ${width}${how}`)
    if ((await tooWide(page)) === null) return
    // Where a script fits what is on the page to the window it does so a moment later.
    await expect
      .poll(() => tooWide(page), { timeout: 2000 })
      .toBeNull()
      .catch(async () => found.push(`${await tooWide(page)} at ${width}${how}`))
  }
  for (const width of at) await measure(width)
  await devtools!.send('Emulation.setTouchEmulationEnabled', { enabled: true })
  await devtools!.send('Emulation.setEmulatedMedia', {
    features: [
      { name: 'pointer', value: 'coarse' },
      { name: 'hover', value: 'none' },
    ],
  })
  await measure(1024, ' for fingers')
  await devtools!.send('Emulation.setTouchEmulationEnabled', { enabled: false })
  await devtools!.send('Emulation.setEmulatedMedia', { features: [] })
  await devtools!.send('Page.setFontSizes', { fontSizes: { standard: 32, fixed: 26 } })
  for (const width of atTwice) await measure(width, ' with text twice as large')
  await devtools!.send('Page.setFontSizes', { fontSizes: { standard: 16, fixed: 13 } })
  return found
}

/** What axe finds in these themes. The page is as it was without script: only axe itself runs. */
async function inTheWay({ page, devtools }: Walker, shownIn: Theme[], turn: number): Promise<string[]> {
  await devtools!.send('Emulation.setScriptExecutionDisabled', { value: false })
  await page.setViewportSize({ width: 375, height: 800 })
  const found: string[] = []
  for (const colorScheme of shownIn) {
    await page.emulateMedia({ colorScheme })
    found.push(...told(await obstaclesOn(page, turn), ` in the ${colorScheme}`))
  }
  await page.emulateMedia({ colorScheme: 'light' })
  return found
}

function told(obstacles: Obstacle[], how: string): string[] {
  return obstacles
    .filter(({ id, nodes }) => id !== 'meta-refresh' || !nodes.every(isTimeUp))
    .map(({ id, nodes }) => `${id}${how}: ${nodes.map(({ html }) => html).join(' ')}`.slice(0, 600))
}

/** Where the time of a file ends on a page without script, the page says so by itself: no one could put that off. */
function isTimeUp({ html }: { html: string }): boolean {
  return html.includes('; url=')
}
