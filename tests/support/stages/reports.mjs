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

/** What failed, a line for each test: its name and the first line of its error. */
export function failedOfVitest(file) {
  const results = readReport(file)?.testResults ?? []
  return results.flatMap(({ name, message, assertionResults }) => {
    const failed = assertionResults.filter(({ status }) => status === 'failed')
    const where = path.relative(root, name)
    if (failed.length === 0) return message ? [`${where}: ${firstLine(message)}`] : []
    return failed.map(
      ({ fullName, failureMessages }) => `${where}: ${fullName}: ${firstLine(failureMessages[0])}`,
    )
  })
}

export function failedOfPlaywright(file) {
  return (readReport(file)?.suites ?? []).flatMap((suite) =>
    testsIn(suite)
      .filter(({ status }) => status !== 'expected')
      .map(
        ({ title, projectName, results }) =>
          `tests/e2e/${suite.file}: ${title} (${projectName}): ${firstLine(results.at(-1)?.error?.message)}`,
      ),
  )
}

const escapes = /\u001B\[[0-9;]*m/g

function firstLine(text = '') {
  return text.replaceAll(escapes, '').trim().split('\n', 1)[0]
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
    milliseconds: testsIn(suite)
      .flatMap(({ results }) => results)
      .reduce((sum, { duration }) => sum + duration, 0),
  }))
}

function testsIn({ specs = [], suites = [] }) {
  const own = specs.flatMap(({ title, tests }) => tests.map((test) => ({ ...test, title })))
  return [...own, ...suites.flatMap(testsIn)]
}

function readReport(file) {
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null
}
