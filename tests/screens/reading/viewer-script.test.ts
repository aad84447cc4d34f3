import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { makeWorld } from '#tests/support/world/world.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { pdf } from '#tests/support/files/documents.ts'
import { makeShare, openPublicShare, openShare } from '#tests/support/world/make.ts'
import { somebody } from '#tests/support/world/people.ts'

const file = {
  name: 'long.pdf',
  type: 'application/pdf',
  bytes: pdf(Array.from({ length: 30 }, (_, at) => `Page number ${at + 1}`)),
}

const { app, operator: sender, share: guid } = await makeWorld({ share: { visibility: 'public', file } })
const visitor = await openPublicShare(app, guid, somebody())

function facts(browser: Browser): Record<string, unknown> {
  return JSON.parse(browser.page.root.querySelector('[data-viewer]')!.getAttribute('data-viewer')!)
}

describe('the script of the viewer', () => {
  test('is one file, at most 20 KB as it is sent', async () => {
    const scripts = visitor.page.root.querySelectorAll('script')
    expect(scripts.map((script) => script.getAttribute('type'))).toEqual(['module'])
    const answer = await visitor.fetch(scripts[0]!.getAttribute('src')!)
    const bytes = Buffer.from(await answer.arrayBuffer())
    expect(answer.status).toBe(200)
    expect(bytes.toString()).not.toMatch(/\bimport\s*[("'{]/)
    expect(gzipSync(bytes).length).toBeLessThanOrEqual(20 * 1024)
  })

  test('comes after the pages, whose first image is in the first 14 KB', () => {
    const html = Buffer.from(visitor.bytes).toString()
    expect(html.indexOf('<script')).toBeGreaterThan(html.lastIndexOf('<img'))
    expect(gzipSync(visitor.bytes.subarray(0, html.indexOf('<img') + 400)).length).toBeLessThan(14 * 1024)
  })

  test('is told of the pages that are there, and of no address that this reader does not have', () => {
    expect(facts(visitor)).toMatchObject({ total: 30, find: null, comments: null })
    expect(facts(visitor)['pages']).toHaveLength(25)
  })

  test('is told where a recipient’s comments are', async () => {
    const guid = await makeShare(app, sender, { file })
    const rita = await openShare(app, guid, 'rita@example.net', somebody())
    expect(facts(rita)).toMatchObject({ comments: `/file/${guid}/comments`, file: `/file/${guid}` })
  })

  test('leaves nothing dead in the page where it does not run', () => {
    const buttons = visitor.page.root.querySelectorAll('button, input[type=submit], input[type=button]')
    // The one that is there sends its form.
    expect(buttons.map((button) => [button.getAttribute('value'), button.closest('form') !== null])).toEqual([
      ['Go', true],
    ])
  })
})

test('pictures of a copy to print do not wait until they are scrolled to', async () => {
  const guid = await makeShare(app, sender, { file, print: 'yes' })
  const rita = await openShare(app, guid, 'rita@example.net', somebody())
  expect(rita.page.root.querySelectorAll('.pages img[loading=lazy]')).toHaveLength(24)
  await rita.send('print')
  expect(rita.page.root.querySelectorAll('img')).toHaveLength(30)
  expect(rita.page.root.querySelectorAll('img[loading=lazy]')).toHaveLength(0)
})
