import path from 'node:path'
import type { Browser } from '#tests/support/browser/browser.ts'
import { startNginx } from './nginx.ts'
import { curl, largeFile, operatorOf, shareFormFor } from './people.ts'
import {
  alternate,
  figure,
  forgetPeak,
  median,
  megabytesPerSecond,
  peakMegabytes,
  timed,
  type Row,
} from './rig.ts'
import { scratchFolder, startStrongroom, type RunningStrongroom } from './server.ts'

const gibibyte = 1024 ** 3
const rounds = 3
const parallel = 32
// Too large to be shown, so that what is measured is receiving and not rendering.
const partMegabytes = 160

type Upload = { seconds: number; cpu: number; peak: number }

/** A file of 1 GiB by form against nginx writing the same body to disk; then many uploads at once. */
export async function benchUploads(): Promise<Row[]> {
  const folder = await scratchFolder()
  const large = await largeFile(path.join(folder, 'large.pdf'), gibibyte)
  const server = await startStrongroom()
  const nginx = await startNginx(folder)
  try {
    const browser = await operatorOf(server)
    const ours = () => upload(server.pid, `${server.url}/share`, '303', browser, large)
    const floor = nginx && (() => upload(nginx.pid, `${nginx.url}/share`, '200', browser, large))
    const measured = await alternate<Upload>(rounds, floor ? { ours, floor } : { ours })
    const manyPeak = await uploadMany(server, browser, folder)
    return rowsOf(measured['ours'] ?? [], measured['floor'], manyPeak)
  } finally {
    await Promise.all([server.stop(), nginx?.stop()])
  }
}

async function upload(
  pid: number,
  address: string,
  status: string,
  browser: Browser,
  file: string,
): Promise<Upload> {
  const form = await shareFormFor(browser, file)
  forgetPeak(pid)
  const took = await timed(pid, async () => {
    const answered = await curl([...form, '-o', '/dev/null', '-w', '%{http_code}', address])
    if (answered !== status) throw new Error(`${address} answered ${answered} to an upload`)
  })
  return { ...took, peak: peakMegabytes(pid) }
}

/** All at once; the most memory that the server took. */
async function uploadMany(server: RunningStrongroom, browser: Browser, folder: string): Promise<number> {
  const file = await largeFile(path.join(folder, 'part.pdf'), partMegabytes * 1024 ** 2)
  const form = await shareFormFor(browser, file)
  forgetPeak(server.pid)
  const answers = await Promise.all(
    Array.from({ length: parallel }, () =>
      curl([...form, '-o', '/dev/null', '-w', '%{http_code}', `${server.url}/share`]),
    ),
  )
  const refused = answers.filter((status) => status !== '303')
  if (refused.length > 0)
    throw new Error(`${refused.length} of ${parallel} uploads were answered ${refused[0]}`)
  return peakMegabytes(server.pid)
}

function rowsOf(ours: Upload[], floor: Upload[] | undefined, manyPeak: number): Row[] {
  const speed = (runs: Upload[]) => megabytesPerSecond(gibibyte, median(runs.map((run) => run.seconds)))
  const cpu = (runs: Upload[]) => median(runs.map((run) => run.cpu))
  const peak = Math.max(...ours.map((run) => run.peak))
  const ratio = floor ? speed(ours) / speed(floor) : null
  return [
    {
      what: 'upload of 1 GiB by form, beside nginx writing the body to disk',
      ours: figure(speed(ours), 'MB/s'),
      floor: floor ? figure(speed(floor), 'MB/s') : 'no nginx here',
      ratio,
      sharingSummary: '≥ 0.45×',
      ok: ratio === null || ratio >= 0.45,
    },
    {
      what: 'CPU of that upload',
      ours: figure(cpu(ours), 's/GiB', 2),
      floor: floor ? figure(cpu(floor), 's/GiB', 2) : '',
      ratio: floor ? cpu(ours) / cpu(floor) : null,
      sharingSummary: '≤ 2.5 s/GiB',
      ok: cpu(ours) <= 2.5,
    },
    memoryRow('most memory during that upload', peak, 150),
    memoryRow(`most memory during ${parallel} uploads of ${partMegabytes} MiB at once`, manyPeak, 200),
  ]
}

export function memoryRow(what: string, megabytes: number, sharingSummary: number): Row {
  return {
    what,
    ours: figure(megabytes, 'MB'),
    floor: '',
    ratio: null,
    sharingSummary: `≤ ${sharingSummary} MB`,
    ok: megabytes <= sharingSummary,
  }
}
