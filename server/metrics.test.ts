import { afterEach, beforeEach, expect, test } from 'vitest'
import { Metrics, type Readings } from './metrics.ts'

let metrics: Metrics
let health: Readings

beforeEach(() => {
  metrics = new Metrics()
  health = { checks: { database: { isGood: true, seconds: 0.002 } }, freeBytes: 1000, isReserveHeld: null }
})
afterEach(() => metrics.close())

async function series(name: string): Promise<string[]> {
  const { text } = await metrics.read()
  return text.split('\n').filter((line) => line.startsWith(name))
}

test('requests are counted by route, method and status, with how long they took by route', async () => {
  metrics.answered('home', 'GET', 200, 0.03)
  metrics.answered('home', 'GET', 200, 0.2)
  metrics.answered('login', 'POST', 303, 2)
  metrics.answered('download', 'GET', null, 1)
  metrics.answered('unknown', 'BREW', 405, 0.001)
  expect(await series('strongroom_http_requests_total{')).toEqual([
    'strongroom_http_requests_total{route="home",method="GET",status="200"} 2',
    'strongroom_http_requests_total{route="login",method="POST",status="303"} 1',
    'strongroom_http_requests_total{route="download",method="GET",status="none"} 1',
    'strongroom_http_requests_total{route="unknown",method="other",status="405"} 1',
  ])
  expect(await series('strongroom_http_request_seconds_bucket{le="0.05",route="home"}')).toEqual([
    'strongroom_http_request_seconds_bucket{le="0.05",route="home"} 1',
  ])
})

test('files, pages, emails and jobs are counted', async () => {
  metrics.uploaded(5000)
  metrics.downloaded(700)
  metrics.rendered('pdf', 'refused', 0.4)
  metrics.mailed('sent')
  metrics.worked('render', 'again')
  expect(await series('strongroom_uploaded_bytes_total')).toEqual(['strongroom_uploaded_bytes_total 5000'])
  expect(await series('strongroom_downloaded_bytes_total')).toEqual(['strongroom_downloaded_bytes_total 700'])
  expect(await series('strongroom_rendering_seconds_count')).toEqual([
    'strongroom_rendering_seconds_count{kind="pdf",state="refused"} 1',
  ])
  expect(await series('strongroom_mail_total')).toEqual([
    'strongroom_mail_total{outcome="sent"} 1',
    'strongroom_mail_total{outcome="delayed"} 0',
    'strongroom_mail_total{outcome="failed"} 0',
  ])
  expect(await series('strongroom_jobs_total')).toEqual([
    'strongroom_jobs_total{kind="render",outcome="again"} 1',
  ])
})

test('the queue, the sessions and the checks are asked when someone reads, and not kept', async () => {
  let waiting = [{ kind: 'mail', count: 3, oldestSeconds: 12.5 }]
  metrics.ask({ waiting: async () => waiting, activeSessions: async () => 7, health: async () => health })
  expect(await series('strongroom_queue_')).toEqual([
    'strongroom_queue_jobs{kind="mail"} 3',
    'strongroom_queue_oldest_seconds{kind="mail"} 12.5',
  ])
  expect(await series('strongroom_sessions ')).toEqual(['strongroom_sessions 7'])
  expect(await series('strongroom_check_good')).toEqual(['strongroom_check_good{check="database"} 1'])
  expect(await series('strongroom_disk_free_bytes ')).toEqual(['strongroom_disk_free_bytes 1000'])
  expect(await series('strongroom_disk_reserve_held ')).toEqual([])
  health = { ...health, isReserveHeld: false }
  expect(await series('strongroom_disk_reserve_held ')).toEqual(['strongroom_disk_reserve_held 0'])
  waiting = []
  expect(await series('strongroom_queue_')).toEqual([])
})

test('a database that is away is said, and not asked more', async () => {
  health = { checks: { database: { isGood: false, seconds: 2 } }, freeBytes: null, isReserveHeld: null }
  const never = (): Promise<never> => new Promise(() => undefined)
  metrics.ask({ waiting: never, activeSessions: never, health: async () => health })
  expect(await series('strongroom_check_good')).toEqual(['strongroom_check_good{check="database"} 0'])
  expect(await series('strongroom_sessions ')).toEqual([])
})

test('a question that fails leaves the rest readable', async () => {
  const fails = async (): Promise<never> => {
    throw new Error('no')
  }
  metrics.ask({ waiting: fails, activeSessions: async () => 2, health: async () => health })
  expect(await series('strongroom_sessions ')).toEqual(['strongroom_sessions 2'])
})

test('two installations in one process count apart', async () => {
  const other = new Metrics()
  other.uploaded(1)
  expect(await series('strongroom_uploaded_bytes_total')).toEqual(['strongroom_uploaded_bytes_total 0'])
  other.close()
})

test('memory, processor time and the delay of the event loop are there', async () => {
  for (const name of [
    'process_resident_memory_bytes',
    'process_cpu_seconds_total',
    'nodejs_eventloop_lag_p99_seconds',
  ]) {
    const [line] = await series(`${name} `)
    expect(Number(line?.split(' ')[1])).toBeGreaterThanOrEqual(0)
  }
})
