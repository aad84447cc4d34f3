import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import path from 'node:path'
import { root } from '#tests/support/sources/sources.ts'
import { runWarm, type Environment } from '#tests/support/commands/warm-command.ts'

export type Ended = { code: number | null; out: string; err: string }
export type Settings = { DATA_DIR: string } & Record<string, string>

/** `strongroom …` as people run it: the built command line (or the server) in a process of its own. */
export function begin(
  settings: Settings,
  args: string[],
  program: 'cli' | 'index' = 'cli',
): { child: ChildProcess; ended: Promise<Ended> } {
  const child = spawn(process.execPath, [path.join(root, 'build/server', `${program}.js`), ...args], {
    cwd: path.dirname(settings.DATA_DIR),
    stdio: ['ignore', 'pipe', 'pipe'],
    env: environment(settings),
  })
  const texts = { out: '', err: '' }
  child.stdout!.on('data', (chunk) => (texts.out += String(chunk)))
  child.stderr!.on('data', (chunk) => (texts.err += String(chunk)))
  const ended = once(child, 'close').then(([code]) => ({ code: code as number | null, ...texts }))
  return { child, ended }
}

/** The same to its end, in a process that has run others before. */
export async function run(settings: Settings, ...args: string[]): Promise<Ended> {
  const cwd = path.dirname(settings.DATA_DIR)
  const { code, stdout, stderr } = await runWarm({ args, cwd, env: environment(settings), input: '' })
  return { code, out: stdout, err: stderr }
}

/** The answer for scripts, of a command that must not find anything wrong. */
export async function answerOf<T>(settings: Settings, ...args: string[]): Promise<T> {
  const { code, out, err } = await run(settings, ...args, '--json')
  if (code !== 0) throw new Error(`strongroom ${args.join(' ')} ended with ${code}: ${out}${err}`)
  return JSON.parse(out) as T
}

function environment(settings: Settings): Environment {
  const inherited = Object.entries(process.env).flatMap(([name, value]) =>
    value === undefined ? [] : [[name, value]],
  )
  return { ...Object.fromEntries(inherited), NODE_ENV: 'production', ...settings }
}
