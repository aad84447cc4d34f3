import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'

const around = createRequire(import.meta.url).resolve('@axe-core/playwright')
/** The small one: each page is sent it and reads it again. */
const source = readFileSync(createRequire(around).resolve('axe-core/axe.min.js'), 'utf8')

/** A rule that a page breaks, and where. */
export type Obstacle = { id: string; help: string; nodes: { html: string }[] }

/** What axe finds on a page. Its package for Playwright sends it to each page twice, and fetches what is well, too. */
export async function obstaclesOn(page: Page): Promise<Obstacle[]> {
  await page.evaluate(source)
  // One that renews itself may be gone by now.
  for (const frame of page.mainFrame().childFrames()) await frame.evaluate(source).catch(() => undefined)
  return page.evaluate(
    `axe.run({ resultTypes: ['violations'], selectors: false }).then(({ violations }) => violations)`,
  )
}
