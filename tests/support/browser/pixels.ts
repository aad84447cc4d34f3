import sharp from 'sharp'
import { expect } from 'vitest'
import type { Browser } from './browser.ts'

/** The picture at an address, point by point. */
export async function pixels(browser: Browser, address: string): Promise<Buffer> {
  const answer = await browser.fetch(address)
  expect([address, answer.status]).toEqual([address, 200])
  return sharp(Buffer.from(await answer.arrayBuffer()))
    .raw()
    .toBuffer()
}
