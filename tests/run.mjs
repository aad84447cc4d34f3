// Runs every kind of test, one stage after the other, and ends with the line "N passed, N failed".
// `node tests/run.mjs check` runs only what needs neither a build nor a browser.
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'
import { findBrowser } from '../server/prepare.mjs'
import { leftOutLines } from './support/services/needs.ts'
import { startServices } from './support/services/start.mjs'

const root = path.dirname(path.dirname(fileURLToPath(import.meta.url)))
const results = path.join(root, 'test-results')
const mostMinutes = 45
const onlyChecks = process.argv[2] === 'check'

const vitest = ['vitest', 'run', '--config', 'remix.config.js', '--reporter=default', '--reporter=json']
const vitestReport = path.join(results, 'vitest.json')
const postgresReport = path.join(results, 'postgres.json')
const browserReport = path.join(results, 'browser.json')

const services = onlyChecks ? null : await startServices()
const { TEST_DATABASE_URL, ...environment } = {
  ...process.env,
  ...services?.env,
  NODE_ENV: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: '1',
  CHROMIUM_PATH: onlyChecks ? undefined : ((await findBrowser()) ?? undefined),
  PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport,
}

if (services) for (const line of leftOutLines({ ...process.env, ...services.env })) console.log(line)

const onPostgres = {
  name: 'units, whole application, several processes on PostgreSQL',
  command: [
    ...vitest,
    `--outputFile.json=${postgresReport}`,
    // What knows nothing of the database, or brings its own, need not be asked twice.
    ...[
      'tests/structure.test.ts',
      'tests/process/faults/kill.test.ts',
      'tests/screens/reading/original.test.ts',
      'tests/screens/rooms/room-original.test.ts',
      'tests/process/operating/{backup,commands,gc,key,mail,move,restore,users,verify}.test.ts',
      'app/**',
      'tests/process/fuzz/**',
      'server/converting/**',
      'server/rendering/**',
      'server/rules/**',
      'server/storage/s3.test.ts',
      '**/*.{s3,nginx,caddy,mounts}.test.ts',
    ].map((pattern) => `--exclude=${pattern}`),
  ],
  count: () => countVitest(postgresReport),
  env: { ...environment, TEST_DATABASE_URL },
}

const stages = [
  { name: 'types', command: ['tsc', '--project', '.', '--noEmit'], count: countAsOne },
  { name: 'style', command: ['prettier', '--check', '--log-level', 'warn', '.'], count: countAsOne },
  { name: 'lint', command: ['oxlint', '--deny-warnings'], count: countAsOne },
  {
    name: onlyChecks ? 'structure' : 'structure, units, whole application',
    command: [
      ...vitest,
      `--outputFile.json=${vitestReport}`,
      ...(onlyChecks ? ['tests/structure.test.ts'] : []),
    ],
    count: () => countVitest(vitestReport),
  },
  ...(onlyChecks
    ? []
    : [
        ...(TEST_DATABASE_URL ? [onPostgres] : []),
        {
          name: 'browser',
          command: [
            'playwright',
            'test',
            '--config',
            'tests/e2e/playwright.config.ts',
            '--reporter=list,json',
          ],
          count: countPlaywright,
        },
      ]),
]

let passed = 0
let failed = 0
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
for (const { name, command, count, env = environment } of stages) {
  const startedAt = Date.now()
  const { status, text } = await run(command, env)
  const counted = count(status)
  // A stage may break without a failed test, as when a file does not load or a process dies.
  if (status !== 0 && counted.failed === 0) counted.failed = 1
  if (counted.failed > 0) process.stdout.write(`\n${text.trimEnd()}\n\n`)
  passed += counted.passed
  failed += counted.failed
  const skipped = counted.skipped ? `, ${counted.skipped} skipped` : ''
  const seconds = ((Date.now() - startedAt) / 1000).toFixed(1)
  console.log(`${name}: ${counted.passed} passed, ${counted.failed} failed${skipped} (${seconds} s)`)
}
await services?.stop()
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

function countAsOne(status) {
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

function countVitest(file) {
  if (!existsSync(file)) return { passed: 0, failed: 1 }
  const report = JSON.parse(readFileSync(file, 'utf8'))
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return {
    passed: report.numPassedTests,
    failed: report.numFailedTests + unloaded.length,
    skipped: report.numPendingTests + report.numTodoTests,
  }
}

function countPlaywright() {
  if (!existsSync(browserReport)) return { passed: 0, failed: 1 }
  const { stats, errors } = JSON.parse(readFileSync(browserReport, 'utf8'))
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + (stats.unexpected === 0 ? errors.length : 0),
    skipped: stats.skipped,
  }
}

/** A stage that hangs is ended, with everything it started. */
function run([command, ...args], env) {
  return new Promise((resolve) => {
    const child = spawn(path.join(root, 'node_modules', '.bin', command), args, {
      cwd: root,
      env,
      stdio: ['ignore', 'pipe', 'pipe'],
      detached: true,
    })
    let text = ''
    const end = (signal) => child.pid && process.kill(-child.pid, signal)
    const timer = setTimeout(() => {
      text += `\nEnded after ${mostMinutes} minutes without a result.\n`
      end('SIGKILL')
    }, mostMinutes * 60_000)
    const interrupt = () => (end('SIGTERM'), process.exit(130))
    for (const signal of ['SIGINT', 'SIGTERM']) process.once(signal, interrupt)
    child.stdout.on('data', (chunk) => (text += chunk))
    child.stderr.on('data', (chunk) => (text += chunk))
    child.on('error', (error) => resolve({ status: 127, text: String(error) }))
    child.on('close', (status) => {
      clearTimeout(timer)
      for (const signal of ['SIGINT', 'SIGTERM']) process.off(signal, interrupt)
      resolve({ status: status ?? 1, text })
    })
  })
}
