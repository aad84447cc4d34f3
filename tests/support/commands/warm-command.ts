import { spawn, type ChildProcess } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import path from 'node:path'
import type { Readable } from 'node:stream'
import { runtimeEnvironment } from '#tests/support/servers/runtime.ts'
import { root } from '#tests/support/sources/sources.ts'

export type Environment = Record<string, string> & { NODE_ENV: 'production' }
export type Warm = { args: string[]; cwd: string; env: Record<string, string>; input: string }
export type Said = { code: number | null; stdout: string; stderr: string }

/** What is at the end of what a command said. */
const end = `end ${randomUUID()} `

/** A process that runs commands one after the other; the one after the first takes a third of the time. */
class Host {
  readonly #child: ChildProcess
  readonly #closed: Promise<unknown>
  readonly #texts = { stdout: '', stderr: '' }
  #tell: () => void = () => undefined

  constructor() {
    const file = path.join(import.meta.dirname, 'warm-host.mjs')
    this.#child = spawn(process.execPath, [file, path.join(root, 'build/server/cli.js'), end], {
      stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
      env: { ...runtimeEnvironment, NODE_ENV: 'production', PATH: process.env['PATH'] },
    })
    this.#closed = once(this.#child, 'close')
    for (const name of ['stdout', 'stderr'] as const) {
      this.#child[name]!.setEncoding('utf8').on('data', (text: string) => {
        this.#texts[name] += text
        this.#tell()
      })
    }
    // It answers when asked, and keeps no process alive.
    this.#child.unref()
    this.#child.channel!.unref()
    for (const pipe of [this.#child.stdout!, this.#child.stderr!])
      (pipe as Readable & { unref(): void }).unref()
  }

  get isThere(): boolean {
    return this.#child.connected
  }

  async run(command: Warm): Promise<Said> {
    this.#texts.stdout = this.#texts.stderr = ''
    this.#child.ref()
    const told = new Promise<void>((resolve) => {
      this.#tell = () => {
        if (this.#texts.stdout.includes(end) && this.#texts.stderr.includes(end)) resolve()
      }
    })
    this.#child.send(command)
    await Promise.race([told, this.#closed])
    this.#child.unref()
    const [stdout, code] = this.#texts.stdout.split(end)
    const [stderr] = this.#texts.stderr.split(end)
    return {
      code: code === undefined ? this.#child.exitCode : Number(code),
      stdout: stdout!,
      stderr: stderr!,
    }
  }
}

const idle: Host[] = []

/** Runs `strongroom …` to its end in a process that has run others before, or several at once in as many. */
export async function runWarm(command: Warm): Promise<Said> {
  const host = idle.pop() ?? new Host()
  const said = await host.run(command)
  if (host.isThere) idle.push(host)
  return said
}
