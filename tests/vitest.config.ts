import { globSync, readFileSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import path from 'node:path'
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config'
import { LongFirst } from '#tests/support/stages/long-first.ts'
import { isFull } from '#tests/support/world/budget.ts'
import { leftOutPatterns } from '#tests/support/services/needs.ts'
import { postgresServer } from '#tests/support/world/postgres.ts'

const root = path.dirname(import.meta.dirname)
const minute = 60_000
/** Processes for tests that compute: each further one loads and compiles everything for itself, and has a gigabyte. */
const computing = Math.min(4, availableParallelism())

/**
 * And for tests of which many wait, some for a minute or two: with one less, the processors had nothing to do for a seventh
 * of the time.
 */
const waiting = 4

/** What starts programs, kills them or has them convert. */
const ofProcesses = [
  'tests/process/**/*.test.ts',
  'server/**/*.{process,libreoffice,ffmpeg,namespaces,landlock}.test.ts',
]
const ofUnits = ['{server,app}/**/*.test.{ts,tsx}', 'tests/support/**/*.test.ts', 'tests/*.test.ts']
/**
 * Replaces a module that others in its process have loaded already; stops every process that its own has started; loads
 * every screen.
 */
const ofUnitsApart = [
  'server/accounts/sign-in/same-work.test.ts',
  'server/rendering/pages/pictures.test.ts',
  'app/**/*.test.tsx',
  'tests/guards.test.ts',
]
const ofApplication = ['tests/{screens,api}/**/*.test.ts']
/** What is about PostgreSQL alone. */
const ofPostgres = ['{server,tests/statements}/**/*.postgres.test.ts']

type Settings = NonNullable<TestProjectInlineConfiguration['test']> & { include: string[] }

const leftOut = leftOutPatterns(process.env)

/** Loaded as Node loads the server itself: nothing is translated first, and what was compiled is found again. */
const asNodeDoes = { viteModuleRunner: false, nodeLoader: false }

/** A group begins when the one before it has ended, a project of the same group when processors are free. */
function project(name: string, group: number, settings: Settings): TestProjectInlineConfiguration {
  return {
    root,
    // Otherwise this file would be read again for each project.
    extends: false,
    test: {
      name,
      setupFiles: ['tests/support/world/console.ts'],
      experimental: asNodeDoes,
      // Guards against hanging, far beyond what a slow machine needs.
      testTimeout: 20 * minute,
      hookTimeout: 20 * minute,
      sequence: { groupOrder: group },
      ...settings,
      exclude: [...(settings.exclude ?? []), ...leftOut],
    },
  }
}

/** Only files in which a test is about the engine need be loaded for the second one; with the full budget, all. */
function onBothEngines(patterns: string[], exclude: string[] = []): string[] {
  if (isFull) return patterns
  const files = patterns.flatMap((pattern) => globSync(pattern, { cwd: root, exclude }))
  return files.filter((file) =>
    /@module-tag engines|tags: \['engines'\]/.test(readFileSync(path.join(root, file), 'utf8')),
  )
}

const onPostgres = [
  project('postgres-unit', 3, {
    include: [...onBothEngines(ofUnits, [...ofProcesses, ...ofUnitsApart]), ...ofPostgres],
    exclude: [...ofProcesses, ...ofUnitsApart],
    env: { TEST_ENGINE: 'postgres' },
    isolate: false,
    maxWorkers: 3,
  }),
  ...(isFull
    ? [
        project('postgres-unit-apart', 3, {
          include: ofUnitsApart,
          env: { TEST_ENGINE: 'postgres' },
          experimental: {},
          maxWorkers: 3,
        }),
      ]
    : []),
  project('postgres-app', 3, {
    include: onBothEngines(ofApplication),
    env: { TEST_ENGINE: 'postgres' },
    isolate: false,
    maxWorkers: 3,
  }),
]

export default defineConfig({
  root,
  test: {
    globalSetup: 'tests/support/world/templates.ts',
    sequence: { sequencer: LongFirst },
    tags: [
      {
        name: 'engines',
        description: 'is about the database itself: races, locks, limits, order, jobs. Runs on both engines.',
      },
    ],
    projects: [
      // In most of these one process serves many files: what is compiled and warm for one is so for the next. It ends with
      // its project; the other projects of a group follow in the order of their names.
      project('process', 1, { include: ofProcesses, isolate: false, maxWorkers: waiting }),
      // Modules are replaced, and components read, by Vite alone. One of these waits, too.
      project('unit-apart', 1, { include: ofUnitsApart, experimental: {}, maxWorkers: waiting }),
      project('app', 2, { include: ofApplication, isolate: false, maxWorkers: computing }),
      project('unit', 2, {
        include: ofUnits,
        exclude: [...ofProcesses, ...ofPostgres, ...ofUnitsApart],
        isolate: false,
        maxWorkers: computing,
      }),
      ...(postgresServer ? onPostgres : []),
    ],
  },
})
