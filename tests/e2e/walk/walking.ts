import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { Browser, BrowserContextOptions, CDPSession, Page } from '@playwright/test'
import { expect } from '@playwright/test'
import type { Screen } from './screens.ts'
import type { Who, World } from './world.ts'

/** Where the world that was seeded for the walk is kept: its addresses, and the cookies of its people. */
export function worldFile(): string {
  return path.join(process.env['E2E_DATA_DIR'] ?? '', 'walk-world.json')
}

export function readWorld(): World {
  return JSON.parse(readFileSync(worldFile(), 'utf8')) as World
}

const confirmation = '/operator/confirm'
const signIn = '/access/login'
const password = 'seven quiet lamps over the harbour'
/** Who has a second factor. */
export const halEmail = 'hal@example.org'

/** A page of someone; where its scripts are switched on and off, with what does that. */
export type Walker = { page: Page; devtools: CDPSession | null }

export async function walkerOf(
  browser: Browser,
  world: World,
  who: Who,
  options: BrowserContextOptions = {},
): Promise<Walker> {
  const context = await browser.newContext(options)
  await context.addCookies(world.cookies[who])
  const page = await context.newPage()
  return { page, devtools: options.javaScriptEnabled === false ? null : await context.newCDPSession(page) }
}

/** Opens a screen, and makes sure that it is that screen and no other one. */
export async function openScreen(
  { page, devtools }: Walker,
  world: World,
  { as, at, status }: Screen,
  { isScripted = false } = {},
): Promise<string> {
  const address = at(world)
  await devtools?.send('Emulation.setScriptExecutionDisabled', { value: !isScripted })
  let response = await page.goto(address)
  // A walk takes longer than the operator's sign-in counts as fresh.
  if (new URL(page.url()).pathname === confirmation && !address.startsWith(confirmation)) {
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Continue' }).click()
    response = await page.goto(address)
  }
  // And than a sign-in waits for its second factor.
  if (as === 'half' && new URL(page.url()).pathname === signIn) {
    await page.getByLabel('Email address').fill(halEmail)
    await page.getByLabel('Password').fill(password)
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    response = await page.goto(address)
  }
  const { pathname } = new URL(page.url())
  expect([response?.status(), pathname]).toEqual([status, new URL(address, page.url()).pathname])
  return address
}

/** Gives what has just happened the longest text a list has for a time: how long a walk takes decides nothing then. */
export function ageTimes(page: Page): Promise<void> {
  return page.evaluate(() => {
    for (const { firstChild: text } of document.querySelectorAll('time')) {
      if (text && /^(just now|\d+ (min|h) ago)$/i.test(text.nodeValue ?? '')) text.nodeValue = '28 Nov 2025'
    }
  })
}

/** By how much a page is wider than its window, and because of what; null where it is not. */
export function tooWide(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const { scrollWidth, clientWidth } = document.documentElement
    if (scrollWidth <= clientWidth) return null
    const widest = [...document.body.querySelectorAll('*')].findLast(
      (element) => element.getBoundingClientRect().right >= scrollWidth - 1,
    )
    return `${scrollWidth - clientWidth} px too wide by ${widest?.tagName.toLowerCase()}.${widest?.className}`
  })
}

/** A name in a list that its neighbours leave so little of the row that it breaks within words; null where none is. */
export function squeezed(page: Page): Promise<string | null> {
  return page.evaluate(() => {
    const names = [...document.querySelectorAll('.named > div')].filter((name) => name.checkVisibility())
    // What is short is narrow, too, but in one line.
    const threeLines = 4 * parseFloat(getComputedStyle(document.documentElement).fontSize)
    const narrow = names.find((name) => name.clientWidth < 96 && name.clientHeight > threeLines)
    return narrow ? `${narrow.clientWidth} px for the name ${narrow.textContent?.trim().slice(0, 60)}` : null
  })
}

/** Whether it can be seen where the keys are: an outline on what has the focus, on its label or on what is around it. */
export function isFocusSeen(page: Page): Promise<boolean> {
  return page.evaluate(() => {
    const focused = document.activeElement as HTMLElement
    const labels = [...((focused as HTMLInputElement).labels ?? [])]
    const near = [focused, focused.parentElement, focused.nextElementSibling, ...labels]
    return near.some((element) => {
      if (!element) return false
      const { outlineStyle, outlineWidth } = getComputedStyle(element)
      const { width, height } = element.getBoundingClientRect()
      return outlineStyle !== 'none' && parseFloat(outlineWidth) >= 2 && width > 4 && height > 4
    })
  })
}

/** Presses Tab until something has the focus that fits; answers how often. Every stop on the way is seen. */
export async function tabTo(page: Page, selector: string, most: number): Promise<number> {
  const stops: string[] = []
  while (stops.length <= most) {
    const { fits, where } = await page.evaluate((wanted) => {
      const { activeElement: at } = document
      return { fits: at?.matches(wanted) ?? false, where: at === document.body ? '' : (at?.outerHTML ?? '') }
    }, selector)
    if (where !== '')
      expect(await isFocusSeen(page), `the focus is seen on ${where.slice(0, 200)}`).toBe(true)
    if (fits) return stops.length
    stops.push(where.slice(0, 100))
    await page.keyboard.press('Tab')
  }
  throw new Error(`${selector} is not reached by ${most} stops:\n${stops.join('\n')}`)
}
