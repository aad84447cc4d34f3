import { pino } from 'pino'
import { afterEach, expect, onTestFinished, test, vi } from 'vitest'
import { newGuid } from '#server/db/guid.ts'
import { openStorage } from '#server/storage/open.ts'
import { Bucket } from '#tests/support/servers/bucket.ts'
import { hour } from '#tests/support/world/clock.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('a store that refuses signatures of another hour is asked by its own clock, whichever way ours jumped', async () => {
  const bucket = await Bucket.make()
  onTestFinished(() => bucket.remove())
  const log = pino({ level: 'silent' })
  const storage = await openStorage({ dataDir: '', s3: bucket.config, isAlone: false, log })
  const now = Date.now()
  vi.useFakeTimers({ toFake: ['Date'] })
  for (const jump of [hour, -hour, 0]) {
    vi.setSystemTime(now + jump)
    const [name, bytes] = [newGuid(), Buffer.from('some bytes')]
    const writer = await storage.put(name)
    await writer.write([bytes])
    await writer.commit()
    expect(await storage.size(name)).toBe(bytes.length)
  }
})
