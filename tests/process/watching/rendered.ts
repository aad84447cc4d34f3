import { expect, vi } from 'vitest'
import type { Browser } from '#tests/support/browser/browser.ts'
import { patience } from '#tests/support/world/patience.ts'

/** Opens a share as soon as its pages are there, at a server that renders them on its own. */
export async function openWhenRendered(browser: Browser, address: string): Promise<void> {
  await vi.waitFor(async () => {
    await browser.open(address)
    await browser.send('open')
    expect(browser.path).toMatch(/^\/view\//)
  }, patience)
}
