import path from 'node:path'
import type { Browser } from '../support/browser.ts'
import { root } from '../support/sources.ts'
import { get } from './lists.ts'
import { cookieOf, curl, largeFile, shareFormFor } from './people.ts'
import {
  alternate,
  cpuSeconds,
  figure,
  forgetPeak,
  median,
  megabytesPerSecond,
  peakMegabytes,
  timed,
  type Row,
} from './rig.ts'
import { freePort, startNode, type RunningStrongroom } from './server.ts'
import { memoryRow } from './uploads.ts'

const gibibyte = 1024 ** 3
const rounds = 5
const ranges = 300
const rangeBytes = 64 * 1024
const slowSeconds = 20

/** A sealed file of 1 GiB to its sender, beside the plain file streamed by Node. */
export async function benchDownloads(
  server: RunningStrongroom,
  browser: Browser,
  folder: string,
): Promise<Row[]> {
  const file = await largeFile(path.join(folder, 'large.pdf'), gibibyte)
  const form = await shareFormFor(browser, file)
  const place = await curl([...form, '-o', '/dev/null', '-w', '%{redirect_url}', `${server.url}/share`])
  const address = `${server.url}/view/${place.split('/').at(-1)}/download`
  const port = await freePort()
  const plain = await startNode(path.join(root, 'tests/bench/floor-files.ts'), port, '/health', {
    FLOOR_FILE: file,
    PORT: String(port),
  })
  try {
    const cookie = cookieOf(browser)
    const whole = await alternate(rounds, {
      ours: () => wholeSeconds(server.pid, address, cookie),
      floor: () => wholeSeconds(plain.pid, plain.url, cookie),
    })
    const parts = await alternate(rounds, {
      ours: () => rangeMilliseconds(server.pid, address, cookie),
      floor: () => rangeMilliseconds(plain.pid, plain.url, cookie),
    })
    const slow = await slowReader(server, address, cookie)
    return [
      ...rowsOf(whole, parts),
      memoryRow(`most memory during ${slowSeconds} s of 1 GiB to a reader of 1 MB/s`, slow, 150),
    ]
  } finally {
    await plain.stop()
  }
}

async function wholeSeconds(pid: number, address: string, cookie: string): Promise<number> {
  const { seconds } = await timed(pid, async () => {
    const size = await curl(['-b', cookie, '-o', '/dev/null', '-w', '%{size_download}', address])
    if (Number(size) !== gibibyte) throw new Error(`${address} sent ${size} bytes`)
  })
  return seconds
}

async function rangeMilliseconds(pid: number, address: string, cookie: string): Promise<number> {
  const before = cpuSeconds(pid)
  for (let turn = 0; turn < ranges; turn++) {
    const start = (turn * 7_919_777) % (gibibyte - rangeBytes)
    const bytes = await get(address, { cookie, range: `bytes=${start}-${start + rangeBytes - 1}` })
    if (bytes !== rangeBytes) throw new Error(`${address} sent ${bytes} bytes of a range`)
  }
  return ((cpuSeconds(pid) - before) * 1_000) / ranges
}

async function slowReader(server: RunningStrongroom, address: string, cookie: string): Promise<number> {
  forgetPeak(server.pid)
  const limits = ['--limit-rate', '1M', '--max-time', String(slowSeconds)]
  // 28: the time was over, as it should be.
  await curl(['-b', cookie, ...limits, '-o', '/dev/null', address], [28])
  return peakMegabytes(server.pid)
}

function rowsOf(whole: Record<string, number[]>, parts: Record<string, number[]>): Row[] {
  const speed = (runs: number[] = []) => megabytesPerSecond(gibibyte, median(runs))
  const [ours, floor] = [speed(whole['ours']), speed(whole['floor'])]
  const [part, plainPart] = [median(parts['ours'] ?? []), median(parts['floor'] ?? [])]
  return [
    {
      what: 'download of 1 GiB sealed, beside a 256 KiB stream of the plain file',
      ours: figure(ours, 'MB/s'),
      floor: figure(floor, 'MB/s'),
      ratio: ours / floor,
      reach: '≥ 0.75×',
      ok: ours / floor >= 0.75,
    },
    {
      what: 'CPU of a 64 KiB range through gate and screen, beside a plain range',
      ours: figure(part, 'ms', 2),
      floor: figure(plainPart, 'ms', 2),
      ratio: part / plainPart,
      reach: '≤ 1.25×',
      ok: part / plainPart <= 1.25,
    },
  ]
}
