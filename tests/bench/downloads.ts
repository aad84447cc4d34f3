import path from 'node:path'
import { root } from '#tests/support/sources/sources.ts'
import { get } from './lists.ts'
import { cookieOf, curl, largeFile, operatorOf, shareFormFor } from './people.ts'
import {
  alternate,
  besideFloor,
  cpuSeconds,
  figure,
  forgetPeak,
  median,
  megabytesPerSecond,
  peakMegabytes,
  timed,
  type Row,
} from './rig.ts'
import {
  freePort,
  scratchFolder,
  startNode,
  startQuietly,
  startStrongroom,
  type RunningStrongroom,
} from './server.ts'
import { memoryRow } from './uploads.ts'

const gibibyte = 1024 ** 3
const rounds = 5
const ranges = 500
const warmUps = 8
const rangeBytes = 64 * 1024
const slowSeconds = 20

/** A sealed file of 1 GiB to its sender, beside the plain file streamed by Node. */
export async function benchDownloads(folder: string): Promise<Row[]> {
  const file = await largeFile(path.join(folder, 'large.pdf'), gibibyte)
  const dataDir = await scratchFolder()
  const { place, cookie } = await share(dataDir, file)
  // Started again, so that its memory is that of downloads and not of the upload before them.
  const server = await startQuietly({ dataDir })
  const address = `${server.url}/view/${place.split('/').at(-1)}/download`
  const port = await freePort()
  const plain = await startNode(path.join(root, 'tests/bench/floors/floor-files.ts'), port, '/health', {
    FLOOR_FILE: file,
    PORT: String(port),
  })
  const sealedPort = await freePort()
  const sealed = await startNode(path.join(root, 'tests/bench/sealed-server.ts'), sealedPort, '/health', {
    DATA_DIR: await scratchFolder(),
    FLOOR_FILE: file,
    PORT: String(sealedPort),
  })
  try {
    // First, so that the peak is not that of downloads before it.
    const slow = await slowReader(server, address, cookie)
    const whole = await alternate(rounds, {
      ours: () => wholeSeconds(server.pid, address, cookie),
      floor: () => wholeSeconds(plain.pid, plain.url, cookie),
    })
    const reading = {
      ours: () => rangeMilliseconds(server.pid, address, cookie),
      sealed: () => rangeMilliseconds(sealed.pid, sealed.url, cookie),
      floor: () => rangeMilliseconds(plain.pid, plain.url, cookie),
    }
    // For the first thousands of ranges Node still compiles what it runs, in each of the three.
    await alternate(warmUps, reading)
    const parts = await alternate(rounds, reading)
    return [
      ...rowsOf(whole, parts),
      memoryRow(`most memory during ${slowSeconds} s of 1 GiB to a reader of 1 MB/s`, slow, 150),
    ]
  } finally {
    await Promise.all([server.stop(), plain.stop(), sealed.stop()])
  }
}

async function share(dataDir: string, file: string): Promise<{ place: string; cookie: string }> {
  const server = await startStrongroom({ dataDir })
  const browser = await operatorOf(server)
  const form = await shareFormFor(browser, file)
  const place = await curl([...form, '-o', '/dev/null', '-w', '%{redirect_url}', `${server.url}/share`])
  await server.stop()
  return { place, cookie: cookieOf(browser) }
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
  const rangeRow = (what: string, name: string, max: number | null): Row =>
    besideFloor(
      `CPU of a 64 KiB range, ${what}, beside a plain range`,
      parts[name],
      parts['floor'] ?? [],
      max,
    )
  return [
    {
      what: 'download of 1 GiB sealed, beside a 256 KiB stream of the plain file',
      ours: figure(ours, 'MB/s'),
      floor: figure(floor, 'MB/s'),
      ratio: ours / floor,
      goal: '≥ 0.75×',
      ok: ours / floor >= 0.75,
    },
    rangeRow('the whole way through session and gate', 'ours', 2.5),
    rangeRow('of it sealed storage and the way out, in a server of its own', 'sealed', null),
  ]
}
