import { expect, test } from 'vitest'
import { deviceName } from './device-name.ts'

test.each([
  ['Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Windows'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15',
    'Safari on macOS',
  ],
  ['Lynx/2.9.0 libwww-FM/2.14', 'Lynx'],
  ['w3m/0.5.3', 'w3m'],
  ['', 'Unknown browser'],
  ['evil.example/login please', 'Unknown browser'],
  ['<b>x</b>', 'Unknown browser'],
])('%j is called %s', (userAgent, name) => {
  expect(deviceName(userAgent)).toBe(name)
})
