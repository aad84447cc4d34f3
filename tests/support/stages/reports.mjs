import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { root } from './place.mjs'

/** A tool that says only whether all is well. */
export function countAsOne(status) {
  return status === 0 ? { passed: 1, failed: 0 } : { passed: 0, failed: 1 }
}

/** What Vitest's report counts. Tests that a run leaves out by their tags are none of it. */
export function countVitest(file) {
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1 }
  const unloaded = report.testResults.filter(
    (file) => file.status === 'failed' && file.assertionResults.every((test) => test.status !== 'failed'),
  )
  return { passed: report.numPassedTests, failed: report.numFailedTests + unloaded.length }
}

export function countPlaywright(file) {
  const report = readReport(file)
  if (!report) return { passed: 0, failed: 1 }
  const { stats, errors } = report
  return {
    passed: stats.expected,
    failed: stats.unexpected + stats.flaky + stats.skipped + (stats.unexpected === 0 ? errors.length : 0),
  }
}

/** Test files with the milliseconds that each took. */
export function timesOfVitest(file, stage) {
  const results = readReport(file)?.testResults ?? []
  return results.map(({ name, startTime, endTime }) => ({
    name: `${path.relative(root, name)} (${stage})`,
    milliseconds: endTime - startTime,
  }))
}

export function timesOfPlaywright(file, stage) {
  const suites = readReport(file)?.suites ?? []
  return suites.map((suite) => ({
    name: `tests/e2e/${suite.file} (${stage})`,
    milliseconds: resultsIn(suite).reduce((sum, { duration }) => sum + duration, 0),
  }))
}

function resultsIn({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ tests }) => tests.flatMap(({ results }) => results))
  return [...own, ...suites.flatMap(resultsIn)]
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
