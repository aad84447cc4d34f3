import { describe, expect, test } from 'vitest'
import { clientKindOf, isOlder, parseClientKeys, standardClientKeys } from './client-kinds.ts'

const keys = parseClientKeys(standardClientKeys)

describe('a user agent', () => {
  test.each([
    ['StrongroomDesktop/2.10 (Windows NT 10.0)', 'desktop', 'Desktop app', '2.10'],
    ['Mozilla/5.0 (iPhone) StrongroomMobile/4.1.7', 'mobile', 'Mobile app', '4.1.7'],
    ['Mozilla/5.0 Chrome/140.0 StrongroomClip/3.8', 'chrome-clip', 'Chrome clip', '3.8'],
  ])('%s names its kind and version', (userAgent, kind, label, version) => {
    expect(clientKindOf(userAgent, keys)).toEqual({ kind, label, version, isOutdated: false })
  })

  test.each([
    '',
    'Mozilla/5.0 (X11; Linux x86_64)',
    'StrongroomDesktop',
    'strongroomdesktop/1.0',
    'w3m/0.5.3',
  ])('"%s" is a browser', (userAgent) => {
    expect(clientKindOf(userAgent, keys)).toEqual({
      kind: 'browser',
      label: 'Browser',
      version: null,
      isOutdated: false,
    })
  })

  test.each([
    ['3.7', true],
    ['3', true],
    ['2.99', true],
    ['3.8', false],
    ['3.8.0', false],
    ['3.10', false],
    ['4.0', false],
  ])('of the Chrome clip %s is outdated: %s', (version, isOutdated) => {
    expect(clientKindOf(`StrongroomClip/${version}`, keys).isOutdated).toBe(isOutdated)
  })
})

describe('the keys of an installation', () => {
  test('can be its own, and the first that fits counts', () => {
    const own = parseClientKeys('kiosk=Kiosk/(\\d{1,3}), any=Kiosk')
    expect(clientKindOf('Kiosk/12', own)).toMatchObject({ kind: 'kiosk', label: 'kiosk', version: '12' })
    expect(clientKindOf('Kiosk', own)).toMatchObject({ kind: 'any', version: null })
  })

  test.each([
    ['desktop', '"desktop" is not kind=pattern'],
    ['Desktop=x', '"Desktop=x" is not kind=pattern'],
    ['desktop=(', 'the pattern of desktop is not a regular expression'],
  ])('%s are refused in words', (text, words) => {
    expect(() => parseClientKeys(text)).toThrow(words)
  })
})

test('versions are compared part by part, as numbers', () => {
  expect([
    isOlder('3.8', '3.10'),
    isOlder('3.10', '3.8'),
    isOlder('3.8', '3.8'),
    isOlder('3.8', '3.8.1'),
  ]).toEqual([true, false, false, true])
})
