import { expect, test } from 'vitest'
import { countryOf } from './country.ts'

test.each([
  ['8.8.8.8', 'US'],
  ['::ffff:8.8.8.8', 'US'],
  ['2001:4860:4860::8888', 'US'],
  ['193.99.144.80', 'DE'],
  ['2a02:2e0:3fe:1001::1', 'DE'],
])('%s is in %s', async (ip, country) => {
  expect(await countryOf(ip)).toBe(country)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '192.168.0.1',
  '172.16.0.9',
  '169.254.1.1',
  '100.64.0.1',
  '::1',
  'fe80::1%eth0',
  'fd00::1',
  '',
  'nonsense',
  '1.2.3',
])('the address "%s" has no country', async (ip) => {
  expect(await countryOf(ip)).toBe('')
})
