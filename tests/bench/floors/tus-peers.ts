import { createHash } from 'node:crypto'
import { mkdir, open } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import path from 'node:path'
import { partBytes } from '#server/rules/files/resumable.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { TusClient } from '#tests/support/browser/tus.ts'
import { root } from '#tests/support/sources/sources.ts'
import { cookieOf, curl } from '../people.ts'
import { freePort, startNode, type Running, type RunningStrongroom } from '../server.ts'

/** A server that takes files by tus: where the next one goes, and what every request about it has to say. */
export type TusPeer = { pid: number; headers: Record<string, string>; create(size: number): Promise<string> }

const always = { 'Tus-Resumable': '1.0.0' }

export async function ourTus(server: RunningStrongroom, browser: Browser): Promise<TusPeer> {
  const client = await new TusClient(browser).begin()
  return {
    pid: server.pid,
    headers: { ...always, Cookie: cookieOf(browser), 'X-Form-Token': client.token },
    async create(size) {
      const { location, problem } = await client.create({ name: 'large.pdf', size })
      if (!location) throw new Error(`An upload was refused: ${problem}`)
      return server.url + location
    },
  }
}

/** @tus/server over files. */
export async function startPlainTus(folder: string): Promise<Running & TusPeer> {
  const [port, directory] = [await freePort(), path.join(folder, 'plain')]
  await mkdir(directory)
  const env = { DATA_DIR: directory, PORT: String(port) }
  const server = await startNode(path.join(root, 'tests/bench/floors/floor-tus.ts'), port, '/health', env)
  return peerOf(server, {})
}

/** PsiTransfer, from a folder with its sources and packages. */
export async function startPsiTransfer(sources: string, folder: string): Promise<Running & TusPeer> {
  const port = await freePort()
  const env = {
    PSITRANSFER_PORT: String(port),
    PSITRANSFER_IFACE: '127.0.0.1',
    PSITRANSFER_UPLOAD_DIR: path.join(folder, 'psitransfer'),
    PSITRANSFER_ACCESS_LOG: '',
    NODE_ENV: 'production',
  }
  const server = await startNode(path.join(sources, 'app.js'), port, '/', env)
  return peerOf(server, { sid: 'abcdefabcdef', retention: '3600' })
}

function peerOf(server: Running, metadata: Record<string, string>): Running & TusPeer {
  const values = Object.entries({ name: 'large.pdf', filename: 'large.pdf', ...metadata })
  const pairs = values.map(([key, value]) => `${key} ${Buffer.from(value).toString('base64')}`)
  return {
    ...server,
    headers: always,
    async create(size) {
      const headers = { ...always, 'Upload-Length': String(size), 'Upload-Metadata': pairs.join(',') }
      const answer = await fetch(`${server.url}/files`, { method: 'POST', headers })
      await answer.arrayBuffer()
      const location = answer.headers.get('location')
      if (!location) throw new Error(`${server.url} answered ${answer.status} to a new upload`)
      return new URL(location, server.url).href
    },
  }
}

const octets = { 'Content-Type': 'application/offset+octet-stream' }

/** A whole file in one request. */
export async function sendWhole({ headers }: TusPeer, address: string, file: string): Promise<void> {
  const sent = Object.entries({ ...headers, ...octets, 'Upload-Offset': '0', Expect: '' })
  const args = sent.flatMap(([name, value]) => ['-H', `${name}: ${value}`.trimEnd()])
  const answered = await curl([...args, '-X', 'PATCH', '-T', file, '-w', '%{http_code}', address])
  if (answered !== '204') throw new Error(`${address} answered ${answered} to a file`)
}

export type SummedParts = { size: number; sums: string[] }

/** The SHA-256 of each part, as the tray computes it beside the page. */
export async function sumsOf(file: string): Promise<SummedParts> {
  await using handle = await open(file)
  const { size } = await handle.stat()
  const sums: string[] = []
  const part = Buffer.alloc(partBytes)
  for (let at = 0; at < size; at += partBytes) {
    const { bytesRead } = await handle.read(part, 0, partBytes, at)
    sums.push(createHash('sha256').update(part.subarray(0, bytesRead)).digest('base64'))
  }
  return { size, sums }
}

/** A file as the tray sends it: part after part over one connection, each with its sum. */
export async function sendParts(
  peer: TusPeer,
  address: string,
  file: string,
  summed: SummedParts,
): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  await using handle = await open(file)
  const part = Buffer.alloc(partBytes)
  for (const [index, sum] of summed.sums.entries()) {
    const { bytesRead } = await handle.read(part, 0, partBytes, index * partBytes)
    const own = { 'Upload-Offset': String(index * partBytes), 'Upload-Checksum': `sha256 ${sum}` }
    const headers = { ...peer.headers, ...octets, ...own }
    await patch(agent, address, headers, part.subarray(0, bytesRead))
  }
  agent.destroy()
}

function patch(agent: Agent, address: string, headers: Record<string, string>, bytes: Buffer): Promise<void> {
  return new Promise((resolve, reject) => {
    const length = { 'Content-Length': String(bytes.length) }
    const sent = request(
      address,
      { method: 'PATCH', agent, headers: { ...headers, ...length } },
      (answer) => {
        answer.resume().once('end', resolve)
        if (answer.statusCode !== 204) reject(new Error(`${address} answered ${answer.statusCode} to a part`))
      },
    )
    sent.on('error', reject)
    sent.end(bytes)
  })
}
