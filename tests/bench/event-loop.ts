import { writeFile } from 'node:fs/promises'
import path from 'node:path'
import { pdf } from '#tests/support/files/documents.ts'
import { root } from '#tests/support/sources/sources.ts'
import { startCommand } from '#tests/support/sources/start-command.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { cookieOf, curl, largeFile, operatorOf, shareFormFor } from './people.ts'
import { figure, sleep, type Row } from './rig.ts'
import { freePort, scratchFolder, startNode, type Running } from './server.ts'

type Delays = { p99: number; max: number }
const pages = 60

/** How late the server's timers run while 4 documents are rendered and 4 files arrive, beside an idle server. */
export async function benchEventLoop(folder: string): Promise<Row[]> {
  const [dataDir, port] = [await scratchFolder(), await freePort()]
  const watched = path.join(root, 'tests/bench/watched-server.ts')
  const { env, options } = startCommand()
  const values = { ...env, DATA_DIR: dataDir, PORT: String(port) }
  const server = await startNode(watched, port, '/health/live', values, options)
  try {
    const url = `http://localhost:${port}`
    const handle = (request: Request) => fetch(request, { redirect: 'manual' })
    const browser = await operatorOf({
      ...server,
      url,
      dataDir,
      browser: () => new Browser({ handle, now: Date.now }, { origin: url }),
    })
    await sleep(2_000)
    await delaysOf(server)
    await sleep(3_000)
    const idle = await delaysOf(server)
    await work(url, browser, folder)
    const busy = await delaysOf(server)
    return [
      {
        what: 'event loop delay, 99th percentile, 4 documents rendering and 4 uploads, beside idle',
        ours: `${figure(busy.p99, 'ms', 1)} (most ${figure(busy.max, 'ms')})`,
        floor: figure(idle.p99, 'ms', 1),
        ratio: null,
        goal: '≤ 20 ms',
        ok: busy.p99 <= 20,
      },
    ]
  } finally {
    await server.stop()
  }
}

function delaysOf(server: Running): Promise<Delays> {
  return new Promise((resolve) => {
    server.child.once('message', (delays) => resolve(delays as Delays))
    server.child.send('delays')
  })
}

/** Four readers turn pages that were never rendered, while four files of 256 MiB arrive. */
async function work(url: string, browser: Browser, folder: string): Promise<void> {
  const document = path.join(folder, 'document.pdf')
  await writeFile(document, pdf(Array.from({ length: pages }, (_, at) => `Page ${at + 1} of a document`)))
  const large = await largeFile(path.join(folder, 'quarter.pdf'), 256 * 1024 ** 2)
  const [documentForm, largeForm] = [
    await shareFormFor(browser, document),
    await shareFormFor(browser, large),
  ]
  const cookie = cookieOf(browser)
  const four = [0, 1, 2, 3]
  const guids = await Promise.all(four.map(() => share(url, documentForm)))
  await Promise.all([
    ...four.map(() => share(url, largeForm)),
    ...guids.map(async (guid) => {
      for (let page = 1; page <= pages; page++) {
        await curl([
          '-f',
          '-b',
          cookie,
          '-o',
          '/dev/null',
          '--retry',
          '20',
          '--retry-delay',
          '1',
          '--retry-all-errors',
          `${url}/view/${guid}/page/${page}`,
        ])
      }
    }),
  ])
}

async function share(url: string, form: string[]): Promise<string> {
  const place = await curl([...form, '-o', '/dev/null', '-w', '%{redirect_url}', `${url}/share`])
  const guid = place.split('/').at(-1)
  if (!guid) throw new Error('An upload was refused')
  return guid
}
