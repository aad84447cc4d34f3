import { expect, test } from 'vitest'
import {
  makeShare,
  operatorEmail,
  password,
  proveAddress,
  recipientEmail,
  signIn,
} from '#tests/support/world/make.ts'
import { askTerms } from '#tests/support/world/conditions.ts'
import { enterRoom } from '#tests/support/world/rooms.ts'
import { makeWorld } from '#tests/support/world/world.ts'

const { app } = await makeWorld()
const links = 'Links (2.28; Linux 6.1.0 x86_64; GNU C 12.2; text)'

test('no page is shown again from what a browser has kept, nor to who has signed out', async () => {
  const reader = await signIn(app, operatorEmail)
  for (const address of ['/home', '/s', '/setting', '/nothing', '/access/logout']) {
    await reader.open(address)
    expect(reader.headers.get('cache-control')).toBe('no-store, no-cache, max-age=0')
    expect(reader.headers.get('vary')).toContain('Cookie')
  }
  const redirect = await app.browser().fetch('/home')
  expect(redirect.headers.get('cache-control')).toBe('no-store, no-cache, max-age=0')
})

test('what signs out takes each cookie with a value and a date that every browser understands', async () => {
  const reader = await signIn(app, operatorEmail)
  await reader.open('/access/logout')
  const [answer] = await reader.sendTwice('signOut')
  const lines = answer.headers.getSetCookie().filter((line) => !line.startsWith('notice='))
  expect(lines.map((line) => line.replace(/=.*/, ''))).toEqual(['session', 'challenge', 'reader', 'keys'])
  for (const line of lines) {
    expect(line).toMatch(/^\w+=\S+; Max-Age=0; Path=\/; Expires=Sat, 01 Jan 2000 00:00:00 GMT;/)
  }
})

test('a browser that keeps the cookie of a session that has ended signs in again all the same', async () => {
  const reader = await signIn(app, operatorEmail)
  const kept = `session=${reader.cookies.value('session')}; Path=/`
  await reader.open('/access/logout')
  await reader.send('signOut')
  reader.cookies.keep(kept, reader.url)
  await reader.open('/access/login')
  reader.cookies.keep(kept, reader.url)
  await reader.send('signIn', { email: operatorEmail, password })
  expect([reader.status, reader.path]).toEqual([200, '/home'])
})

test('a browser that keeps a cookie which was taken from it has none', async () => {
  const reader = await signIn(app, operatorEmail)
  await reader.open('/access/logout')
  const [answer] = await reader.sendTwice('signOut')
  const [session = ''] = answer.headers.getSetCookie()
  reader.cookies.keep(`${session.split(';')[0]}; Path=/`, reader.url)
  await reader.open('/home')
  expect(reader.url.pathname).toBe('/access/login')
})

test('a page for which one has to sign in names a scheme for which no browser asks by itself', async () => {
  const reader = await signIn(app, operatorEmail)
  app.clock.advance(31 * 60_000)
  await reader.open('/home')
  expect(reader.status).toBe(401)
  expect(reader.headers.get('www-authenticate')).toBe('Page realm="Strongroom"')
})

test('after the right code a browser that keeps redirects is led to an address that it has not seen', async () => {
  const guid = await makeShare(app, await signIn(app, operatorEmail))
  const reader = await proveAddress(app, guid, recipientEmail, { userAgent: links })
  expect(reader.path).toMatch(new RegExp(`^/file/${guid}\\?now=\\w+$`))
  await reader.send('open')
  expect(reader.path).toMatch(new RegExp(`^/view/${guid}\\?now=\\w+$`))
  expect(reader.status).toBe(200)
})

test('a browser that keeps pages sees a list as it is after something was added to it', async () => {
  const { app: ofRoom, operator, room } = await makeWorld({ room: { tree: { 'plan.pdf': 'Plan' } } })
  const keeper = await signIn(ofRoom, operatorEmail, { userAgent: links })
  const people = `/rooms/${room.guid}/people`
  await keeper.open(people)
  const addresses = keeper.page.links().filter((address) => address.startsWith('/'))
  expect(addresses.filter((address) => !/[?&]now=\w+(?:#.*)?$/.test(address))).toEqual([])
  const seen = new Set(addresses)
  ofRoom.clock.advance(1000)
  await keeper.follow('Add people')
  await keeper.send('add', { people: 'mira@example.net', role: '1', notify: 'no' })
  const [back] = keeper.page.links('All members')
  expect([back?.startsWith(people), seen.has(back!)]).toEqual([true, false])
  await keeper.follow('All members')
  expect(keeper.text()).toContain('mira@example.net')
  // Any other browser goes where a link says.
  await operator.open(people)
  expect(operator.page.links().filter((address) => address.includes('now='))).toEqual([])
})

test('lynx is led by whole addresses, which are those of the installation and never of who asks', async () => {
  const { origin, host } = app.strongroom.services.config.publicUrl
  const lynx = app.browser({ userAgent: 'Lynx/2.9.0dev.12 libwww-FM/2.14 SSL-MM/1.4.1' })
  const whereTo = async (browser: typeof lynx, host: string) =>
    (await browser.fetch('/home', { headers: { host } })).headers.get('location')
  expect(await whereTo(lynx, host)).toBe(`${origin}/access/login?to=%2Fhome`)
  expect(await whereTo(lynx, 'elsewhere.example')).toBe('/access/login?to=%2Fhome')
  expect(await whereTo(app.browser(), host)).toBe('/access/login?to=%2Fhome')
  const reader = await signIn(app, operatorEmail, { userAgent: 'Lynx/2.9.0dev.12' })
  expect([reader.status, reader.url.pathname]).toEqual([200, '/home'])
})

test('terms are accepted by a browser that sends a tick box without a value', async () => {
  const sender = await signIn(app, operatorEmail)
  const guid = await makeShare(app, sender)
  await askTerms(app, guid, 'Keep it to yourself.')
  const reader = await proveAddress(app, guid)
  await reader.open(`/file/${guid}/terms`)
  expect(reader.page.root.querySelector('input[name=isAccepted]')?.getAttribute('value')).toBe('on')
  await reader.send('accept', { isAccepted: '' })
  expect(reader.url.pathname).toBe(`/file/${guid}`)
})

test('in a page read from top to bottom a field follows its label, and nothing is there to be skipped at the door', async () => {
  const reader = await app.browser().open('/access/register')
  const [field] = reader.page.root.querySelectorAll('.field').filter((one) => one.querySelector('.hint'))
  expect(field?.children.map(({ rawTagName }) => rawTagName)).toEqual(['label', 'input', 'p'])
  expect(reader.text()).not.toContain('Skip to content')
  const sender = await signIn(app, operatorEmail)
  expect(sender.text()).toContain('Skip to content')
  // One of several lines begins below its label, which would otherwise be beside its last line.
  await sender.open('/share')
  const [message] = sender.page.root.querySelectorAll('.field').filter((one) => one.querySelector('#message'))
  expect(message?.children.map(({ rawTagName }) => rawTagName)).toEqual(['label', 'br', 'textarea', 'p'])
})

test('lynx, too, is led from a form to an address that it has not seen, even from one such to the next', async () => {
  const reader = await signIn(app, operatorEmail, { userAgent: 'Lynx/2.9.0dev.12' })
  const now = /^\/setting\?tabActive=notifications&now=\w+$/
  await reader.open('/setting?tabActive=notifications&now=abc')
  for (let times = 0; times < 2; times++) {
    await reader.send('chooseNotifications')
    expect(reader.path).toMatch(now)
  }
})

test('a text that was typed in lines is read in lines without style as well', async () => {
  const sender = await signIn(app, operatorEmail)
  const file = { name: 'verse.txt', bytes: Buffer.from('First line\nSecond line') }
  const guid = await makeShare(app, sender, { file, readText: 'yes', message: 'Read this\ntwice' })
  await askTerms(app, guid, 'Keep it\nto yourself.')
  const reader = await proveAddress(app, guid)
  const parts = () => reader.page.root.toString()
  expect(parts()).toContain('Keep it<br>to yourself.')
  await reader.send('accept', { isAccepted: 'on' })
  expect(parts()).toContain('Read this<br>twice')
  await reader.send('open')
  await reader.open(`/view/${guid}/text`)
  expect(parts()).toContain('First line<br>Second line')
})

/** What is in one line of a text browser, which knows of no boxes, with nothing between. */
const touching =
  /(?:<\/(?:a|button|legend|summary|label)>|<input type="submit"[^>]*>)(?:<\/?(?:span|strong|fieldset|details|form|nav|output)\b[^>]*>)*<(?:a|input(?! type="hidden")|select|button|legend|label|summary)\b[^>]*>/g

test('on no page does a control touch the words or the control before it', async () => {
  const {
    app: ofRoom,
    operator,
    room,
  } = await makeWorld({
    room: {
      tree: { Contracts: { 'lease.pdf': 'Lease', 'plan.pdf': 'Plan' } },
      members: { 'mia@example.net': 1 },
    },
  })
  const guid = await makeShare(ofRoom, operator)
  await ofRoom.settle()
  const [folder, file] = [room.items['Contracts'], room.items['Contracts/lease.pdf']]
  const ofTheRoom = [
    'people',
    'people?panel=add',
    'groups',
    'rights',
    'settings',
    'bin',
    'end',
    'letters',
    'later',
    `add/${folder}`,
    `arrange/${room.guid}?act=remove&item=${folder}`,
    `files/${file}`,
  ]
  const pages = [
    '/home',
    '/share',
    '/s',
    '/d',
    '/setting',
    '/foldercreate',
    `/s/${guid}`,
    `/dr/${room.guid}`,
    `/dr/${folder}`,
    `/drfile/${file}/${folder}`,
    `/view/${file}`,
    ...ofTheRoom.map((page) => `/rooms/${room.guid}/${page}`),
  ]
  const reader = await proveAddress(ofRoom, guid)
  const ofReaders = [`/file/${guid}`, '/files', `/p/request/${guid}`]
  const member = await enterRoom(ofRoom, room.guid, 'mia@example.net')
  const ofMembers = [`/dr/${room.guid}`, `/dr/${folder}`, `/rooms/${room.guid}/leave`, `/view/${file}`]
  const found: string[] = []
  for (const [browser, page] of [
    ...pages.map((page) => [operator, page] as const),
    ...ofReaders.map((page) => [reader, page] as const),
    ...ofMembers.map((page) => [member, page] as const),
  ]) {
    await browser.open(page)
    expect([page, browser.status]).toEqual([page, 200])
    const html = browser.page.root.toString().replace(/<svg.*?<\/svg>/gs, '')
    found.push(...[...html.matchAll(touching)].map(([place]) => `${page}: ${place}`))
  }
  expect(found).toEqual([])
})
