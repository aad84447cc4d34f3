import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'

/** Pages that people meet before anything is known of them. */
const doors = [
  '/access/login',
  '/access/sso',
  '/access/register',
  '/access/reset',
  '/access/validation',
  '/access/filelogin?share=0123456789abcdef0123456789abcdef',
  '/access/filelogin',
  '/access/register?email=a%40b.example&code=7KQ2-M9XD-0TRA-41ZW',
  '/access/logout',
  '/version',
  '/tour/done',
  '/p/request/0123456789abcdef0123456789abcdef',
  '/p/request/0123456789abcdef0123456789abcdef?step=code&email=a%40b.example',
  '/send',
  '/test',
  '/thankyou',
  '/c/feedback',
]
const max = 20 * 1024

const { app } = await makeWorld()

describe.each(doors)('%s', (address) => {
  test('ships no script, and nothing that runs', async () => {
    const browser = await app.browser().open(address)
    expect(browser.status).toBe(200)
    const { root } = browser.page
    expect(root.querySelectorAll('script, iframe, object, embed, [style], link[rel=modulepreload]')).toEqual(
      [],
    )
    expect(root.toString()).not.toMatch(/\son[a-z]+="/)
  })

  test('is one page and one style sheet of together at most 20 KB as they are sent', async () => {
    const browser = await app.browser().open(address)
    const { root } = browser.page
    const sheets = root.querySelectorAll('link[rel=stylesheet]').map((link) => link.getAttribute('href')!)
    expect(sheets).toHaveLength(1)
    // What pages behind the door need besides is not sent before it.
    expect(sheets[0]).toMatch(/\/door-pages-[\w-]+\.css$/)
    expect(root.querySelectorAll('img, video, audio, source')).toEqual([])
    const styles = await (await browser.fetch(sheets[0]!)).arrayBuffer()
    const sent = gzipSync(browser.bytes).length + gzipSync(new Uint8Array(styles)).length
    expect(sent).toBeLessThanOrEqual(max)
  })
})
