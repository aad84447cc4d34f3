import { expect, test } from 'vitest'
import { chosenEncoding } from './encoding.ts'
import { securityHeaders } from './headers.ts'

test('a page runs scripts of this server only and stands in no frame', () => {
  const headers = securityHeaders({ nonce: 'abc', isHttps: true })
  const policy = headers['Content-Security-Policy']!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self' 'nonce-abc';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).not.toMatch(/unsafe|data:|\*/)
  expect(headers).toMatchObject({
    'Cache-Control': 'no-store',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  })
})

test('only a server reached by https asks to be reached by https', () => {
  expect(securityHeaders({ nonce: 'a', isHttps: true })).toHaveProperty('Strict-Transport-Security')
  expect(securityHeaders({ nonce: 'a', isHttps: false })).not.toHaveProperty('Strict-Transport-Security')
})

test('of the codings that a client takes the smallest is chosen', () => {
  expect(chosenEncoding('gzip, deflate, br, zstd')).toBe('br')
  expect(chosenEncoding('GZIP')).toBe('gzip')
  expect(chosenEncoding('br;q=0.1, gzip;q=0.9')).toBe('gzip')
  expect(chosenEncoding('*')).toBe('br')
  expect(chosenEncoding('*, br;q=0')).toBe('gzip')
  for (const none of ['', 'identity', 'br;q=0, gzip; q=0', '*;q=0', 'br;q=none'])
    expect(chosenEncoding(none)).toBeNull()
})
