import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import '#tests/support/world/console.ts'
import { Page } from '#tests/support/browser/page.ts'
import { tokenOn } from '#tests/support/browser/unoffered.ts'
import { traces } from './form.ts'

const { app, operator: sender, share: guid } = await makeWorld({ share: {} })

const odd = [
  '..',
  '../..',
  '%2e%2e',
  '%2e%2e%2fhome',
  '..%2f..%2fetc%2fpasswd',
  '..%5c..%5cwindows',
  '%00',
  '%0d%0aSet-Cookie:%20a=1',
  '%E0%A4%A',
  '%ff',
  '%u0041',
  'x'.repeat(10_000),
  '%F0%9F%99%82',
  '{"guid":1}',
  "' OR 1=1 --",
  '-1',
  '0',
  'null',
  '__proto__',
  'constructor',
  '*',
  '%25',
]

async function textOf(response: Response): Promise<string> {
  return new Page(await response.text()).text()
}

describe('an address with an odd id', () => {
  test.each(odd)('%s is answered, and never by a fault', async (id) => {
    for (const path of [`/s/${id}`, `/s/${id}/`, `/s/${guid}/${id}`, `/s/${guid}?page=${id}`]) {
      const response = await sender.fetch(path)
      expect([path.slice(0, 60), response.status < 500]).toEqual([path.slice(0, 60), true])
      expect(await textOf(response)).not.toMatch(/node_modules|SQLITE|\.[jt]sx?:\d/)
      expect(response.headers.getSetCookie().join()).not.toContain('a=1')
    }
  })

  test('in other emails than its own is not the share', async () => {
    for (const id of [
      guid.toUpperCase(),
      ` ${guid}`,
      `${guid}%20`,
      `${guid}%00`,
      guid.slice(1),
      `${guid}0`,
    ]) {
      expect([400, 404]).toContain((await sender.fetch(`/s/${id}`)).status)
    }
    expect((await sender.fetch(`/s/${guid}`)).status).toBe(200)
  })
})

/** Sends a body as it is to an address, with this browser's cookies. */
async function post(path: string, type: string, body: string | Uint8Array<ArrayBuffer>, method = 'POST') {
  return sender.fetch(path, { method, headers: type ? { 'content-type': type } : {}, body })
}

async function token(): Promise<string> {
  await sender.open('/s')
  return tokenOn(sender)
}

const urlencoded = 'application/x-www-form-urlencoded'

describe('a body that is no form of ours', () => {
  const paths = ['/access/login', '/access/register', '/access/logout', '/share', '/s/guid', '/nothing']

  test.each(paths)('sent to %s is refused, never with a fault, and changes nothing', async (path) => {
    const before = await traces(app)
    const own = await token()
    const bodies: [number[], string, string | Uint8Array<ArrayBuffer>][] = [
      [[415], 'application/json', JSON.stringify({ token: own, intent: 'share' })],
      [[415], 'text/plain', `token=${own}&intent=unshare`],
      [[415], '', 'x'],
      [[415], 'application/x-www-form-urlencodedx', 'x'],
      [[400, 415], 'multipart/form-data', 'x'],
      [[400, 415], 'multipart/form-data; boundary=x', 'x'],
      [[400], urlencoded, ''],
      [[400], urlencoded, '&&&==='],
      [[400], urlencoded, `token=${own}`],
      [[400], urlencoded, '%ff%fe%00=%00'],
      [[400], urlencoded, new Uint8Array([0xff, 0, 0xfe])],
      ...['nothing', '__proto__', 'constructor', 'toString', 'hasOwnProperty', ''].map(
        (intent): [number[], string, string] => [[400], urlencoded, `token=${own}&intent=${intent}`],
      ),
    ]
    for (const [statuses, type, body] of bodies) {
      const response = await post(path.replace('guid', guid), type, body)
      expect([type, body, statuses.includes(response.status) || response.status]).toEqual([type, body, true])
      expect(await textOf(response)).not.toMatch(/node_modules|TypeError|\.[jt]sx?:\d/)
    }
    expect(await traces(app)).toEqual(before)
  })

  test('gets a page in words when a person sent it', async () => {
    const response = await post('/share', urlencoded, 'intent=nothing')
    expect(response.status).toBe(400)
    expect(await textOf(response)).toContain('Part of the form couldn’t be read.')
  })

  test('with one field many times is taken as one of them or refused', async () => {
    const own = await token()
    const body = `token=${own}&token=x&intent=unshare&intent=shareAgain&file=a&file=b`
    for (const path of [`/s/${guid}`, '/share']) {
      const response = await post(path, urlencoded, body)
      expect(response.status).toBeLessThan(500)
    }
    await sender.open(`/s/${guid}`)
    if (sender.text().includes('Unshared')) await sender.press('Share again')
  })
})

describe('a method that an address does not have', () => {
  test.each(['PUT', 'PATCH', 'DELETE'])('%s is refused and changes nothing', async (method) => {
    const body = `token=${await token()}&intent=unshare`
    for (const path of ['/access/login', '/share', `/s/${guid}`, '/home', '/', '/health/live', '/nothing']) {
      const response = await post(path, urlencoded, body, method)
      expect([path, response.status]).toEqual([path, 405])
      expect(await textOf(response)).not.toMatch(/node_modules|\.[jt]sx?:\d/)
    }
    expect((await sender.open(`/s/${guid}`)).text()).not.toContain('Unshared')
  })

  test('OPTIONS tells other sites nothing', async () => {
    const response = await sender.fetch('/s', {
      method: 'OPTIONS',
      headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
    })
    expect(response.status).toBe(405)
    expect([...response.headers.keys()].filter((name) => name.startsWith('access-control'))).toEqual([])
  })

  test.each(['/search', '/health/live', '/version', '/'])(
    'POST to %s, which has no form, is refused',
    async (path) => {
      const response = await post(path, urlencoded, `token=${await token()}&intent=x`)
      expect(response.status).toBe(405)
    },
  )

  test('HEAD answers like GET without a body', async () => {
    for (const path of ['/home', '/share', '/s', `/s/${guid}`, '/nothing', '/version', '/health/live']) {
      const [get, head] = [await sender.fetch(path), await sender.fetch(path, { method: 'HEAD' })]
      expect([path, head.status]).toEqual([path, get.status])
      expect(await head.text()).toBe('')
    }
  })
})
