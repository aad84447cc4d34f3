import { parse } from 'bowser'

/** "Firefox on Linux": what a browser says of itself, as people call it. It may say what it likes. */
export function deviceOf(userAgent: string): string {
  const { browser, os } = parse(userAgent || 'unknown')
  const name = browser.name || 'Unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}
