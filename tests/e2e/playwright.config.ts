import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { defineConfig } from '@playwright/test'
import { freePort } from '#tests/support/servers/ports.ts'
import { client } from '#tests/services/client.ts'
import { seed } from '#tests/support/world/budget.ts'
import { findBrowser } from '#server/prepare.mjs'

// Every process of Playwright reads this file; the first one chooses, the others find its choice in the environment.
const environment = process.env
environment['E2E_PORTS'] ??= [await freePort(), await freePort(), await freePort(), await freePort()].join(
  ',',
)
environment['E2E_DATA_DIR'] ??= mkdtempSync(path.join(tmpdir(), 'strongroom-e2e-'))
environment['TEST_SEED'] ||= String(seed)
environment['CHROMIUM_PATH'] ??= (await findBrowser()) ?? ''

/** Each half has a server of its own: together they make more accounts in an hour than one network may. */
const [off, on, every] = environment['E2E_PORTS'].split(',').map((port) => `http://localhost:${port}`)
/** Where the walk finds a local Box. */
const cloudPort = environment['E2E_PORTS'].split(',')[3]!
const cloud = {
  BOX_CLIENT_ID: client.clientId,
  BOX_CLIENT_SECRET: client.clientSecret,
  BOX_ADDRESS: `http://127.0.0.1:${cloudPort}`,
}
/**
 * Playwright begins what depends on something after everything that does not. In a run of all tests each thing depends
 * on the world, so that the walk begins beside the halves, not when the last test of both has ended.
 */
const dependencies = environment['TESTS'] ? ['world'] : []
const halves = [
  {
    name: 'script-off',
    testIgnore: 'walk/**',
    dependencies,
    use: { javaScriptEnabled: false, baseURL: off! },
  },
  { name: 'script-on', testIgnore: 'walk/**', dependencies, use: { javaScriptEnabled: true, baseURL: on! } },
]
/** Every screen of one world, which is made first; each test says itself whether script runs. */
const walk = [
  { name: 'world', testMatch: 'walk/world.setup.ts', use: { baseURL: every! } },
  {
    name: 'walk',
    testMatch: 'walk/*.spec.ts',
    fullyParallel: true,
    dependencies: ['world'],
    use: { baseURL: every! },
  },
]
/** The servers by the folders of their data. */
const servers = { 'script-off': off!, 'script-on': on!, walk: every! }
const minute = 60_000
const root = path.resolve(import.meta.dirname, '../..')

export default defineConfig({
  testDir: import.meta.dirname,
  outputDir: path.join(root, 'test-results/browser'),
  globalTeardown: path.join(import.meta.dirname, 'clean-up.ts'),
  // The halves run side by side; three at a time keep two processors busy to the end.
  workers: 3,
  forbidOnly: true,
  // Guards against hanging, far beyond what a slow machine needs.
  timeout: 20 * minute,
  expect: { timeout: 3 * minute, toPass: { timeout: 5 * minute } },
  use: {
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
        // Most script runs once, on a page that is left at once: compiling it well or tidying up takes longer.
        '--js-flags=--no-opt --no-maglev --min-semi-space-size=16',
      ],
    },
  },
  projects: [...halves, ...walk],
  webServer: [
    {
      command: 'node tests/services/serve-box.ts',
      cwd: root,
      port: Number(cloudPort),
      env: { PORT: cloudPort },
      stdout: 'ignore' as const,
    },
    ...Object.entries(servers).map(([name, baseURL]) => ({
      command: 'node build/server/index.js',
      cwd: root,
      url: `${baseURL}/health/live`,
      env: {
        HOST: '127.0.0.1',
        PORT: new URL(baseURL).port,
        PUBLIC_URL: baseURL,
        DATA_DIR: path.join(environment['E2E_DATA_DIR']!, name),
        LOG_LEVEL: 'error',
        // Tests may say that their people are on another network, which has its own limits.
        TRUST_PROXY: '127.0.0.1',
        ...(name === 'walk' ? cloud : {}),
      },
      stdout: 'ignore' as const,
      gracefulShutdown: { signal: 'SIGTERM' as const, timeout: 10_000 },
      timeout: 5 * minute,
    })),
  ],
})
