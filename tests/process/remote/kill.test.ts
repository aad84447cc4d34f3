import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile, stat, writeFile } from 'node:fs/promises'
import { expect, test, vi } from 'vitest'
import { patience } from '#tests/support/world/patience.ts'
import { call, Computer, serverWithToken } from './client.ts'
import { SlowWay } from './slow-way.ts'

const mebibyte = 1024 * 1024

test('an upload and a download that are killed in the middle go on where they were', async () => {
  const { server, token } = await serverWithToken()
  const way = await SlowWay.start(server.process.origin)
  const computer = await Computer.start()
  await computer.login(way.origin, token)
  await call(way.origin, token, '/v2/folder/create/root', { DocumentPath: 'Atlas' })
  const bytes = randomBytes(20 * mebibyte)
  await writeFile(computer.path('long.bin'), bytes)

  way.stop = { method: 'PATCH', path: '/uploads/resumable/', after: 14 * mebibyte }
  const sending = computer.start(['upload', 'long.bin', 'Atlas'])
  await vi.waitFor(() => expect(way.passed).toBe(14 * mebibyte), patience)
  sending.kill('SIGKILL')
  await once(sending, 'close')
  way.stop = null
  const added = await computer.run(['upload', 'long.bin', 'Atlas'])
  expect([added.code, added.stdout, added.stderr]).toEqual([0, '1 added, 0 there already, 0 failed.\n', ''])

  way.stop = { method: 'GET', path: '/v1/download/', after: 7 * mebibyte }
  way.passed = 0
  const getting = computer.start(['download', 'Atlas/long.bin', '--to', 'got'])
  const partOf = async () =>
    (await readdir(computer.path('got')).catch(() => [])).find((name) => name.endsWith('.part'))
  await vi.waitFor(async () => {
    const name = await partOf()
    expect(name && (await stat(computer.path('got', name))).size).toBe(7 * mebibyte)
  }, patience)
  getting.kill('SIGKILL')
  await once(getting, 'close')
  way.stop = null
  const [saved] = await computer.json<{ Size: number; ResumedAt: number }[]>([
    'download',
    'Atlas/long.bin',
    '--to',
    'got',
  ])
  expect(saved).toMatchObject({ Size: bytes.length, ResumedAt: 7 * mebibyte })
  expect(way.ranges).toEqual([undefined, `bytes=${7 * mebibyte}-`])
  expect((await readFile(computer.path('got', 'long.bin'))).equals(bytes)).toBe(true)
  expect(await readdir(computer.path('got'))).toEqual(['long.bin'])
})
