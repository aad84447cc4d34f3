import { expect, test } from 'vitest'
import { textOf } from './support/sources/sources.ts'
import { startCommand } from './support/sources/start-command.ts'

const { env, options } = startCommand()
const settings = [...Object.entries(env).map(([name, value]) => `${name}=${value}`), ...options]

test.each(['Dockerfile', 'docs/operating.md'])(
  '%s starts the server with the same settings of memory as npm start',
  (file) => {
    expect(settings.length).toBeGreaterThan(0)
    expect(settings.filter((setting) => !textOf(file).includes(setting))).toEqual([])
  },
)
