import { expect } from 'vitest'
import type { Browser } from './browser.ts'
import type { ReceivedEmail } from '#tests/support/world/mail.ts'

/** The addresses that letters to someone lead to, in their words, their HTML and their headers. */
export function linksOf(emails: readonly ReceivedEmail[], to = ''): string[] {
  const found = emails
    .filter((email) => email.to.includes(to))
    .flatMap(({ links: inText, html, headers }) => [
      ...inText,
      ...[...html.matchAll(/href="([^"]+)"/g)].map(([, href]) => href!.replaceAll('&amp;', '&')),
      ...[...(headers.get('list-unsubscribe') ?? '').matchAll(/<([^>]+)>/g)].map(([, href]) => href!),
    ])
  return [...new Set(found)]
}

const ways: { method?: string; headers?: Record<string, string> }[] = [
  { method: 'HEAD' },
  { method: 'GET' },
  { headers: { 'sec-purpose': 'prefetch' } },
  { headers: { 'sec-purpose': 'prefetch;prerender' } },
  { headers: { purpose: 'preview' } },
  { headers: { purpose: 'prefetch', accept: '*/*' } },
]

/** Opens a link as programs do that see an email before its reader, or instead of them. */
export async function scan(browser: Browser, link: string): Promise<void> {
  for (const way of ways) {
    let next = link
    for (let hops = 0; hops < 5; hops++) {
      const answer = await browser.fetch(next, { site: 'none', ...way })
      await answer.body?.cancel()
      expect([next, answer.status]).not.toEqual([next, 500])
      const location = answer.headers.get('location')
      if (!location) break
      next = new URL(location, next).href
    }
  }
  // With the cookies that it was given, and on to whatever the page shows.
  await browser.open(link)
  await browser.open(link)
  for (const image of browser.page.root.querySelectorAll('img, source')) {
    const source = image.getAttribute('src') ?? ''
    if (source !== '') await (await browser.fetch(source)).body?.cancel()
  }
}
