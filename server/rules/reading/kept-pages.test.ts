import { expect, test } from 'vitest'
import { signedOutText } from './kept-pages.ts'

test.each([
  'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1 GNUTLS/3.7.8',
  'ELinks/0.13.2 (textmode; Debian; Linux 6.1.0 x86_64; 80x25-2)',
  'Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)',
  'w3m/0.5.3+git20230121',
  'edbrowse/3.8.5',
  'Dillo/3.0.5',
  'Mozilla/4.0 (compatible; Dillo 3.0)',
])('%s, which shows pages again on its way back, is to be closed', (userAgent) => {
  expect(signedOutText(userAgent)).toMatch(/^You’re signed out\. Close this browser too; /)
})

test.each(['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', ''])(
  'others, like "%s", ask again',
  (userAgent) => {
    expect(signedOutText(userAgent)).toBe('You’re signed out.')
  },
)
