import { Agent, request } from 'node:http'
import { fill } from './lists.ts'
import { cookieOf, operatorOf } from './people.ts'
import { figure, forgetPeak, peakMegabytes, residentMegabytes, sleep, type Row } from './rig.ts'
import { scratchFolder, startStrongroom, type RunningStrongroom } from './server.ts'

const requests = 1000
const lanes = 20
const maxSettled = 300
const maxAtPeak = 350
/** So long after the last of them. */
const minute = 60_000

/** What the process takes while people walk through their pages, and what of it stays when they are gone. */
export async function benchCrowd(): Promise<Row[]> {
  const server = await startStrongroom()
  try {
    const browser = await operatorOf(server)
    await fill(server, browser, await scratchFolder())
    const [share = ''] = (await browser.open('/s')).page
      .links()
      .filter((link) => /^\/s\/[0-9a-f]{32}$/.test(link))
    if (!share) throw new Error('No share is listed')
    forgetPeak(server.pid)
    await walk(server, cookieOf(browser), ['/home', '/s', '/r', '/d', '/share', '/setting', '/bin', share])
    const peak = peakMegabytes(server.pid)
    await sleep(minute)
    const settled = residentMegabytes(server.pid)
    return [
      row(`${requests} pages, ${lanes} at once: most memory of the process`, peak, maxAtPeak),
      row('the same, one minute after', settled, maxSettled),
    ]
  } finally {
    await server.stop()
  }
}

async function walk(server: RunningStrongroom, cookie: string, addresses: string[]): Promise<void> {
  const agent = new Agent({ keepAlive: true, maxSockets: lanes })
  let next = 0
  const lane = async () => {
    for (let at = next++; at < requests; at = next++)
      await page(server.url + addresses[at % addresses.length], cookie, agent)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
  agent.destroy()
}

/** One page, packed as browsers ask for it. */
function page(address: string, cookie: string, agent: Agent): Promise<void> {
  return new Promise((resolve, reject) => {
    const headers = { cookie, 'accept-encoding': 'gzip, deflate, br' }
    const sent = request(address, { agent, headers }, (answer) => {
      answer.resume()
      answer.on('end', () => {
        if (answer.statusCode === 200) resolve()
        else reject(new Error(`${address} answered ${answer.statusCode}`))
      })
    })
    sent.on('error', reject)
    sent.end()
  })
}

function row(what: string, megabytes: number, max: number): Row {
  return {
    what,
    ours: figure(megabytes, 'MB'),
    floor: '–',
    ratio: null,
    goal: `≤ ${max} MB`,
    ok: megabytes <= max,
  }
}
