import { expect, test } from 'vitest'
import { readConfig } from './config.ts'

function quotaFor(storageQuota: string) {
  return readConfig({ NODE_ENV: 'test', STORAGE_QUOTA: storageQuota }).storageQuota
}

test.each([
  ['', 'by plan'],
  ['none', null],
  ['500 MB', 500 * 1024 ** 2],
  ['1.5gb', 1.5 * 1024 ** 3],
  ['2TB', 2 * 1024 ** 4],
  ['4096 bytes', 4096],
])('STORAGE_QUOTA="%s" is %s', (text, quota) => {
  expect(quotaFor(text)).toBe(quota)
})

test.each(['500', '0 MB', '-1 GB', 'much', '1 GB or so', '5 XB', '99999999999 TB'])(
  'STORAGE_QUOTA="%s" makes no sense, and the words say what would',
  (text) => {
    expect(() => quotaFor(text)).toThrow(
      `STORAGE_QUOTA must be none or a size like 500 MB or 2 TB; it is "${text}".`,
    )
  },
)
