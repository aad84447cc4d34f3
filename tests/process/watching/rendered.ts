import { expect, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'

/** How long a test waits for what a process does on its own, and how often it looks. */
export const waits = { timeout: 20_000, interval: 20 }

/** Opens a share as soon as its pages are there, at a server that renders them on its own. */
export async function openWhenRendered(browser: Browser, address: string): Promise<void> {
  await vi.waitFor(async () => {
    await browser.open(address)
    await browser.send('open')
    expect(browser.path).toMatch(/^\/view\//)
  }, waits)
}
