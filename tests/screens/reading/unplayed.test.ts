import { expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { makeOperator, makeShare, proveAddress } from '#tests/support/world/make.ts'
import { brokenAvi } from '#tests/support/files/media.ts'

test('without ffmpeg what browsers do not play is for download only, where that is allowed', async () => {
  const app = await startApp({ config: { ffmpeg: null } })
  const olivia = await makeOperator(app)
  const film = { name: 'film.avi', type: 'video/x-msvideo', bytes: brokenAvi() }
  const guid = await makeShare(app, olivia, { file: film, download: 'yes', watermark: 'off' })
  const rita = await proveAddress(app, guid)
  await rita.send('open')
  expect(rita.path).toBe(`/file/${guid}`)
  expect(rita.page.links('Download')).toHaveLength(1)
  const copy = await rita.fetch(`/view/${guid}/download`)
  expect(Buffer.from(await copy.arrayBuffer()).equals(film.bytes)).toBe(true)
  const stream = await rita.fetch(`/view/${guid}/media`, { headers: { 'sec-fetch-dest': 'video' } })
  expect(stream.status).toBe(403)
})
