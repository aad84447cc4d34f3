import { expect, test } from 'vitest'
import { unseen, whole, withUnseenLinks } from './unseen.ts'

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
  expect(unseen(location, { userAgent, now: 1000, isForm: true })).toBe(expected)
})

test.each([
  [links, '/home?now=rs'],
  ['Dillo/3.0.5', '/home?now=rs'],
  // It asks again for what no form leads to.
  [lynx, '/home'],
])('%s is led from one address to another by %s', (userAgent, expected) => {
  expect(unseen('/home', { userAgent, now: 1000, isForm: false })).toBe(expected)
})

test('links lead a browser that keeps pages to what it has not seen, and others where they led', () => {
  const page =
    '<link href="/app.css"><a class="x" href="/s?a=1&amp;b=2#top">S</a><a href="#content">Skip</a>' +
    '<a href="https://idp.example/">Elsewhere</a><a href="//idp.example/">Elsewhere</a><a title="a" href="/home?now=qz">Home</a>'
  expect(withUnseenLinks(page, { userAgent: links, now: 1000 })).toBe(
    page
      .replace('/s?a=1&amp;b=2#top', '/s?a=1&amp;b=2&amp;now=rs#top')
      .replace('/home?now=qz', '/home?now=rs'),
  )
  expect(withUnseenLinks(page, { userAgent: lynx, now: 1000 })).toBe(null)
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
