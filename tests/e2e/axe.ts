import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from '@playwright/test'
import { oneOf } from '#tests/support/world/budget.ts'

const around = createRequire(import.meta.url).resolve('@axe-core/playwright')
/**
 * The small one: each page is sent it and reads it again. In ASCII alone, since for a few other letters it would be
 * twice as long in memory, and take a third longer.
 */
const source = readFileSync(createRequire(around).resolve('axe-core/axe.min.js'), 'utf8').replace(
  /[^\0-\x7f]/g,
  (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
)

/** A rule that a page breaks, and where. */
export type Obstacle = { id: string; help: string; nodes: { html: string }[] }

/**
 * What axe finds on a page. Its package for Playwright sends it to each page twice, and fetches what is well, too.
 * Contrast takes as long as all the rest, and the colours are the same few on every page: by turns.
 */
export async function obstaclesOn(page: Page, turn: number): Promise<Obstacle[]> {
  await page.evaluate(source)
  // One that renews itself may be gone by now.
  for (const frame of page.mainFrame().childFrames()) await frame.evaluate(source).catch(() => undefined)
  const [enabled] = oneOf([true, false, false], turn)
  const options = { resultTypes: ['violations'], selectors: false, rules: { 'color-contrast': { enabled } } }
  return page.evaluate(`axe.run(${JSON.stringify(options)}).then(({ violations }) => violations)`)
}
