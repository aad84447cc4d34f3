import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { pino } from 'pino'
import { newGuid } from '#server/db/guid.ts'
import { openDatabase, type Transaction } from '#server/db/open.ts'
import { writeItem, writeRoom } from '#server/rooms/rows.ts'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import { openKeys } from '#server/storage/keys/open-keys.ts'
import { Vault } from '#server/storage/vault.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { root } from '#tests/support/sources/sources.ts'
import { cookieOf, curl, operatorOf } from './people.ts'
import { alternate, figure, forgetPeak, median, peakMegabytes, timed, type Row } from './rig.ts'
import {
  freePort,
  scratchFolder,
  startNode,
  startStrongroom,
  type Running,
  type RunningStrongroom,
} from './server.ts'
import { memoryRow } from './uploads.ts'

const megabyte = 1024 ** 2
const rounds = 3
/** Rounds before those: code that very many small files run through is compiled meanwhile, ours and archiver's. */
const warmUps = 2
/** More downloads of very many small files, after which a heap has grown as far as it will. */
const further = 30
/** A room of large files that are one archive, the same bytes as one file, and a room of very many small files. */
const sizes = {
  large: { files: 195, bytes: 4 * megabyte },
  whole: { files: 1, bytes: 195 * 4 * megabyte },
  small: { files: 10_000, bytes: 10_000 },
}
type Size = (typeof sizes)[keyof typeof sizes]
type Run = { seconds: number; cpu: number; firstByte: number; peak: number }

/** Archives as they are computed while they are sent, beside one file, and beside archiver over the same sealed files. */
export async function benchZips(): Promise<Row[]> {
  const dataDir = await scratchFolder()
  const first = await startStrongroom({ dataDir })
  await operatorOf(first)
  await first.stop()
  const rooms = await fill(dataDir)
  const making = await startStrongroom({ dataDir })
  const made = await signedIn(making)
  const large = await zipAddress(made, rooms.large.room)
  const small = await zipAddress(made, rooms.small.room)
  await making.stop()
  // What making them took of its memory, a process keeps for a while.
  const server = await startStrongroom({ dataDir })
  const port = await freePort()
  const env = { DATA_DIR: dataDir, PORT: String(port) }
  const floor = await startNode(path.join(root, 'tests/bench/floors/floor-zip.ts'), port, '/health', env)
  try {
    const cookie = cookieOf(await signedIn(server))
    const big = await alternate(rounds, {
      ours: () => download(server, server.url + large, cookie),
      single: () => download(server, `${server.url}/view/${rooms.whole.item}/download`, cookie),
      archiver: () => download(floor, `${floor.url}/${rooms.large.room}`, ''),
    })
    const manySmall = () => download(server, server.url + small, cookie)
    const all = await alternate(warmUps + rounds, {
      ours: manySmall,
      archiver: () => download(floor, `${floor.url}/${rooms.small.room}`, ''),
    })
    const more = await alternate(further, { ours: manySmall })
    const many = Object.fromEntries(Object.entries(all).map(([name, runs]) => [name, runs.slice(warmUps)]))
    return rowsOf(big, many, Math.max(...more['ours']!.map((run) => run.peak)))
  } finally {
    await Promise.all([server.stop(), floor.stop()])
  }
}

async function fill(dataDir: string): Promise<Record<keyof typeof sizes, { room: string; item: string }>> {
  const log = pino({ level: 'error' })
  const database = await openDatabase({
    url: `sqlite:${path.join(dataDir, 'strongroom.db')}`,
    log,
    as: 'guest',
  })
  const keys = await openKeys({ database, dataDir, secretKeys: [], as: 'guest' })
  const vault = new Vault({ database, storage: await openDiskStorage({ dataDir }), keys, clock: Date.now })
  const owner = await database.kysely.selectFrom('user').select(['guid', 'email']).executeTakeFirstOrThrow()
  const make = async (name: string, size: Size) => {
    const objects: string[] = []
    for (let at = 0; at < size.files; at++) objects.push(await stored(vault, size.bytes))
    return database.transaction(async (tx) => {
      const now = Date.now()
      const person = { ...owner, name: 'Olivia Ortega' }
      const room = await writeRoom(tx, { owner: person, name, description: '', version: 2, now })
      let item = ''
      for (const [at, objectGuid] of objects.entries()) {
        const fileName = `file ${String(at).padStart(5, '0')}.bin`
        const fileGuid = await writeFile(tx, { ...size, name: fileName, objectGuid, owner: owner.guid, room })
        item = await writeItem(tx, {
          roomGuid: room,
          parentGuid: room,
          name: fileName,
          fileGuid,
          addedBy: owner.email,
          now,
        })
      }
      return { room, item }
    })
  }
  try {
    return {
      large: await make('Large', sizes.large),
      whole: await make('Whole', sizes.whole),
      small: await make('Small', sizes.small),
    }
  } finally {
    await database.close()
  }
}

async function stored(vault: Vault, bytes: number): Promise<string> {
  if (bytes <= 4 * megabyte) return (await vault.store(randomBytes(bytes))).guid
  const writer = await vault.create()
  const block = randomBytes(4 * megabyte)
  for (let left = bytes; left > 0; left -= block.length) {
    const room = writer.write(block.subarray(0, left))
    if (room !== true) await room
  }
  return (await writer.commit()).guid
}

type NewFile = { name: string; bytes: number; objectGuid: string; owner: string; room: string }

async function writeFile(
  tx: Transaction,
  { name, bytes, objectGuid, owner, room }: NewFile,
): Promise<string> {
  const [guid, now] = [newGuid(), Date.now()]
  await tx
    .insertInto('file')
    .values({
      guid,
      owner_guid: owner,
      object_guid: objectGuid,
      name,
      media_type: 'application/octet-stream',
      kind: 'other',
      size: bytes,
      render_status: 'Rendered',
      render_error: null,
      render_started_at: null,
      page_count: 0,
      created_at: now,
      taken_at: now,
      password_sealed: null,
      findings: '',
      shows_changes: 0,
      room_guid: room,
    })
    .execute()
  return guid
}

async function signedIn(server: RunningStrongroom): Promise<Browser> {
  const browser = server.browser()
  await browser.open('/access/login')
  await browser.send('signIn', {
    email: 'olivia@example.org',
    password: 'seven quiet lamps over the harbour',
  })
  return browser
}

async function zipAddress(browser: Browser, room: string): Promise<string> {
  await browser.open(`/rooms/${room}/zip?item=${room}`)
  await browser.send('zip')
  const [link] = browser.page.links('Download')
  if (!link) throw new Error(`The archive is not ready: ${browser.text()}`)
  return link
}

async function download({ pid }: Running, address: string, cookie: string): Promise<Run> {
  forgetPeak(pid)
  let firstByte = 0
  const took = await timed(pid, async () => {
    const words = '%{http_code} %{time_starttransfer}'
    const answer = await curl(['-b', cookie, '-o', '/dev/null', '-w', words, address])
    const [status, seconds] = answer.split(' ')
    if (status !== '200') throw new Error(`${address} answered ${status}`)
    firstByte = Number(seconds)
  })
  return { ...took, firstByte, peak: peakMegabytes(pid) }
}

function rowsOf(big: Record<string, Run[]>, many: Record<string, Run[]>, peak: number): Row[] {
  const of = (runs: Run[] = [], what: keyof Run = 'seconds') => median(runs.map((run) => run[what]))
  const row = (what: string, ours: Run[] = [], beside: Run[] = [], least: number): Row => ({
    what,
    ours: `${figure(of(ours), 's', 2)} (${figure(of(ours, 'cpu'), 's CPU', 2)})`,
    floor: `${figure(of(beside), 's', 2)} (${figure(of(beside, 'cpu'), 's CPU', 2)})`,
    ratio: of(beside) / of(ours),
    goal: `≥ ${least}×`,
    ok: of(beside) / of(ours) >= least,
  })
  const firstByte = of(many['ours'], 'firstByte') * 1000
  return [
    row('ZIP of 780 MB in 195 files, beside one file of that size', big['ours'], big['single'], 0.7),
    row('the same, beside archiver over the same sealed files', big['ours'], big['archiver'], 1.7),
    row('ZIP of 10,000 files of 10 KB, beside archiver', many['ours'], many['archiver'], 8),
    {
      what: 'first byte of a ZIP of 10,000 files',
      ours: figure(firstByte, 'ms'),
      floor: '',
      ratio: null,
      goal: '≤ 300 ms',
      ok: firstByte <= 300,
    },
    memoryRow('most memory during a ZIP of 780 MB', of(big['ours'], 'peak'), 250),
    memoryRow('most memory during a ZIP of 10,000 files', of(many['ours'], 'peak'), 250),
    memoryRow(`most memory during ${further} more of them`, peak, 300),
  ]
}
