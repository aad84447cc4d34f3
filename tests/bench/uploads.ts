import path from 'node:path'
import type { Browser } from '#tests/support/browser/browser.ts'
import { startNginx } from './nginx.ts'
import { curl, largeFile, operatorOf, shareFormFor } from './people.ts'
import {
  alternate,
  besideFloor,
  figure,
  forgetPeak,
  median,
  megabytesPerSecond,
  peakMegabytes,
  timed,
  type Row,
} from './rig.ts'
import { scratchFolder, startQuietly, type Running, type RunningStrongroom } from './server.ts'
import {
  ourTus,
  sendParts,
  sendWhole,
  startPlainTus,
  startPsiTransfer,
  sumsOf,
  type TusPeer,
} from './floors/tus-peers.ts'

const gibibyte = 1024 ** 3
const rounds = 3
const parallel = 32
/** 2.5 seconds a GiB, where PsiTransfer, which seals nothing, took 2.3. */
const maxBesidePsi = 1.09
// Too large to be shown, so that what is measured is receiving and not rendering.
const partMegabytes = 160

type Upload = { seconds: number; cpu: number; peak: number }

/** The peers of a run, each of which has an end. */
type Peers = { nginx: Running | null; plain: Running & TusPeer; psi: (Running & TusPeer) | null }

/**
 * A file of 1 GiB by form against nginx writing the same body to disk, and by tus against servers that store it as it
 * comes; then many uploads at once. `--psitransfer=<folder>` says where PsiTransfer is, with its packages.
 */
export async function benchUploads(): Promise<Row[]> {
  const folder = await scratchFolder()
  const large = await largeFile(path.join(folder, 'large.pdf'), gibibyte)
  const server = await startQuietly()
  const peers = await startPeers(folder)
  try {
    const browser = await operatorOf(server)
    const measured = await alternate<Upload>(rounds, await waysOf(server, browser, peers, large))
    const manyPeak = await uploadMany(server, browser, folder)
    return [...rowsOf(measured, manyPeak), ...tusRows(measured)]
  } finally {
    const { nginx, plain, psi } = peers
    await Promise.all([server, nginx, plain, psi].map((one) => one?.stop()))
  }
}

async function startPeers(folder: string): Promise<Peers> {
  const sources = process.argv.find((argument) => argument.startsWith('--psitransfer='))?.split('=')[1]
  return {
    nginx: await startNginx(folder),
    plain: await startPlainTus(folder),
    psi: sources === undefined ? null : await startPsiTransfer(sources, folder),
  }
}

async function waysOf(
  server: RunningStrongroom,
  browser: Browser,
  { nginx, plain, psi }: Peers,
  large: string,
): Promise<Record<string, () => Promise<Upload>>> {
  const tus = await ourTus(server, browser)
  const summed = await sumsOf(large)
  const whole = (peer: TusPeer) => () =>
    measuredAt(peer.pid, async () => sendWhole(peer, await peer.create(gibibyte), large))
  return {
    form: () => upload(server.pid, `${server.url}/share`, '303', browser, large),
    ...(nginx && { nginx: () => upload(nginx.pid, `${nginx.url}/share`, '200', browser, large) }),
    tus: whole(tus),
    parts: () => measuredAt(tus.pid, async () => sendParts(tus, await tus.create(gibibyte), large, summed)),
    plain: whole(plain),
    ...(psi && { psi: whole(psi) }),
  }
}

async function measuredAt(pid: number, work: () => Promise<unknown>): Promise<Upload> {
  forgetPeak(pid)
  const took = await timed(pid, work)
  return { ...took, peak: peakMegabytes(pid) }
}

async function upload(
  pid: number,
  address: string,
  status: string,
  browser: Browser,
  file: string,
): Promise<Upload> {
  const form = await shareFormFor(browser, file)
  return measuredAt(pid, async () => {
    const answered = await curl([...form, '-o', '/dev/null', '-w', '%{http_code}', address])
    if (answered !== status) throw new Error(`${address} answered ${answered} to an upload`)
  })
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

function speedOf(runs: Upload[]): number {
  return megabytesPerSecond(gibibyte, median(runs.map((run) => run.seconds)))
}

function rowsOf({ form = [], nginx, plain, psi }: Record<string, Upload[]>, manyPeak: number): Row[] {
  const peak = Math.max(...form.map((run) => run.peak))
  return [
    speedRow('upload of 1 GiB by form, beside nginx writing the body to disk', form, nginx, 0.45),
    cpuRow('CPU of that upload, beside nginx', form, nginx, null),
    cpuRow('CPU of that upload, beside @tus/server', form, plain, null),
    ...(psi ? [cpuRow('CPU of that upload, beside PsiTransfer', form, psi, maxBesidePsi)] : []),
    memoryRow('most memory during that upload', peak, 150),
    memoryRow(`most memory during ${parallel} uploads of ${partMegabytes} MiB at once`, manyPeak, 200),
  ]
}

function tusRows({ form = [], tus = [], parts = [], plain, psi }: Record<string, Upload[]>): Row[] {
  return [
    speedRow('upload of 1 GiB by tus in one request, beside the form', tus, form, 0.9),
    speedRow('by tus in parts with their SHA-256, beside the form', parts, form, 0.9),
    speedRow('by form, beside @tus/server storing files as they come', form, plain, 1.1),
    ...(psi ? [speedRow('by form, beside PsiTransfer', form, psi, 1.1)] : []),
  ]
}

function cpuRow(what: string, ours: Upload[], floor: Upload[] | undefined, max: number | null): Row {
  const cpu = (runs: Upload[]) => runs.map((run) => run.cpu)
  return besideFloor(what, cpu(ours), floor && cpu(floor), max, 's/GiB')
}

function speedRow(what: string, ours: Upload[], floor: Upload[] | undefined, least: number): Row {
  const ratio = floor ? speedOf(ours) / speedOf(floor) : null
  return {
    what,
    ours: figure(speedOf(ours), 'MB/s'),
    floor: floor ? figure(speedOf(floor), 'MB/s') : 'not here',
    ratio,
    goal: `≥ ${least}×`,
    ok: ratio === null || ratio >= least,
  }
}

export function memoryRow(what: string, megabytes: number, goal: number): Row {
  return {
    what,
    ours: figure(megabytes, 'MB'),
    floor: '',
    ratio: null,
    goal: `≤ ${goal} MB`,
    ok: megabytes <= goal,
  }
}
