import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '#tests/support/servers/ports.ts'
import { findBrowser } from '#server/prepare.mjs'

// Every process of Playwright reads this file; the first one chooses, the others find its choice in the environment.
const environment = process.env
environment['PICTURES_PORT'] ??= String(await freePort())
environment['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'strongroom-pictures-'))
environment['CHROMIUM_PATH'] ??= (await findBrowser()) ?? ''

const baseURL = `http://localhost:${environment['PICTURES_PORT']}`
const root = path.resolve(import.meta.dirname, '../..')
const name = 'pictures'

/** The main screens as pictures in docs/pictures, where one is replaced only if the screen looks different now. */
export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results/pictures'),
  workers: 1,
  timeout: 10 * 60_000,
  expect: { timeout: 60_000, toPass: { timeout: 60_000 } },
  use: {
    baseURL,
    javaScriptEnabled: false,
    // For the one rule of style that a picture needs.
    bypassCSP: true,
    launchOptions: { executablePath: environment['CHROMIUM_PATH'], args: ['--no-sandbox', '--disable-gpu'] },
  },
  projects: [{ name }],
  webServer: {
    command: 'node build/server/index.js',
    cwd: root,
    url: `${baseURL}/health/live`,
    env: {
      HOST: '127.0.0.1',
      PORT: environment['PICTURES_PORT'],
      PUBLIC_URL: baseURL,
      DATA_DIR: path.join(environment['E2E_DATA_DIR'], name),
      LOG_LEVEL: 'error',
    },
    stdout: 'ignore',
    gracefulShutdown: { signal: 'SIGTERM', timeout: 10_000 },
  },
})
