import { JobRows } from '#server/jobs/rows.ts'
import { Tracking } from '#server/tracking/tracking.ts'
import { unusedObjects } from '#server/uploads/unused-objects.ts'
import type { Browser } from '#tests/support/browser/browser.ts'
import { guidOf } from './engines.ts'
import { readerShares } from './fill.ts'
import type { Place } from './place.ts'

/** Does one thing that is measured. */
type Turn = () => Promise<unknown>

/** Everything that is measured at a place, by what a person would call it. */
export async function pagesOf(place: Place): Promise<Record<string, Turn>> {
  const { stock, strongroom, browserOf } = place
  const { services } = strongroom
  const [growing, fixed, reader] = await Promise.all([
    browserOf(stock.growingSender),
    browserOf(stock.fixedSender),
    browserOf(stock.reader),
  ])
  for (const share of [...stock.received, stock.crowdedShare]) {
    await reader.open(`/file/${share}`)
    await reader.send('open')
    if (reader.status !== 200) throw new Error(`The reader cannot open ${share}: ${reader.text()}`)
  }
  const own = around(Array.from({ length: readerShares }, (_, at) => guidOf(at + 1)))
  const received = around(stock.received)
  const lastPage = Math.ceil(stock.ownOfGrowingSender / 200)
  const crowded = stock.crowdedShare
  return {
    home: () => page(growing, '/home'),
    'sent files, first page': () => page(growing, '/s'),
    'sent files, page in the middle': await nextPage(growing, Math.ceil(lastPage / 2)),
    'sent files, last page': await nextPage(growing, lastPage),
    'sent files of who has 200': () => page(fixed, '/s'),
    'details of a share': () => page(growing, `/s/${own()}`),
    'details, 10,000 events, 1,000 people': () => page(fixed, `/s/${crowded}`),
    'details, 10,000 events, last page': () => page(fixed, `/s/${crowded}?page=11`),
    'recipient’s door': () => page(reader, `/file/${received()}`),
    'recipient’s door, 1,000 people': () => page(reader, `/file/${crowded}`),
    'reading, a screen of pages': () => page(reader, `/view/${received()}`),
    'page image from the cache': () => page(reader, `/view/${received()}/page/1?width=1200`),
    'asking for a code': await codeRequest(place, received),
    'who is signed in': await sessionLookup(place),
    'claiming a job': jobClaim(place),
    'clearing up, every ten minutes': () => services.sweep(),
    'clearing the storage, 200 objects': storageSweep(place),
    '10,000 events read for the first time': () => new Tracking(services).readings(crowded),
  }
}

/** A page of the list as the link on the page before it leads there. */
async function nextPage(browser: Browser, number: number): Promise<Turn> {
  await browser.open(`/s?page=${number - 1}`)
  await browser.follow('Next')
  const address = browser.path
  return () => page(browser, address)
}

async function page(browser: Browser, address: string): Promise<void> {
  const response = await browser.fetch(address)
  await response.arrayBuffer()
  if (response.status !== 200) throw new Error(`${address} answered ${response.status}`)
}

/** One after the other, then from the first again. */
function around<Item>(items: readonly Item[]): () => Item {
  let turn = 0
  return () => items[turn++ % items.length]!
}

/** Each from another network and for another share, since asking is limited. */
async function codeRequest({ browserOf, stock }: Place, share: () => string): Promise<Turn> {
  const forms: Browser[] = []
  for (let at = 0; at < 40; at++) {
    const browser = await browserOf(stock.reader, `198.51.100.${at}`)
    forms.push(await browser.open(`/access/filelogin?share=${share()}`))
  }
  return async () => {
    const browser = await forms.pop()!.send('ask', { email: 'reader@example.com' })
    if (!browser.path.includes('step=code')) throw new Error(`No code: ${browser.text()}`)
  }
}

/** Ten at once, since one is too short to be measured. */
async function sessionLookup({ strongroom: { services }, stock }: Place): Promise<Turn> {
  const client = { ip: '', userAgent: '' }
  const { id } = await services.accounts.sessions.start(stock.reader, client, { isRemembered: true })
  return async () => {
    for (let time = 0; time < 10; time++)
      if (!(await services.accounts.sessions.find(id))) throw new Error('The session is gone')
  }
}

/** What the queue does for each job: look, take, settle. */
function jobClaim({ strongroom: { services } }: Place): Turn {
  const rows = new JobRows(services.database, 'bench')
  const kinds = ['mail', 'render', 'door-code', 'account-letter']
  return async () => {
    const now = Date.now()
    const due = await rows.due(kinds, now)
    const [job] = await rows.claim(due[0]?.kind ?? '', 1, now, [])
    if (!job) throw new Error('There is no job')
    await rows.finish(job.guid)
  }
}

/** One part of the daily sweep after the other. */
function storageSweep({ strongroom: { services } }: Place): Turn {
  const parts = () => unusedObjects(services.database, Date.now())
  let left = parts()
  return async () => {
    const { done } = await left.next()
    if (done) left = parts()
  }
}
