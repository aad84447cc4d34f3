import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import path from 'node:path'
import { runtimeEnvironment } from '#tests/support/servers/runtime.ts'
import { root } from '#tests/support/sources/sources.ts'
import { runWarm, type Environment, type Said as Ended } from '#tests/support/commands/warm-command.ts'

export type { Ended }
export type CommandOptions = { env?: Record<string, string>; input?: string }

/** Starts `strongroom …` as the image does: the built command line in a process of its own, over a data folder. */
export function startCommand(
  dataDir: string,
  args: string[],
  { env = {} }: CommandOptions = {},
): ChildProcessWithoutNullStreams {
  return spawn(process.execPath, [path.join(root, 'build/server/cli.js'), ...args], {
    cwd: dataDir,
    env: environment(dataDir, env),
  })
}

/** Runs a command to its end. */
export function command(dataDir: string, args: string[], options: CommandOptions = {}): Promise<Ended> {
  const { env = {}, input = '' } = options
  return runWarm({ args, cwd: dataDir, env: environment(dataDir, env), input })
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

function environment(dataDir: string, env: Record<string, string>): Environment {
  return {
    ...runtimeEnvironment,
    NODE_ENV: 'production',
    PATH: process.env['PATH'] ?? '',
    DATA_DIR: dataDir,
    PUBLIC_URL: 'https://files.example.com',
    ...env,
  }
}
