import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { root } from '#tests/support/sources/sources.ts'

test('a start on a port in use says so and leaves nothing behind', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-port-'))
  const other = createServer().listen(0, '127.0.0.1')
  onTestFinished(async () => {
    other.close()
    await rm(folder, { recursive: true })
  })
  await once(other, 'listening')
  const { port } = other.address() as AddressInfo
  const dataDir = path.join(folder, 'data')
  const child = spawn(process.execPath, [path.join(root, 'build/server/index.js')], {
    cwd: folder,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, DATA_DIR: dataDir, HOST: '127.0.0.1', PORT: String(port), DATABASE_URL: '' },
  })
  const said: Buffer[] = []
  child.stderr.on('data', (chunk: Buffer) => said.push(chunk))
  const [code] = await once(child, 'close')
  expect(code).toBe(1)
  expect(Buffer.concat(said).toString()).toContain(`address already in use 127.0.0.1:${port}`)
  expect(existsSync(dataDir)).toBe(false)
})
