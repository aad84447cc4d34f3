import { expect, test } from 'vitest'
import { isInternetExplorer } from './browsers.ts'

test.each([
  ['Mozilla/4.0 (compatible; MSIE 8.0; Windows NT 6.1; Trident/4.0)', true],
  ['Mozilla/5.0 (Windows NT 10.0; WOW64; Trident/7.0; rv:11.0) like Gecko', true],
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    false,
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:128.0) Gecko/20100101 Firefox/128.0', false],
  ['', false],
])('the browser "%s" is Internet Explorer: %s', (userAgent, isIt) => {
  expect(isInternetExplorer(userAgent)).toBe(isIt)
})
