// Runs the tests, and ends with the line "N passed, N failed".
// `node tests/run.mjs` runs every test; `check` only what needs neither a build nor a browser; `all` everything on both
// engines, and random tests as often as is worth waiting for.
import { randomInt } from 'node:crypto'
import { mkdirSync, rmSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import { findBrowser } from '../server/prepare.mjs'
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
const services = onlyChecks ? null : await startServices()
const seed = process.env.TEST_SEED || String(randomInt(2 ** 31))
const environment = {
  ...process.env,
  ...services?.env,
  NODE_ENV: undefined,
  FORCE_COLOR: undefined,
  NO_COLOR: '1',
  TESTS: extent,
  // Many processes load the same code: compiled once, it is taken from here.
  NODE_COMPILE_CACHE: path.join(results, 'compiled'),
  TEST_SEED: seed,
  CHROMIUM_PATH: onlyChecks ? undefined : ((await findBrowser()) ?? undefined),
}

const vitestRun = 'vitest run --config tests/vitest.config.ts --reporter=default --reporter=json'.split(' ')

let stages = 0
/** What each stage of its own gets. */
const environmentOf = () => ({ ...environment, TEST_STAGE: String(stages++) })

/** Tests by Vitest; every statement that they ask SQLite is kept for the stage that tries them on PostgreSQL. */
function vitest(name, ...options) {
  const report = path.join(results, `${name.replaceAll(' ', '-')}.json`)
  return {
    name,
    command: [...vitestRun, `--outputFile.json=${report}`, ...options],
    env: {
      ...environmentOf(),
      TEST_STATEMENTS: path.join(results, 'statements'),
      NODE_OPTIONS: `--import=${pathToFileURL(path.join(root, 'tests/statements/collect.mjs'))}`,
    },
    // One line for each file.
    progress: /^ [✓❯×] /gm,
    count: () => countVitest(report),
    times: () => timesOfVitest(report, name),
    failures: () => failedOfVitest(report),
  }
}

const checks = [
  { name: 'types', command: ['tsc', '--project', '.'] },
  { name: 'style', command: ['oxfmt', '--check'] },
  { name: 'lint', command: ['oxlint', '--deny-warnings'] },
].map((stage) => ({ ...stage, env: environment, count: countAsOne }))

const structure = vitest('structure', '--project=unit', 'tests/structure.test.ts')
// What mostly waits runs beside what mostly computes.
const processes = vitest('processes', '--project=process', '--project=commands')
const application = vitest('application, units', '--project=app', '--project=unit', '--project=unit-apart')
const onPostgres = vitest(
  'on PostgreSQL',
  '--project=postgres-*',
  ...(extent === 'all' ? [] : ['--tags-filter=engines']),
)
const browserReport = path.join(results, 'browser.json')
const browser = {
  name: 'browser, script off and on',
  command: ['playwright', 'test', '--config', 'tests/e2e/playwright.config.ts', '--reporter=list,json'],
  env: { ...environmentOf(), PLAYWRIGHT_JSON_OUTPUT_FILE: browserReport },
  progress: /^ +[✓✘] /gm,
  count: () => countPlaywright(browserReport),
  times: () => timesOfPlaywright(browserReport, 'browser'),
  failures: () => failedOfPlaywright(browserReport),
}

/** Rounds follow each other; the lanes of a round run side by side, and the stages of a lane in turn. */
const [types, style, lint] = checks
const rounds = onlyChecks
  ? [[[types], [lint, structure, style]]]
  : [
      [checks, [processes], [application]],
      [...(environment.TEST_DATABASE_URL ? [[onPostgres]] : []), [browser]],
    ]

console.log(`random tests begin with ${seed}; TEST_SEED=${seed} repeats them`)
for (const line of onlyChecks ? [] : leftOutLines(environment)) console.log(line)
let passed = 0
let failed = 0
const times = []
const failures = []
for (const lanes of rounds) await Promise.all(lanes.map(runInTurn))
await services?.stop()
if (!onlyChecks) tellSlowest()
for (const line of failures) console.log(`failed: ${line}`)
if (failed > 0) console.log(`TEST_SEED=${seed} draws the same random tests again`)
console.log(`took ${durationOf(Date.now() - startedAt)}`)
console.log(`${passed} passed, ${failed} failed`)
process.exitCode = failed === 0 ? 0 : 1

async function runInTurn(stages) {
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
