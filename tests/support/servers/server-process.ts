import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { once } from 'node:events'
import { readdir } from 'node:fs/promises'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout } from 'node:timers/promises'
import type { Readable } from 'node:stream'
import { installSqlite } from '#tests/support/world/database.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { overHttp } from './over-http.ts'
import { answers, freePort } from './ports.ts'
import { root } from '#tests/support/sources/sources.ts'

type Child = ChildProcessByStdio<null, Readable, Readable>
export type ServerProcessOptions = {
  /** Added to the environment of the process, overriding it. */
  env?: Record<string, string>
  /** Where people reach it; without this at its own port. */
  publicUrl?: string
  /** Where it listens; without this a free port. */
  port?: number
  /** A command that becomes the one which follows it, after it has changed what that one finds. */
  within?: string[]
}

/** `node build/server/index.js` as people run it, in a process of its own that can be killed. */
export class ServerProcess {
  /** Where the process itself answers, `http://localhost:` and its port. */
  readonly origin: string
  readonly port: number
  /** Every line that the process wrote so far, to either output. Only errors are logged unless `env` sets LOG_LEVEL. */
  readonly log: string[] = []
  readonly #child: Child
  /** `close` and not `exit`: by then its last words have been read. */
  readonly #ended: Promise<unknown[]>

  private constructor(child: Child, port: number) {
    this.#child = child
    this.#ended = once(child, 'close')
    this.port = port
    this.origin = `http://localhost:${port}`
    for (const output of [child.stdout, child.stderr]) {
      createInterface({ input: output }).on('line', (line) => this.log.push(line))
    }
  }

  /** Starts over a data folder and waits until it answers. Throws what it wrote when it ends instead. */
  static async start(dataDir: string, options: ServerProcessOptions = {}): Promise<ServerProcess> {
    const port = options.port ?? (await freePort())
    // A new installation begins with the tables that it would make itself.
    if (!options.within && (await readdir(dataDir)).length === 0) await installSqlite(dataDir)
    const command = [...(options.within ?? []), process.execPath, path.join(root, 'build/server/index.js')]
    const child: Child = spawn(command[0]!, command.slice(1), {
      cwd: dataDir,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...process.env,
        NODE_ENV: 'production',
        DATA_DIR: dataDir,
        PORT: String(port),
        PUBLIC_URL: options.publicUrl ?? `http://localhost:${port}`,
        LOG_LEVEL: 'error',
        RENDER_WORKERS: '1',
        // Written for each folder of each test, and read by one of them.
        DISK_RESERVE: 'off',
        ...options.env,
      },
    })
    const server = new ServerProcess(child, port)
    const patience = new AbortController()
    const ended = server.#ended.then(([code]) => {
      patience.abort()
      throw new Error(`The server ended with ${code}:\n${server.log.join('\n')}`)
    })
    // It ends by being killed too.
    ended.catch(() => undefined)
    await Promise.race([answers(`${server.origin}/health/live`, patience.signal), ended])
    return server
  }

  /** How the process sees a path: it may have mounts of its own. */
  pathOf(file: string): string {
    return path.join(`/proc/${this.#child.pid}/root`, file)
  }

  /** The lines of its log that have these values. */
  logged(matches: Record<string, unknown>): Record<string, unknown>[] {
    return this.log
      .filter((line) => line.startsWith('{'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
      .filter((line) => Object.entries(matches).every(([name, value]) => line[name] === value))
  }

  /**
   * A person without script. Where they get no answer, within `patience` (ms) if it is given, the error has what the
   * process wrote.
   */
  browser(patience?: number): Browser {
    const handle = (request: Request) =>
      overHttp(request, patience ? AbortSignal.timeout(patience) : null).catch(async (cause: unknown) => {
        throw new Error(`No answer. ${await this.#state()}\n${this.log.join('\n')}`, { cause })
      })
    return new Browser({ handle, now: Date.now }, { origin: this.origin })
  }

  /** Whether it has ended, for a message. A connection closes a moment before the end is known, and its last words. */
  async #state(): Promise<string> {
    await Promise.race([this.#ended, setTimeout(1_000)])
    const { exitCode, signalCode } = this.#child
    const state = (exitCode ?? signalCode) === null ? 'runs' : `ended with ${exitCode ?? signalCode}`
    return `The server ${state}, and has written:`
  }

  /** Ends the process, unless a signal is given as a power cut would. */
  async kill(signal: NodeJS.Signals = 'SIGKILL'): Promise<void> {
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return
    this.#child.kill(signal)
    await this.#ended
  }
}

/** A person without script who speaks HTTP to the server at an address. */
export function browserAt(origin: string): Browser {
  return new Browser({ handle: (request) => overHttp(request), now: Date.now }, { origin })
}
