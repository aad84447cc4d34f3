import type { Browser } from '#tests/support/browser/browser.ts'
import { makeDocument } from './floors/documents.ts'
import { cookieOf, operatorOf, curl, shareFormFor } from './people.ts'
import { cpuSeconds, figure, forgetPeak, peakMegabytes, sleep, type Row } from './rig.ts'
import { scratchFolder, startStrongroom, type RunningStrongroom } from './server.ts'

const readers = 1000
const seconds = 60
/** Each reader turns a page this often. */
const pageSeconds = 20
const pages = 300
const width = 1200

type Answer = { ms: number; isGood: boolean }

/**
 * Many readers of one marked document at once, each with a visit of its own, as their browsers ask for pages: each opens
 * the document at a page and holds it, then all turn pages for a minute.
 */
export async function benchReaders(): Promise<Row[]> {
  const folder = await scratchFolder()
  const server = await startStrongroom()
  try {
    const share = await shareDocument(server, folder)
    const { cookies, opened } = await openAll(server, share)
    forgetPeak(server.pid)
    const before = cpuSeconds(server.pid)
    const answers = await readAll(server, share, cookies)
    const cpu = cpuSeconds(server.pid) - before
    return [openingRow(opened), ...rows(answers, peakMegabytes(server.pid), cpu)]
  } finally {
    await server.stop()
  }
}

async function shareDocument(server: RunningStrongroom, folder: string): Promise<string> {
  const operator = await operatorOf(server)
  const file = await makeDocument(folder, pages)
  const sent = await curl([...(await shareFormFor(operator, file)), '-D', '-', `${server.url}/share`])
  const guid = /^location:.*\/s\/([0-9a-f]{32})/im.exec(sent)?.[1]
  if (!guid) throw new Error(`The share form was answered with ${sent.slice(0, 300)}`)
  for (;;) {
    await operator.open(`/s/${guid}`)
    if (!/Encrypting|In Progress/.test(operator.text())) return guid
    await sleep(200)
  }
}

/** The cookies of readers who opened the document, ten at a time, and how they got the page that they hold. */
async function openAll(
  server: RunningStrongroom,
  share: string,
): Promise<{ cookies: string[]; opened: Answer[] }> {
  const cookies: string[] = []
  const opened: Answer[] = []
  let next = 0
  const lane = async () => {
    for (let index = next++; index < readers; index = next++) {
      const browser = server.browser()
      await open(browser, share)
      const cookie = cookieOf(browser)
      cookies[index] = cookie
      opened.push(await fetchPage(pageAddress(server, share, index, 0), cookie))
    }
  }
  await Promise.all(Array.from({ length: 10 }, lane))
  return { cookies, opened }
}

/** The page that a reader comes to with a turn; all readers together begin at all pages. */
function pageAddress(server: RunningStrongroom, share: string, index: number, turn: number): string {
  const page = 1 + ((index * 7 + turn) % pages)
  return `${server.url}/view/${share}/page/${page}?width=${width}`
}

async function open(browser: Browser, share: string): Promise<void> {
  await browser.open(`/file/${share}`)
  await browser.send('open', {})
  if (!browser.path.startsWith('/view/')) throw new Error(`Not opened: ${browser.path} ${browser.text()}`)
}

async function readAll(server: RunningStrongroom, share: string, cookies: string[]): Promise<Answer[]> {
  const startedAt = performance.now()
  const answers: Answer[] = []
  await Promise.all(
    cookies.map(async (cookie, index) => {
      const turns = Math.floor(seconds / pageSeconds)
      for (let turn = 0; turn < turns; turn++) {
        const at = (turn + index / cookies.length) * pageSeconds * 1000
        await sleep(Math.max(0, startedAt + at - performance.now()))
        answers.push(await fetchPage(pageAddress(server, share, index, turn + 1), cookie))
      }
    }),
  )
  return answers
}

async function fetchPage(address: string, cookie: string): Promise<Answer> {
  const startedAt = performance.now()
  const isGood = await fetch(address, { headers: { cookie } }).then(
    async (response) => (await response.arrayBuffer()).byteLength > 1000 && response.status === 200,
    () => false,
  )
  return { ms: performance.now() - startedAt, isGood }
}

/** What the first reader of a page waits for it, drawn then. */
function openingRow(opened: Answer[]): Row {
  const what = `opening by ${readers} readers, ten at a time: p95 of the page each opens at`
  const ok = opened.every(({ isGood }) => isGood)
  return { what, ours: figure(p95Of(opened), 'ms'), floor: '–', ratio: null, goal: 'none set', ok }
}

function p95Of(answers: Answer[]): number {
  const times = answers.map(({ ms }) => ms).toSorted((one, other) => one - other)
  return times[Math.floor(times.length * 0.95)] ?? Infinity
}

function rows(answers: Answer[], peak: number, cpu: number): Row[] {
  const failed = answers.filter(({ isGood }) => !isGood).length
  const p95 = p95Of(answers)
  const about = `${readers} readers, ${(answers.length / seconds).toFixed(0)} pages a second for ${seconds} s`
  const line = (what: string, ours: string, goal: string, ok: boolean): Row => ({
    what,
    ours,
    floor: '–',
    ratio: null,
    goal,
    ok,
  })
  return [
    line(`${about}: errors`, `${failed} of ${answers.length}`, '0', failed === 0),
    line(`${about}: p95 of a page`, figure(p95, 'ms'), '≤ 500 ms', p95 <= 500),
    line(`${about}: memory`, figure(peak, 'MB'), '≤ 1024 MB', peak <= 1024),
    line(`${about}: CPU`, figure((1000 * cpu) / answers.length, 'ms a page', 1), 'none set', true),
  ]
}
