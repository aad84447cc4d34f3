import { expect, test } from 'vitest'
import { unseen } from './unseen.ts'

const links = 'Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)'

test.each([
  [links, '/file/abc', '/file/abc?now=rs'],
  [links, '/s?page=2#list', '/s?page=2&now=rs#list'],
  ['Mozilla/4.0 (compatible; Dillo 3.0)', '/home', '/home?now=rs'],
  ['Dillo/3.0.5', '/home', '/home?now=rs'],
  [links, 'https://idp.example/start', 'https://idp.example/start'],
  ['ELinks/0.16.1.1 (textmode; Linux; 80x25-2)', '/file/abc', '/file/abc'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '/file/abc', '/file/abc'],
])('%s goes from a form to %s by %s', (userAgent, location, expected) => {
  expect(unseen(location, { userAgent, now: 1000 })).toBe(expected)
})
