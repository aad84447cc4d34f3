import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { root } from '#tests/support/sources/sources.ts'
import { operatorOf } from './people.ts'
import { figure, median, residentMegabytes, sleep, type Row } from './rig.ts'
import { freePort, scratchFolder, startStrongroom, untilQuiet } from './server.ts'
import { memoryRow } from './uploads.ts'

const rounds = 5

/** Starting over a data folder that is there, and what the server takes when no one asks for anything. */
export async function benchStart(): Promise<Row[]> {
  const dataDir = await scratchFolder()
  const first = await startStrongroom({ dataDir })
  await operatorOf(first)
  await first.stop()

  const seconds: number[] = []
  for (let round = 0; round < rounds; round++) {
    const startedAt = performance.now()
    const server = await startStrongroom({ dataDir })
    seconds.push((performance.now() - startedAt) / 1000)
    await server.stop()
  }
  const byCommand = await secondsOfCommand(dataDir)
  const idle = await idleMemory(dataDir)
  return [
    startRow('node build/server/index.js to the first answer', median(seconds)),
    startRow('npm start, nothing stale, to the first answer', byCommand),
    memoryRow('memory of an idle server, 25 s after its start', idle, 150),
  ]
}

function startRow(what: string, seconds: number): Row {
  return {
    what,
    ours: figure(seconds, 's', 2),
    floor: '',
    ratio: null,
    goal: '≤ 3 s',
    ok: seconds <= 3,
  }
}

async function secondsOfCommand(dataDir: string): Promise<number> {
  const port = await freePort()
  const env = { ...process.env, DATA_DIR: dataDir, PORT: String(port), LOG_LEVEL: 'error' }
  const startedAt = performance.now()
  const child = spawn('npm', ['start', '--silent'], { cwd: root, env, stdio: 'ignore', detached: true })
  const left = once(child, 'exit')
  while (!(await answers(port))) await sleep(10)
  const seconds = (performance.now() - startedAt) / 1000
  process.kill(-child.pid!, 'SIGTERM')
  await left
  return seconds
}

function answers(port: number): Promise<boolean> {
  return fetch(`http://127.0.0.1:${port}/health/live`).then(
    (response) => response.ok,
    () => false,
  )
}

async function idleMemory(dataDir: string): Promise<number> {
  const server = await startStrongroom({ dataDir })
  await (await fetch(`${server.url}/access/login`)).arrayBuffer()
  await sleep(untilQuiet)
  const megabytes = residentMegabytes(server.pid)
  await server.stop()
  return megabytes
}
