import { spawn, type ChildProcess } from 'node:child_process'
import { existsSync, rmSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { Browser } from '#tests/support/browser/browser.ts'
import { root } from '#tests/support/sources/sources.ts'
import { startCommand } from '#tests/support/sources/start-command.ts'
import { sleep } from './rig.ts'

export type Running = { pid: number; url: string; child: ChildProcess; stop(): Promise<void> }
export type RunningStrongroom = Running & { dataDir: string; browser(): Browser }

/** What is undone when the benchmark ends, the newest first. */
const left: (() => void)[] = []
process.once('exit', () => {
  for (const undo of left.toReversed()) undo()
})

/** A folder that goes away with the benchmark. */
export async function scratchFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'strongroom-bench-'))
  left.push(() => rmSync(folder, { recursive: true, force: true }))
  return folder
}

/** The built server, as `npm start` runs it, over a data folder of its own. */
export async function startStrongroom(options: { dataDir?: string } = {}): Promise<RunningStrongroom> {
  const entry = path.join(root, 'build/server/index.js')
  if (!existsSync(entry)) throw new Error('There is no build. Run: npm run build')
  const dataDir = options.dataDir ?? (await scratchFolder())
  const port = await freePort()
  const { env, options: nodeOptions } = startCommand()
  const values = {
    ...env,
    DATA_DIR: dataDir,
    PORT: String(port),
    PUBLIC_URL: `http://localhost:${port}`,
    LOG_LEVEL: 'error',
  }
  const running = await startNode(entry, port, '/health/live', values, nodeOptions)
  const url = running.url.replace('127.0.0.1', 'localhost')
  const handle = (request: Request) => fetch(request, { redirect: 'manual' })
  return { ...running, url, dataDir, browser: () => new Browser({ handle, now: Date.now }, { origin: url }) }
}

/** By then (ms) a server that no one asks for anything has given back what its start took: see server/main.ts. */
export const untilQuiet = 25_000

/** One that has been there for a while, of which the memory is to be measured. */
export async function startQuietly(options: { dataDir?: string } = {}): Promise<RunningStrongroom> {
  const server = await startStrongroom(options)
  await sleep(untilQuiet)
  return server
}

/** A Node process that answers at a port; resolves with its first answer. */
export async function startNode(
  file: string,
  port: number,
  probe: string,
  env: Record<string, string>,
  options: string[] = [],
): Promise<Running> {
  const stdio = ['ignore', 'ignore', 'inherit', 'ipc'] as const
  const child = spawn(process.execPath, [...options, file], {
    cwd: root,
    env: { ...process.env, ...env },
    stdio: [...stdio],
  })
  return running(child, `http://127.0.0.1:${port}`, probe)
}

export async function running(child: ChildProcess, url: string, probe: string): Promise<Running> {
  const gone = new Promise<never>((_, reject) => {
    child.once('exit', (code) => reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`)))
    child.once('error', reject)
  })
  gone.catch(() => {})
  left.push(() => child.kill('SIGKILL'))
  await Promise.race([gone, answers(url + probe)])
  const stop = async () => {
    const ended = new Promise((resolve) => child.once('exit', resolve))
    child.kill('SIGTERM')
    await ended
  }
  return { pid: child.pid!, url, child, stop }
}

async function answers(address: string): Promise<void> {
  for (;;) {
    const isThere = await fetch(address).then(
      async (response) => (await response.arrayBuffer(), true),
      () => false,
    )
    if (isThere) return
    await sleep(10)
  }
}

export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const server = createServer()
    server.on('error', reject)
    server.listen(0, '127.0.0.1', () => {
      const { port } = server.address() as AddressInfo
      server.close(() => resolve(port))
    })
  })
}
