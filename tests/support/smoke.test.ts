import { expect, test } from 'vitest'
import { startApp } from './app.ts'
import { makeOperator, makeShare, makeUser, openShare, openPublicShare } from './make.ts'
test('a recipient reads', async () => {
  const app = await startApp()
  const olivia = await makeOperator(app)
  const guid = await makeShare(app, olivia)
  const rita = await openShare(app, guid)
  console.debug
  expect(rita.text()).toContain('Page')
  const p = await makeShare(app, await makeUser(app), { visibility: 'public' })
  const v = await openPublicShare(app, p, {mode:'old'})
  expect(v.page.links().length).toBeGreaterThan(0)
  const r = await rita.fetch(`/view/${guid}/page/1`)
  expect([r.status, r.headers.get('content-type')]).toEqual([200, 'image/png'])
})
