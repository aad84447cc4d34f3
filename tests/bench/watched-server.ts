// The built server in a process that also notes how late its timers run.
import { createHistogram } from 'node:perf_hooks'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { createStrongroom } from '#server/main.ts'
import { root } from '#tests/support/sources/sources.ts'

const built = (await import(pathToFileURL(path.join(root, 'build/server/index.js')).href)) as {
  createStrongroom: typeof createStrongroom
}
const port = Number(process.env['PORT'])
const strongroom = await built.createStrongroom({
  config: {
    dataDir: process.env['DATA_DIR'] ?? '',
    publicUrl: new URL(`http://localhost:${port}`),
    logLevel: 'error',
  },
})
await strongroom.listen(port)

const interval = 5
const delays = createHistogram()
let expected = performance.now() + interval
setTimeout(function tick() {
  const now = performance.now()
  delays.record(Math.max(1, Math.round((now - expected) * 1_000)))
  expected = now + interval
  setTimeout(tick, interval)
}, interval)

// Answers with the 99th percentile in milliseconds since it was asked before.
process.on('message', () => {
  process.send?.({ p99: delays.percentile(99) / 1_000, max: delays.max / 1_000 })
  delays.reset()
})
