import { expect, test } from '@playwright/test'
import { readWorld, walkerOf } from './walking.ts'
import type { World } from './world.ts'

/** Areas by the pages whose tabs lead to one another. */
const areas: Record<string, (world: World) => string[]> = {
  'a file': ({ shares }) =>
    ['', '/edit', '/requests', '/comments', '/versions', '/activity'].map(
      (page) => `/s/${shares.main}${page}`,
    ),
  'a data room': ({ alba }) => [
    `/dr/${alba.room}`,
    `/drstats/${alba.room}`,
    ...['people', 'rights', 'settings'].map((page) => `/rooms/${alba.room}/${page}`),
  ],
  'the settings': () =>
    ['profile', 'twofactor', 'sessions', 'plan', 'data'].map((tab) => `/setting?tabActive=${tab}`),
  'a team': () =>
    ['branding', 'terms', 'domains', 'sign-in', 'report', 'team'].map(
      (tab) => `/team/admin?tabActive=${tab}`,
    ),
}

for (const [area, pagesOf] of Object.entries(areas))
  for (const width of [1280, 820])
    test(`the title and the tabs of ${area} stay where they are from tab to tab at ${width}`, async ({
      browser,
    }, { project }) => {
      const world = readWorld()
      const { baseURL = '' } = project.use
      const { page } = await walkerOf(browser, world, 'sender', {
        baseURL,
        javaScriptEnabled: false,
        viewport: { width, height: 800 },
      })
      const places: Record<string, unknown> = {}
      for (const address of pagesOf(world)) {
        await page.goto(address)
        places[address] = await page.evaluate(() =>
          ['h1', '.tabs'].map((what) => {
            const { x, y } = document.querySelector(what)!.getBoundingClientRect()
            return [what, Math.round(x), Math.round(y)]
          }),
        )
      }
      const [first] = Object.values(places)
      expect(places).toEqual(Object.fromEntries(Object.keys(places).map((address) => [address, first])))
    })
