import { spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import path from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { newGuid } from '#server/db/guid.ts'
import { makeLog } from '#server/log.ts'
import { openS3Storage } from '#server/storage/s3/s3.ts'
import type { Storage } from '#server/storage/storage.ts'
import { startS3 } from '#tests/support/services/s3.mjs'
import { largeFile } from './people.ts'
import { alternate, figure, median, type Row } from './rig.ts'
import { scratchFolder } from './server.ts'

const gibibyte = 1024 ** 3
const rounds = 3
const block = randomBytes(4 * 1024 * 1024)
// 0.45 of what the SDK's own lib-storage took, measured once: 4.35 s/GiB.
const max = 1.96

/** CPU of the S3 store's own part, without sealing, beside curl and the same server. */
export async function benchS3(): Promise<Row[]> {
  const folder = await scratchFolder()
  const server = await startS3(path.join(folder, 'server'))
  if (!server) {
    const what = 'storing 1 GiB in S3'
    return [{ what, ours: 'no Ceph here', floor: '', ratio: null, goal: 'none set', ok: true }]
  }
  try {
    const { TEST_S3_ENDPOINT: address, TEST_S3_BUCKET: bucket } = server.env
    const keys = {
      accessKeyId: server.env.TEST_S3_ACCESS_KEY_ID,
      secretAccessKey: server.env.TEST_S3_SECRET_ACCESS_KEY,
    }
    const config = { endpoint: new URL(address), bucket, region: 'us-east-1', forcePathStyle: true, ...keys }
    const storage = await openS3Storage({ config, log: makeLog('error') })
    const file = await largeFile(path.join(folder, 'large.pdf'), gibibyte)
    const login = ['--aws-sigv4', 'aws:amz:us-east-1:s3', '-u', `${keys.accessKeyId}:${keys.secretAccessKey}`]
    const object = `${address}/${bucket}/by-curl`
    const name = newGuid()
    const unsigned = ['-H', 'x-amz-content-sha256: UNSIGNED-PAYLOAD']
    const measured = await alternate<number>(rounds, {
      put: () => ownCpu(() => put(storage, name)),
      putByCurl: () => curlCpu([...login, ...unsigned, '-T', file, object]),
      get: () => ownCpu(() => get(storage, name)),
      getByCurl: () => curlCpu([...login, ...unsigned, '-o', '/dev/null', object]),
    })
    const { put: ours = [], putByCurl = [], get: read = [], getByCurl = [] } = measured
    return [
      row('CPU of storing 1 GiB in S3, beside one PUT by curl', ours, putByCurl),
      row('CPU of reading 1 GiB from S3, beside one GET by curl', read, getByCurl),
    ]
  } finally {
    await server.stop()
  }
}

function row(what: string, ours: number[], floor: number[]): Row {
  const shown = (runs: number[]) => figure(median(runs), 's/GiB', 2)
  const ratio = median(ours) / median(floor)
  return {
    what,
    ours: shown(ours),
    floor: shown(floor),
    ratio,
    goal: `≤ ${max} s/GiB`,
    ok: median(ours) <= max,
  }
}

async function put(storage: Storage, name: string): Promise<void> {
  const writer = await storage.put(name)
  for (let written = 0; written < gibibyte; written += block.length) await writer.write([block])
  await writer.commit()
}

async function get(storage: Storage, name: string): Promise<void> {
  const reader = await storage.open(name)
  let bytes = 0
  for await (const piece of reader.read(0, reader.size, 1024 ** 2)) bytes += piece.length
  await reader.close()
  if (bytes !== gibibyte) throw new Error(`${bytes} bytes came back`)
}

async function ownCpu(work: () => Promise<void>): Promise<number> {
  const before = process.cpuUsage()
  await work()
  const { user, system } = process.cpuUsage(before)
  // Lets the store come to rest before the next.
  await wait(1000)
  return (user + system) / 1_000_000
}

/** What the shell counts for curl. */
function curlCpu(args: string[]): Promise<number> {
  return new Promise((resolve, reject) => {
    const child = spawn('bash', ['-c', 'time -p curl -sS -f "$@"', 'bash', ...args], {
      stdio: ['ignore', 'ignore', 'pipe'],
    })
    let text = ''
    child.stderr.on('data', (chunk: Buffer) => (text += chunk.toString()))
    child.on('error', reject)
    child.on('close', (code) => {
      const seconds = [...text.matchAll(/^(?:user|sys) ([\d.]+)$/gm)].map((found) => Number(found[1]))
      if (code === 0) resolve(seconds.reduce((sum, one) => sum + one, 0))
      else reject(new Error(`curl ended with ${code}: ${text}`))
    })
  })
}
