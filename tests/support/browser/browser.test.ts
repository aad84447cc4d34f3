import { expect, test } from 'vitest'
import { Browser } from './browser.ts'
import { FakeClock, minute } from '#tests/support/world/clock.ts'

type Seen = { method: string; path: string; headers: Headers; body: string }

function browserOf(answer: (seen: Seen) => Response, options = {}) {
  const clock = new FakeClock()
  const seen: Seen[] = []
  async function handle(request: Request) {
    const { pathname, search } = new URL(request.url)
    const one = {
      method: request.method,
      path: pathname + search,
      headers: request.headers,
      body: await request.text(),
    }
    seen.push(one)
    return answer(one)
  }
  return { browser: new Browser({ handle, now: clock.now }, options), seen, clock }
}

function html(body: string, headers: Record<string, string> = {}): Response {
  return new Response(`<!doctype html><title>T</title><body>${body}`, {
    headers: { 'content-type': 'text/html', ...headers },
  })
}

const form = `<h1>Share</h1><form method="post" action="/share" enctype="multipart/form-data">
  <label for="n">Name</label><input id="n" name="name" value="Ann">
  <label><input type="radio" name="who" value="a" checked> Only people I specify <span>each confirms</span></label>
  <label><input type="radio" name="who" value="b"> Anyone</label>
  <label for="t">Message</label><textarea id="t" name="text">
one</textarea>
  <label for="s">Size</label><select id="s" name="size"><option value="1">Small</option><option value="2">Large</option></select>
  <label for="f">File</label><input type="file" id="f" name="file">
  <input name="gone" disabled value="x"><button name="do" value="it">Share file</button><button name="do" value="no">Leave</button></form>`

test('a form is sent as filled in, with the pressed button and the file', async () => {
  const { browser, seen } = browserOf(({ method }) => (method === 'GET' ? html(form) : html('Done')))
  await browser.open('/share')
  browser.fill('Name', 'Bob').choose('Anyone').select('Size', 'Large')
  browser.attach('File', { name: 'a "b".txt', type: 'text/plain', bytes: Buffer.from('hello') })
  await browser.press('Share file')
  const body = seen[1]!.body
  expect(body.match(/name="\w+"/g)).toEqual(
    ['name', 'who', 'text', 'size', 'file', 'do'].map((name) => `name="${name}"`),
  )
  expect(body).toContain('\r\n\r\nBob\r\n')
  expect(body).toContain('\r\n\r\nb\r\n')
  expect(body).toContain('\r\n\r\none\r\n')
  expect(body).toContain('filename="a %22b%22.txt"\r\nContent-Type: text/plain\r\n\r\nhello\r\n')
  expect(seen[1]!.headers.get('origin')).toBe('http://localhost:3000')
  expect(seen[1]!.headers.get('sec-fetch-site')).toBe('same-origin')
})

test('an old browser sends neither Origin nor Sec-Fetch headers and an attribute as a cookie', async () => {
  const { browser, seen } = browserOf(() => html(form, { 'set-cookie': 'sid=1; Path=/; SameSite=Lax' }), {
    mode: 'old',
  })
  await browser.open('/share')
  await browser.press('Leave')
  expect(seen[1]!.headers.get('origin')).toBeNull()
  expect(seen[1]!.headers.get('sec-fetch-site')).toBeNull()
  expect(seen[1]!.headers.get('cookie')).toBe('SameSite=Lax; sid=1')
})

test('a redirect after a form is followed by GET, with the cookies it set', async () => {
  const { browser, seen } = browserOf(({ path, method }) => {
    if (path === '/end') return html('<p>At the end</p>')
    if (method === 'GET') return html(form)
    return new Response(null, { status: 303, headers: { location: '/end', 'set-cookie': 'note=1; Path=/' } })
  })
  await browser.open('/share')
  await browser.press('Share file')
  expect(browser.path).toBe('/end')
  expect(browser.text()).toBe('At the end')
  expect(seen.at(-1)).toMatchObject({ method: 'GET', body: '' })
  expect(seen.at(-1)!.headers.get('cookie')).toBe('note=1')
})

test('a cookie is sent to its path only, and until it expires', async () => {
  const { browser, seen, clock } = browserOf(() =>
    html('', { 'set-cookie': 'a=1; Path=/access; Max-Age=60' }),
  )
  await browser.open('/access/login')
  await browser.open('/accessible')
  expect(seen.at(-1)!.headers.get('cookie')).toBeNull()
  await browser.open('/access/x')
  expect(seen.at(-1)!.headers.get('cookie')).toBe('a=1')
  clock.advance(2 * minute)
  browser.cookies.keep('b=1; Secure; Path=/', new URL('http://localhost:3000/'))
  await browser.fetch('/access/x')
  expect(seen.at(-1)!.headers.get('cookie')).toBeNull()
})

test('a page reads like what a person sees', async () => {
  const { browser } = browserOf(() =>
    html(
      '<script>1<2</script><h1>A &amp; B</h1><p>one<!-- --> two</p><table><tr><td>x</td><td>y</td></tr></table><p hidden>no</p>',
    ),
  )
  await browser.open('/')
  expect(browser.text()).toBe('A & B\none two\nx y')
  expect(browser.heading()).toBe('A & B')
})
