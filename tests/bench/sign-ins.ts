import { spawn } from 'node:child_process'
import path from 'node:path'
import { Browser } from '#tests/support/browser/browser.ts'
import { root } from '#tests/support/sources/sources.ts'
import { operatorOf } from './people.ts'
import { alternate, figure, median, sleep, type Row } from './rig.ts'
import { freePort, scratchFolder, startNode, type Running } from './server.ts'

const people = 20
const rounds = 5
const password = 'seven quiet lamps over the harbour'

/** Twenty people sign in at once: how late the server's timers run, and how long others wait for a page meanwhile. */
export async function benchSignIns(): Promise<Row[]> {
  const [dataDir, port] = [await scratchFolder(), await freePort()]
  const watched = path.join(root, 'tests/bench/watched-server.ts')
  const server = await startNode(watched, port, '/health/live', { DATA_DIR: dataDir, PORT: String(port) })
  try {
    const url = `http://localhost:${port}`
    const handle = (request: Request) => fetch(request, { redirect: 'manual' })
    const browser = () => new Browser({ handle, now: Date.now }, { origin: url })
    const reader = await operatorOf({ ...server, url, dataDir, browser })
    for (let at = 0; at < people; at++) await makeAccount(dataDir, `person${at}@example.org`)
    await sleep(1_000)
    await delaysOf(server)
    const measured = await alternate(rounds, {
      idle: async () => ({ ...(await pageWhile(reader, sleep(1_000))), ...(await delaysOf(server)), all: 0 }),
      busy: async () => {
        const startedAt = performance.now()
        const all = Promise.all(Array.from({ length: people }, (_, at) => signIn(browser(), at)))
        const page = await pageWhile(reader, all)
        return { ...page, ...(await delaysOf(server)), all: performance.now() - startedAt }
      },
    })
    const [idle, busy] = [measured['idle']!, measured['busy']!]
    const [pageIdle, pageBusy] = [idle, busy].map((list) => median(list.map((one) => one.page)))
    const max = Math.max(...busy.map((one) => one.max))
    const each = median(busy.map((one) => one.all)) / people
    return [
      {
        what: `longest event loop delay while ${people} sign in at once, beside idle`,
        ours: figure(max, 'ms', 1),
        floor: figure(Math.max(...idle.map((one) => one.max)), 'ms', 1),
        ratio: null,
        goal: '≤ 50 ms',
        ok: max <= 50,
      },
      {
        what: `a page for somebody else meanwhile (${figure(1000 / each, 'sign-ins/s')}), beside idle`,
        ours: figure(pageBusy!, 'ms', 1),
        floor: figure(pageIdle!, 'ms', 1),
        ratio: pageBusy! / pageIdle!,
        goal: 'none set',
        ok: true,
      },
    ]
  } finally {
    await server.stop()
  }
}

type Delays = { p99: number; max: number }

function delaysOf(server: Running): Promise<Delays> {
  return new Promise((resolve) => {
    server.child.once('message', (delays) => resolve(delays as Delays))
    server.child.send('delays')
  })
}

/** The median time of a page, in milliseconds, asked for one after the other until something else is over. */
async function pageWhile(reader: Browser, other: Promise<unknown>): Promise<{ page: number }> {
  let isOver = false
  const over = other.then(() => (isOver = true))
  const times: number[] = []
  while (!isOver) {
    const startedAt = performance.now()
    await (await reader.fetch('/home')).arrayBuffer()
    times.push(performance.now() - startedAt)
  }
  await over
  return { page: median(times) }
}

async function signIn(browser: Browser, at: number): Promise<void> {
  await browser.open('/access/login')
  await browser.send('signIn', { email: `person${at}@example.org`, password })
  if (browser.url.pathname !== '/home') throw new Error(`Not signed in: ${browser.path} ${browser.text()}`)
}

function makeAccount(dataDir: string, email: string): Promise<void> {
  const names = ['--first', 'Perry', '--last', 'Person']
  const child = spawn(
    process.execPath,
    ['build/server/cli.js', 'user', 'create', email, ...names, '--password-stdin'],
    { cwd: root, env: { ...process.env, DATA_DIR: dataDir }, stdio: ['pipe', 'ignore', 'inherit'] },
  )
  child.stdin.end(`${password}\n`)
  return new Promise((resolve, reject) => {
    child.on('error', reject)
    child.on('close', (code) =>
      code === 0 ? resolve() : reject(new Error(`user create ended with ${code}`)),
    )
  })
}
