import { expect, test } from 'vitest'
import { contradictionIn } from './contradictions.ts'
import { standardProtections as standard, type Protections } from './options.ts'

test.each<[string, Partial<Protections>]>([
  ['the standard', {}],
  ['everything allowed', { mayDownload: true, mayPrint: true, mayForward: true, asksName: true }],
  ['only a download', { isWebView: false, mayDownload: true }],
  ['a passkey and an end', { visibility: 'passkey', destructSeconds: 60 }],
  ['the most copies', { mayPrint: true, printCount: 9999 }],
])('%s holds together', (_, choices) => {
  expect(contradictionIn({ ...standard, ...choices })).toBeNull()
})

test.each<[string, Partial<Protections>, string]>([
  ['neither reading nor downloading', { isWebView: false }, 'webView'],
  ['printing without pages', { isWebView: false, mayDownload: true, mayPrint: true }, 'webView'],
  ['a download that destructs', { isWebView: false, mayDownload: true, destructSeconds: 60 }, 'expiry'],
  ['forwarding a link for anyone', { visibility: 'public', mayForward: true }, 'forward'],
  ['forwarding a passkey', { visibility: 'passkey', mayForward: true }, 'forward'],
  ['10,000 copies', { mayPrint: true, printCount: 10_000 }, 'printCount'],
  ['-2 copies', { mayPrint: true, printCount: -2 }, 'printCount'],
  ['half a copy', { mayPrint: true, printCount: 0.5 }, 'printCount'],
])('%s is refused at the field %s', (_, choices, field) => {
  expect(contradictionIn({ ...standard, ...choices })?.field).toBe(field)
})
