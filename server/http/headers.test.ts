import { expect, test } from 'vitest'
import { chosenEncoding } from './files/encoding.ts'
import { ofOnePerson, securityHeaders } from './headers.ts'

test('a page runs scripts of this server only and is in no frame', () => {
  const headers = securityHeaders({ nonce: 'abc', isHttps: true, userAgent: '' })
  const policy = headers['Content-Security-Policy']!
  expect(policy).toContain("default-src 'none'")
  expect(policy).toContain("script-src 'self' 'nonce-abc';")
  expect(policy).toContain("frame-ancestors 'none'")
  expect(policy).toContain("media-src 'self'")
  expect(policy).not.toMatch(/unsafe|data:|\*/)
  expect(headers).toMatchObject({
    'Cache-Control': 'no-store, no-cache, max-age=0',
    Vary: 'Cookie',
    'Referrer-Policy': 'same-origin',
    'X-Frame-Options': 'DENY',
  })
})

test('ELinks is told nothing that has it keep pages for its way back', () => {
  const elinks = 'ELinks/0.13.2 (textmode; Debian; Linux 6.1.0 x86_64; 80x25-2)'
  expect(ofOnePerson(elinks)).toEqual({ 'Cache-Control': 'no-store, max-age=0', Vary: 'Cookie' })
})

test('one page can show frames of this server, and one can be in them, without script and forms', () => {
  const holder = securityHeaders({ nonce: 'abc', isHttps: true, userAgent: '', framing: 'holder' })
  expect(holder['Content-Security-Policy']).toContain("frame-src 'self'")
  expect(holder['Content-Security-Policy']).toContain("frame-ancestors 'none'")
  expect(holder['X-Frame-Options']).toBe('DENY')
  const frame = securityHeaders({ nonce: 'abc', isHttps: true, userAgent: '', framing: 'frame' })
  expect(frame['Content-Security-Policy']).toContain("frame-ancestors 'self'")
  expect(frame['Content-Security-Policy']).toContain("form-action 'none'")
  expect(frame['Content-Security-Policy']).not.toMatch(
    /script-src|frame-src|connect-src|nonce|unsafe|data:|\*/,
  )
  expect(frame['X-Frame-Options']).toBe('SAMEORIGIN')
  expect(
    securityHeaders({ nonce: 'abc', isHttps: true, userAgent: '' })['Content-Security-Policy'],
  ).not.toContain('frame-src')
})

test('only a server reached by https asks to be reached by https', () => {
  expect(securityHeaders({ nonce: 'a', isHttps: true, userAgent: '' })).toHaveProperty(
    'Strict-Transport-Security',
  )
  expect(securityHeaders({ nonce: 'a', isHttps: false, userAgent: '' })).not.toHaveProperty(
    'Strict-Transport-Security',
  )
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
