import { parse } from 'bowser'

/** What a user agent names, as people call it: "Firefox on Windows". */
export function deviceName(userAgent: string): string {
  const { browser, os } = parse(userAgent || 'unknown')
  const name = plainWord(browser.name ?? '') ?? plainWord(userAgent.split(/[/ ]/)[0]!) ?? 'Unknown browser'
  return os.name ? `${name} on ${os.name}` : name
}

// Anyone can send anything, and this appears in emails: nothing that an email program would turn into a link.
function plainWord(name: string): string | null {
  return /^[A-Za-z0-9][A-Za-z0-9 -]{0,39}$/.test(name) && name !== 'unknown' ? name : null
}
