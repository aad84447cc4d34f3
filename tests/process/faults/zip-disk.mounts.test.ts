import { expect, test, vi } from 'vitest'
import { noisyPng } from '#tests/support/files/documents.ts'
import { unzipped } from '#tests/support/files/unzipped.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { fillBut } from './fill-disk.ts'
import { OneServer } from './one-server.ts'
import { askForZip, Download, shareAll, zipReady } from './zip-story.ts'

const megabyte = 1024 * 1024
const bytes = 48 * megabyte

test('a disk that becomes full while copies are prepared leaves no half of one; there is room again, and it goes on', async () => {
  const server = await OneServer.start({ LOG_LEVEL: 'info' }, { bytes })
  const olivia = await makeOperator(server)
  const drawn = [0, 1, 2].map((at) => ({
    name: `drawing ${at}.png`,
    bytes: noisyPng(),
    type: 'image/png',
  }))
  const guids = await shareAll(server, olivia, drawn, 'on')
  const makeRoom = await fillBut(server, 4 * megabyte)
  const reader = await askForZip(server, guids)
  await vi.waitFor(() => {
    const failed = server.process.logged({ kind: 'zip' })
    expect(failed.length).toBeGreaterThan(0)
  }, patience)
  expect((await reader.reload()).text()).toMatch(/Processing file [123] of 3/)
  await makeRoom()
  const download = await Download.begin(reader, await zipReady(reader))
  await download.read()
  const found = await unzipped(download.bytes)
  for (const { name } of drawn) expect(found[name]!.subarray(1, 4).toString()).toBe('PNG')
})
