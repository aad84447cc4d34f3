import { generateSync } from 'otplib'
import type { Browser } from '#tests/support/browser/browser.ts'
import type { App } from './app.ts'

/** The key for the app, as the page shows it where a person sets up the two-factor code. */
export function keyOn(browser: Browser): string {
  return /\b(?:[A-Z2-7]{4} ){7}[A-Z2-7]{4}\b/.exec(browser.text())![0]
}

/** What the app of someone with this key shows now, or so many seconds later. */
export function appCode({ clock }: App, key: string, seconds = 0): string {
  const epoch = Math.floor(clock.now() / 1000) + seconds
  return generateSync({ secret: key.replaceAll(' ', ''), epoch })
}
