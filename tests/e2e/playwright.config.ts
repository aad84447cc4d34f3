import { mkdtempSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { findBrowser } from '../../server/prepare.mjs'

// Every process of Playwright reads this file; the first one chooses, the others find its choice in the environment.
const environment = process.env
environment['E2E_PORT'] ??= String(await freePort())
environment['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'strongroom-e2e-'))
environment['CHROMIUM_PATH'] ??= (await findBrowser()) ?? ''

const address = `http://localhost:${environment['E2E_PORT']}`
const root = path.resolve(import.meta.dirname, '../..')

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results/browser'),
  globalTeardown: path.join(import.meta.dirname, 'clean-up.ts'),
  workers: 1,
  forbidOnly: true,
  timeout: 90_000,
  use: {
    baseURL: address,
    screenshot: 'only-on-failure',
    launchOptions: {
      executablePath: environment['CHROMIUM_PATH'],
      args: [
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    },
  },
  projects: [
    { name: 'script-off', use: { javaScriptEnabled: false } },
    { name: 'script-on', use: { javaScriptEnabled: true } },
  ],
  webServer: {
    command: 'node build/server/index.js',
    cwd: root,
    url: `${address}/health/live`,
    env: {
      HOST: '127.0.0.1',
      PORT: environment['E2E_PORT'],
      PUBLIC_URL: address,
      DATA_DIR: environment['E2E_DATA_DIR'],
      LOG_LEVEL: 'error',
    },
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
    timeout: 30_000,
  },
})

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
