// Runs the tests, and ends with the line "N passed, N failed".
// `node tests/run.mjs` runs every test; `check` only what needs neither a build nor a browser; `all` everything on both
// engines, and random tests as often as is worth waiting for.
import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser, prepare } from '../server/prepare.mjs'
import { leftOutLines } from './support/services/needs.ts'
import { startServices } from './support/services/start.mjs'
import { makeTestFolder } from './support/stages/memory-folder.mjs'
import { results, root } from './support/stages/place.mjs'
import {
  countAsOne,
  countPlaywright,
  countVitest,
  failedOfPlaywright,
  failedOfVitest,
  timesOfPlaywright,
  timesOfVitest,
} from './support/stages/reports.mjs'
import { runStage } from './support/stages/run-stage.mjs'

const extent = process.argv[2] ?? 'usual'
const onlyChecks = extent === 'check'
const slowestShown = 10

const startedAt = Date.now()
rmSync(results, { recursive: true, force: true })
mkdirSync(results, { recursive: true })
const folder = onlyChecks ? null : makeTestFolder()
if (folder) {
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }))
}
const seed = process.env.TEST_SEED || String(randomInt(2 ** 31))
/** What every stage gets; where the servers are is added when they have started. */
const environment = {
  ...process.env,
  NODE_ENV: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: '1',
  TESTS: extent,
  // Many processes load the same code: compiled once, it is taken from here.
  NODE_COMPILE_CACHE: path.join(results, 'compiled'),
  TEST_SEED: seed,
}

const vitestRun = 'vitest run --config tests/vitest.config.ts --reporter=default --reporter=json'.split(' ')

/** Tests by Vitest; every statement that they ask SQLite is kept for the stage that tries them on PostgreSQL. */
function vitest(name, ...options) {
  const report = path.join(results, `${name.replaceAll(' ', '-')}.json`)
  return {
    name,
    command: [...vitestRun, `--outputFile.json=${report}`, ...options],
    env: () => ({
      ...environment,
      TEST_STATEMENTS: path.join(results, 'statements'),
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'tests/statements/collect.mjs'))}`,
    }),
    // One line for each file.
    progress: /^ [✓❯×] /gm,
    count: () => countVitest(report),
    times: () => timesOfVitest(report, name),
    failures: () => failedOfVitest(report),
  }
}

const [types, style, lint] = [
  // Each of several checkers works out the types of the packages again: together they took nearly twice the processor time.
  { name: 'types', command: ['tsc', '--project', '.', '--checkers', '1'] },
  { name: 'style', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
].map((stage) => ({ ...stage, env: () => environment, count: countAsOne }))

const structure = vitest('structure', '--project=unit', 'tests/structure.test.ts')
const processes = vitest('processes', '--project=process', '--project=unit-apart')
const application = vitest('application, units', '--project=app', '--project=unit')
const onPostgres = vitest(
  'on PostgreSQL',
  '--project=postgres-*',
  ...(extent === 'all' ? [] : ['--tags-filter=engines']),
)
const browserReport = path.join(results, 'browser.json')
const browser = {
  name: 'browser, script off and on',
  command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
  env: () => ({ ...environment, PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport }),
  progress: /^ +[✓✘] /gm,
  count: () => countPlaywright(browserReport),
  times: () => timesOfPlaywright(browserReport, 'browser'),
  failures: () => failedOfPlaywright(browserReport),
}

console.log(`random tests begin with ${seed}; TEST_SEED=${seed} repeats them`)
let passed = 0
let failed = 0
const times = []
const failures = []
await (onlyChecks ? Promise.all([inTurn(types), inTurn(lint, structure, style)]) : runTests())
if (!onlyChecks) tellSlowest()
for (const line of failures) console.log(`failed: ${line}`)
if (failed > 0) console.log(`TEST_SEED=${seed} draws the same random tests again`)
console.log(`took ${durationOf(Date.now() - startedAt)}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

/** One stage after the other: each keeps two processors busy. Side by side they took a sixth more of them. */
async function runTests() {
  const checked = inTurn(types, style, lint)
  // The build takes one processor; the types have the other one meanwhile.
  const starting = startServices()
  await prepare({ withBrowser: true }).catch(async (error) => {
    await (await starting).stop()
    throw error
  })
  const services = await starting
  Object.assign(environment, services.env, { CHROMIUM_PATH: (await findBrowser()) ?? undefined })
  for (const line of leftOutLines(environment)) console.log(line)
  await Promise.all([checked, inTurn(processes, application)])
  // What is tried on PostgreSQL is what both asked of SQLite.
  if (environment.TEST_DATABASE_URL) await inTurn(onPostgres)
  await services.stop()
  await inTurn(browser)
}

async function inTurn(...stages) {
  for (const stage of stages) {
    const ended = await runStage(stage)
    if (ended.failed > 0) process.stdout.write(`\n${ended.text.trimEnd()}\n\n`)
    passed += ended.passed
    failed += ended.failed
    times.push(...(stage.times?.() ?? []))
    if (ended.failed > 0) failures.push(...(stage.failures?.() ?? [stage.name]))
    const counts = `${ended.passed} passed, ${ended.failed} failed`
    console.log(`${stage.name}: ${counts} (${durationOf(ended.milliseconds)})`)
  }
}

function tellSlowest() {
  console.log('the slowest files:')
  const slowest = times.toSorted((one, other) => other.milliseconds - one.milliseconds)
  for (const { name, milliseconds } of slowest.slice(0, slowestShown)) {
    console.log(`  ${durationOf(milliseconds).padStart(11)}  ${name}`)
  }
}

function durationOf(milliseconds) {
  const seconds = Math.round(milliseconds / 1000)
  return seconds < 120 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`
}
