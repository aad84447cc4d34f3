import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { expect, test } from 'vitest'
import { startApp } from '#tests/support/world/app.ts'
import { makeWorld } from '#tests/support/world/world.ts'
import { makeOperator, makeShare, openShare } from '#tests/support/world/make.ts'
import { brokenAvi, film, tone } from '#tests/support/files/media.ts'
import { somebody } from '#tests/support/world/people.ts'

const { app, operator: olivia } = await makeWorld()

const asPlayer = { headers: { 'sec-fetch-dest': 'video' } }

test.each([
  ['avi', () => film('avi'), 'video/mp4'],
  ['wmv', () => film('wmv'), 'video/mp4'],
  ['mpg', () => film('mpg', '-r 25 -ar 44100'), 'video/mp4'],
  ['flv', () => film('flv', '-ar 44100'), 'video/mp4'],
  ['mkv', () => film('mkv'), 'video/mp4'],
  ['3gp', () => film('3gp', '-c:v h263 -s 176x144 -c:a aac'), 'video/mp4'],
  ['wma', () => tone('wma'), 'audio/mp4'],
])(
  'a film as .%s becomes one that browsers play; what is downloaded is the original',
  async (ending, make, type) => {
    const app = await startApp()
    const olivia = await makeOperator(app)
    const file = { name: `film.${ending}`, type: 'application/octet-stream', bytes: await make() }
    const guid = await makeShare(app, olivia, { file, download: 'yes', watermark: 'off' })
    const rita = await openShare(app, guid, undefined, somebody())
    expect(rita.path).toBe(`/view/${guid}/play`)
    const stream = await rita.fetch(`/view/${guid}/media`, asPlayer)
    expect([stream.status, stream.headers.get('content-type')]).toEqual([200, type])
    expect(Buffer.from(await stream.arrayBuffer()).toString('latin1', 4, 8)).toBe('ftyp')
    const copy = await rita.fetch(`/view/${guid}/download`)
    expect(Buffer.from(await copy.arrayBuffer()).equals(file.bytes)).toBe(true)
    expect(await readdir(path.join(app.dataDir, 'converting'))).toEqual([])
  },
)

test.each([
  ['mp4', () => film('mp4', '-pix_fmt yuv420p'), 'video/mp4'],
  ['mov', () => film('mov', '-pix_fmt yuv420p'), 'video/mp4'],
  ['webm', () => film('webm'), 'video/webm'],
  ['ogg', () => tone('ogg', '-c:a libvorbis'), 'audio/ogg'],
  ['mp3', () => tone('mp3'), 'audio/mpeg'],
  ['m4a', () => tone('m4a'), 'audio/mp4'],
  ['flac', () => tone('flac'), 'audio/flac'],
])('a .%s as ffmpeg writes it stays as it is', async (ending, make, type) => {
  const file = { name: `film.${ending}`, type: 'application/octet-stream', bytes: await make() }
  const rita = await openShare(
    app,
    await makeShare(app, olivia, { file, watermark: 'off' }),
    undefined,
    somebody(),
  )
  const stream = await rita.fetch(rita.path.replace('/play', '/media'), asPlayer)
  expect([stream.status, stream.headers.get('content-type')]).toEqual([200, type])
  expect(Buffer.from(await stream.arrayBuffer()).equals(file.bytes)).toBe(true)
})

test('a film that cannot be read is said to be damaged, and nothing of it stays behind', async () => {
  const file = { name: 'film.avi', type: 'video/x-msvideo', bytes: brokenAvi() }
  const guid = await makeShare(app, olivia, { file, watermark: 'off' })
  await olivia.open(`/s/${guid}`)
  expect(olivia.text()).toContain('damaged')
  expect(await readdir(path.join(app.dataDir, 'converting'))).toEqual([])
})
