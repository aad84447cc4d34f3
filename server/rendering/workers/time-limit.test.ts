import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { Worker } from 'node:worker_threads'
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { cpuTimeOf, cpuTimeOfThread, ownCpuTime, watchTime, type CpuTime } from './time-limit.ts'

const limit = 5_000

describe('work that may take five seconds of processor time', () => {
  beforeEach(() => void vi.useFakeTimers())
  afterEach(() => void vi.useRealTimers())

  /** Watches work that gets this share of a processor; answers after how many seconds by the clock it was over. */
  async function overAfter(share: number | null, { usedBefore = 0, safe = limit } = {}): Promise<number> {
    const startedAt = Date.now()
    const cpuTime: CpuTime = async () =>
      share === null ? null : usedBefore + share * (Date.now() - startedAt)
    const over = new Promise<number>((resolve) => {
      watchTime({ limit, cpuTime, usedBefore, safe, onOver: () => resolve(Date.now() - startedAt) })
    })
    await vi.advanceTimersByTimeAsync(20 * limit)
    return (await over) / 1000
  }

  test.each([
    ['ends after five seconds where it has a processor for itself', 1, 5],
    ['has four times as long where it gets a quarter of one', 0.25, 20],
    ['ends after fifty seconds where it gets next to nothing, or only waits', 0.001, 50],
    ['ends after five seconds where no one knows what it gets', null, 5],
  ])('%s', async (_, share, seconds) => {
    expect(await overAfter(share)).toBeCloseTo(seconds, 1)
  })

  test('is not charged for what its worker did before', async () => {
    expect(await overAfter(0.5, { usedBefore: 60_000 })).toBeCloseTo(10, 1)
  })

  test('is looked at sooner where it has had some of its time', async () => {
    expect(await overAfter(2, { safe: 100 })).toBeLessThan(5)
  })

  test('and is watched no longer once it is done', async () => {
    const onOver = vi.fn<() => void>()
    const stop = watchTime({ limit, cpuTime: async () => null, onOver })
    stop()
    await vi.advanceTimersByTimeAsync(20 * limit)
    expect(onOver).not.toHaveBeenCalled()
    expect(vi.getTimerCount()).toBe(0)
  })
})

describe('processor time', () => {
  test('of a thread is known while it is in an endless loop, and is nothing before it begins', async () => {
    const worker = new Worker('while (true);', { eval: true })
    onTestFinished(() => void worker.terminate())
    const first = await cpuTimeOfThread(worker)
    await once(worker, 'online')
    await vi.waitFor(async () => expect(await cpuTimeOfThread(worker)).toBeGreaterThan(first! + 50), 60_000)
  })

  test('of a process is known while it runs, and not while it is stopped', async () => {
    const child = spawn(process.execPath, ['-e', 'while (true);'], { stdio: 'ignore' })
    onTestFinished(() => void child.kill('SIGKILL'))
    await vi.waitFor(async () => expect(await cpuTimeOf(child.pid!)).toBeGreaterThan(50), 60_000)
    child.kill('SIGSTOP')
    await vi.waitFor(async () => expect(await cpuTimeOf(child.pid!)).toBeNull(), 60_000)
  })

  test('of a worker itself grows', () => {
    const before = ownCpuTime()
    while (ownCpuTime() <= before);
    expect(ownCpuTime()).toBeGreaterThan(before)
  })
})
