import { expect, test } from 'vitest'
import { gone, makeCookies, readCookies } from './cookies.server.ts'

const address = new URL('https://rooms.example.org')
const cookies = makeCookies(address, ['first key', 'second key'])

async function headerOf(...lines: Promise<string>[]): Promise<string> {
  return (await Promise.all(lines)).map((line) => line.split(';')[0]).join('; ')
}

test('a header holds what was given to the browser, each time it is sent', async () => {
  const header = await headerOf(cookies.session.serialize('abc.def'), cookies.menu.serialize('collapsed'))
  for (let sent = 0; sent < 3; sent++)
    expect(await readCookies(cookies, header)).toMatchObject({
      session: 'abc.def',
      menu: 'collapsed',
      reader: null,
    })
  expect(Object.values(await readCookies(cookies, null)).every((value) => value === null)).toBe(true)
})

test('a cookie that was changed, signed by another key, or has ended holds nothing', async () => {
  const header = await headerOf(cookies.session.serialize('abc.def'))
  expect((await readCookies(cookies, header)).session).toBe('abc.def')
  const changed = header.replace(/.$/, (letter) => (letter === 'A' ? 'B' : 'A'))
  expect((await readCookies(cookies, changed)).session).toBe(null)
  expect((await readCookies(makeCookies(address, ['another key']), header)).session).toBe(null)
  expect((await readCookies(cookies, await headerOf(gone(cookies.session)))).session).toBe(null)
})

test('after thousands of other browsers, and with a very long header, each still holds its own', async () => {
  const own = await headerOf(cookies.session.serialize('own'))
  for (let at = 0; at < 2000; at++) await readCookies(cookies, `other=${at}`)
  expect((await readCookies(cookies, own)).session).toBe('own')
  const long = `${own}; other=${'x'.repeat(8000)}`
  for (let sent = 0; sent < 2; sent++) expect((await readCookies(cookies, long)).session).toBe('own')
})
