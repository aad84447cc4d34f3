import { expect, test } from 'vitest'
import { unseen, whole } from './unseen.ts'

const links = 'Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)'
const lynx = 'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1'

test.each([
  [links, '/file/abc', '/file/abc?now=rs'],
  [links, '/s?page=2#list', '/s?page=2&now=rs#list'],
  [links, '/s?now=qz&page=2#list', '/s?page=2&now=rs#list'],
  [links, '/s?page=2&now=qz', '/s?page=2&now=rs'],
  [links, '/home?now=qz', '/home?now=rs'],
  [lynx, '/rooms/abc/door', '/rooms/abc/door?now=rs'],
  ['Mozilla/4.0 (compatible; Dillo 3.0)', '/home', '/home?now=rs'],
  ['Dillo/3.0.5', '/home', '/home?now=rs'],
  [links, 'https://idp.example/start', 'https://idp.example/start'],
  ['ELinks/0.16.1.1 (textmode; Linux; 80x25-2)', '/file/abc', '/file/abc'],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', '/file/abc', '/file/abc'],
])('%s goes from a form to %s by %s', (userAgent, location, expected) => {
  expect(unseen(location, { userAgent, now: 1000 })).toBe(expected)
})

const publicUrl = new URL('https://rooms.example.org')

test.each([
  [lynx, 'rooms.example.org', '/home', 'https://rooms.example.org/home'],
  [lynx, 'elsewhere.example', '/home', '/home'],
  [lynx, null, '/home', '/home'],
  [lynx, 'rooms.example.org', '//elsewhere.example/home', '//elsewhere.example/home'],
  [lynx, 'rooms.example.org', 'https://idp.example/start', 'https://idp.example/start'],
  [links, 'rooms.example.org', '/home', '/home'],
])('%s at %s is led to %s by %s', (userAgent, host, location, expected) => {
  expect(whole(location, { userAgent, host, publicUrl })).toBe(expected)
})
