import { execFile } from 'node:child_process'
import { writeFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import type { Browser } from '#tests/support/browser/browser.ts'
import { root } from '#tests/support/sources/sources.ts'
import { cookieOf, curl, shareFormFor } from './people.ts'
import { alternate, besideFloor, cpuSeconds, type Row } from './rig.ts'
import type { RunningStrongroom } from './server.ts'

const shares = 50
const turns = 300
const rounds = 3
const maxBesideReact = 4

/** CPU of the page that lists 50 shares, beside React making the same table from data that is already there. */
export async function benchList(server: RunningStrongroom, browser: Browser, folder: string): Promise<Row[]> {
  await fill(server, browser, folder)
  await browser.open('/s')
  const listed = browser.page.root.querySelectorAll('tbody tr').length
  if (listed < shares) throw new Error(`Only ${listed} shares are listed`)
  if (browser.page.root.toString().includes('__remixContext')) throw new Error('The list is hydrated')
  const page = () => pageMilliseconds(server, '/s', cookieOf(browser))
  await page()
  const program = await buildFloor(folder)
  const measured = await alternate(rounds, { page, floor: () => floorMilliseconds(program) })
  const what = 'list of 50 shares, CPU, beside bare React without hydration'
  return [besideFloor(what, measured['page'], measured['floor'] ?? [], maxBesideReact)]
}

/** Makes the shares that a list shows. */
export async function fill(server: RunningStrongroom, browser: Browser, folder: string): Promise<void> {
  const file = path.join(folder, 'note.txt')
  await writeFile(file, 'A short note.\n'.repeat(50))
  for (let made = 0; made < shares; made++) {
    // Each from a form of its own: the same form sent again is one share.
    const form = (await shareFormFor(browser, file)).map((text) =>
      text.replace('application/pdf', 'text/plain'),
    )
    const status = await curl([...form, '-o', '/dev/null', '-w', '%{http_code}', `${server.url}/share`])
    if (status !== '303') throw new Error(`A share was answered ${status}`)
  }
}

const agent = new Agent({ keepAlive: true, maxSockets: 1 })

/** CPU of one view, over hundreds of them. */
export async function pageMilliseconds(
  server: RunningStrongroom,
  address: string,
  cookie: string,
): Promise<number> {
  const before = cpuSeconds(server.pid)
  for (let turn = 0; turn < turns; turn++) await get(server.url + address, { cookie })
  return ((cpuSeconds(server.pid) - before) * 1_000) / turns
}

/** One request over a connection that is kept; returns the number of bytes. */
export function get(address: string, headers: Record<string, string>): Promise<number> {
  return new Promise((resolve, reject) => {
    const sent = request(address, { agent, headers }, (response) => {
      let bytes = 0
      response.on('data', (chunk: Buffer) => (bytes += chunk.length))
      response.on('end', () => {
        if ((response.statusCode ?? 500) < 300) resolve(bytes)
        else reject(new Error(`${address} answered ${response.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

/** Builds the floor as the application is built, since it is made of the same components. */
export async function buildFloor(folder: string): Promise<string> {
  await build({
    root,
    configFile: false,
    logLevel: 'error',
    build: { ssr: 'tests/bench/floors/floor-list.tsx', outDir: folder, emptyOutDir: false, minify: false },
    ssr: { noExternal: true },
  })
  return path.join(folder, 'floor-list.js')
}

export async function floorMilliseconds(program: string): Promise<number> {
  const env = { ...process.env, NODE_ENV: 'production' as const, TURNS: String(turns) }
  const { stdout } = await promisify(execFile)(process.execPath, [program], { env })
  return (JSON.parse(stdout) as { milliseconds: number }).milliseconds
}
