import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { text } from 'node:stream/consumers'
import { runtimeEnvironment } from '#tests/support/servers/runtime.ts'
import { root } from '#tests/support/sources/sources.ts'

export type Ended = { code: number | null; stdout: string; stderr: string }
export type CommandOptions = { env?: Record<string, string>; input?: string }

/** Starts `strongroom …` as the image does: the built command line in a process of its own, over a data folder. */
export function startCommand(
  dataDir: string,
  args: string[],
  { env = {} }: CommandOptions = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [path.join(root, 'build/server/cli.js'), ...args], {
    cwd: dataDir,
    env: {
      ...runtimeEnvironment,
      NODE_ENV: 'production',
      PATH: process.env['PATH'],
      DATA_DIR: dataDir,
      PUBLIC_URL: 'https://files.example.com',
      ...env,
    },
  })
}

/** Runs a command to its end. */
export async function command(dataDir: string, args: string[], options: CommandOptions = {}): Promise<Ended> {
  const child = startCommand(dataDir, args, options)
  child.stdin.end(options.input ?? '')
  const [[code], stdout, stderr] = await Promise.all([
    once(child, 'close') as Promise<[number | null]>,
    text(child.stdout),
    text(child.stderr),
  ])
  return { code, stdout, stderr }
}

/** Runs a command with --json; what it printed has to be one document, and nothing beside it. */
export async function commandJson<T>(
  dataDir: string,
  args: string[],
  options: CommandOptions = {},
): Promise<{ code: number | null; data: T }> {
  const { code, stdout } = await command(dataDir, [...args, '--json'], options)
  return { code, data: JSON.parse(stdout) as T }
}
