import path from 'node:path'
import { connect, type Socket } from 'node:net'
import { cookieOf, curl, largeFile, operatorOf, shareFormFor } from './people.ts'
import { figure, forgetPeak, peakMegabytes, residentMegabytes, sleep, type Row } from './rig.ts'
import { scratchFolder, startStrongroom, type RunningStrongroom } from './server.ts'

const readers = 1000
/** So many who come at once, while someone else asks for pages. */
const crowd = 200
const seconds = 10

/** Readers who ask for a file and then take nothing of it: whom they hold up, what they cost, and what is given back. */
export async function benchSlowReaders(): Promise<Row[]> {
  const folder = await scratchFolder()
  const file = await largeFile(path.join(folder, 'large.pdf'), 60 * 1024 ** 2)
  process.env['TRANSFERS'] = '10000'
  const dataDir = await scratchFolder()
  const { address, cookie } = await share(dataDir, file)
  // Started again, so that its memory is that of the readers and not of the upload before them.
  const server = await startStrongroom({ dataDir })
  try {
    await sleep(seconds * 1000)
    const wait = await longestWait(server, { address, cookie })
    await sleep(seconds * 1000)
    const before = residentMegabytes(server.pid)
    const cost = async (headers: string) => {
      forgetPeak(server.pid)
      const coming = Array.from({ length: readers }, () => readNothing(server, address, cookie, headers))
      const sockets = await Promise.all(coming)
      await sleep(seconds * 1000)
      const peak = peakMegabytes(server.pid) - before
      for (const socket of sockets) socket.destroy()
      await sleep(2 * seconds * 1000)
      return { peak, after: residentMegabytes(server.pid) - before }
    }
    const whole = await cost('')
    const part = await cost('Range: bytes=1000-\r\n')
    return [
      {
        what: `a page of others, while ${crowd} readers of 60 MiB come at once`,
        ours: figure(wait, 'ms at most'),
        floor: '–',
        ratio: null,
        goal: '≤ 1000 ms',
        ok: wait <= 1000,
      },
      row(`${readers} readers of 60 MiB who take nothing: memory`, whole.peak, 300),
      row(`the same, ${2 * seconds} s after they left`, whole.after, 150),
      row(`${readers} readers of a part of it who take nothing: memory`, part.peak, 300),
      row(`the same, ${2 * seconds} s after they left`, part.after, 150),
    ]
  } finally {
    await server.stop()
  }
}

async function share(dataDir: string, file: string): Promise<{ address: string; cookie: string }> {
  const server = await startStrongroom({ dataDir })
  const browser = await operatorOf(server)
  const form = await shareFormFor(browser, file)
  const place = await curl([...form, '-o', '/dev/null', '-w', '%{redirect_url}', `${server.url}/share`])
  await server.stop()
  return { address: `/view/${place.split('/').at(-1)}/download`, cookie: cookieOf(browser) }
}

/** The longest that someone who asks for one page after the other waits for one of them, in milliseconds. */
async function longestWait(
  server: RunningStrongroom,
  { address, cookie }: { address: string; cookie: string },
): Promise<number> {
  const page = async () => {
    const start = performance.now()
    await (await fetch(new URL('/access/login', server.url))).text()
    return performance.now() - start
  }
  for (let at = 0; at < 20; at++) await page()
  const coming = Array.from({ length: crowd }, () => readNothing(server, address, cookie))
  let areThere = false
  const all = Promise.all(coming).finally(() => (areThere = true))
  let longest = 0
  while (!areThere) longest = Math.max(longest, await page())
  for (const socket of await all) socket.destroy()
  return longest
}

/** Resolves with the beginning of the answer. */
function readNothing(
  server: RunningStrongroom,
  address: string,
  cookie: string,
  headers = '',
): Promise<Socket> {
  const { port, host } = new URL(server.url)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), '127.0.0.1')
    socket.once('error', reject)
    socket.once('data', (head: Buffer) => {
      socket.pause()
      if (head.toString('latin1').startsWith('HTTP/1.1 20')) resolve(socket)
      else reject(new Error(head.toString('latin1')))
    })
    socket.write(`GET ${address} HTTP/1.1\r\nHost: ${host}\r\nCookie: ${cookie}\r\n${headers}\r\n`)
  })
}

function row(what: string, megabytes: number, max: number): Row {
  return {
    what,
    ours: figure(megabytes, 'MB more'),
    floor: '–',
    ratio: null,
    goal: `≤ ${max} MB`,
    ok: megabytes <= max,
  }
}
