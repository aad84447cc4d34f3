import { spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { onTestFinished } from 'vitest'
import { OneServer } from '#tests/process/faults/one-server.ts'
import { runWarm, type Said } from '#tests/support/commands/warm-command.ts'
import { overHttp } from '#tests/support/servers/over-http.ts'
import { runtimeEnvironment } from '#tests/support/servers/runtime.ts'
import { root } from '#tests/support/sources/sources.ts'
import { makeOperator, password } from '#tests/support/world/make.ts'

type Env = Record<string, string>

/** A person at a computer of their own: a home folder, and the command line that a server has nothing to do with. */
export class Computer {
  readonly home: string

  private constructor(home: string) {
    this.home = home
  }

  static async start(): Promise<Computer> {
    const home = await mkdtemp(path.join(tmpdir(), 'strongroom-home-'))
    onTestFinished(() => rm(home, { recursive: true, force: true }))
    return new Computer(home)
  }

  path(...names: string[]): string {
    return path.join(this.home, ...names)
  }

  /** Starts `strongroom remote …` in a process of its own, with none of the settings of a server. */
  start(args: string[]): ChildProcessWithoutNullStreams {
    const env = this.#environment({}) as unknown as NodeJS.ProcessEnv
    return spawn(process.execPath, [path.join(root, 'build/server/cli.js'), 'remote', ...args], {
      cwd: this.home,
      env,
    })
  }

  /** Runs `strongroom remote …` to its end. */
  run(args: string[], { input = '', env = {} }: { input?: string; env?: Env } = {}): Promise<Said> {
    return runWarm({ args: ['remote', ...args], cwd: this.home, env: this.#environment(env), input })
  }

  /** What a command answers with --json, after it went well. */
  async json<Answer>(args: string[]): Promise<Answer> {
    const { code, stdout, stderr } = await this.run([...args, '--json'])
    if (code !== 0 || stderr !== '')
      throw new Error(`${args.join(' ')} ended with ${code}: ${stderr || stdout}`)
    return JSON.parse(stdout) as Answer
  }

  #environment(env: Env): Env {
    return { ...runtimeEnvironment, PATH: process.env['PATH'] ?? '', HOME: this.home, ...env }
  }

  async login(server: string, token: string): Promise<void> {
    const { code, stderr } = await this.run(['login', server], { input: `${token}\n` })
    if (code !== 0) throw new Error(`login ended with ${code}: ${stderr}`)
  }
}

/** A server, its operator, and a token of all scopes that was created on its page. */
export async function serverWithToken(): Promise<{ server: OneServer; token: string }> {
  const server = await OneServer.start()
  const browser = await makeOperator(server)
  return { server, token: await tokenOf(browser) }
}

type Browser = Awaited<ReturnType<typeof makeOperator>>

export async function tokenOf(browser: Browser): Promise<string> {
  await browser.open('/setting?tabActive=tokens')
  browser.choose(/^Share files/).choose(/^Change data rooms/)
  await browser.send('makeAccessToken', { tokenName: 'Laptop', password })
  const [token] = /strongroom_pat_[\da-f]{72}/.exec(Buffer.from(browser.bytes).toString()) ?? []
  if (!token) throw new Error(`No token: ${browser.text()}`)
  return token
}

/** A call with the token of a program. */
export async function call(origin: string, token: string, where: string, fields: Env): Promise<Env> {
  const request = new Request(new URL(where, origin), {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(fields),
  })
  const response = await overHttp(request)
  return (await response.json()) as Env
}
