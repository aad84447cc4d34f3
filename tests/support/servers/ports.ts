import { once } from 'node:events'
import { createServer } from 'node:net'
import { setTimeout } from 'node:timers/promises'

// Below the ports that systems hand out, and another thousand for each process of tests: between finding a
// port and listening at it no one else takes it.
const worker = Number(process.env['VITEST_POOL_ID'] ?? 0)
const [first, count] = [10_000 + 1_000 * (worker % 20), 1_000]
let next = process.pid % count
/** No browser opens it, and fetch does not either: Amanda's. */
const blocked = 10_080

/** A port of the loopback that no one listens at. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < count; tries++) {
    const port = first + (next++ % count)
    if (port === blocked) continue
    const server = createServer().listen(port, '127.0.0.1')
    const isFree = await Promise.race([
      once(server, 'listening').then(() => true),
      once(server, 'error').then(() => false),
    ])
    server.close()
    if (!isFree) continue
    await once(server, 'close')
    return port
  }
  throw new Error(`No free port from ${first} on`)
}

/** Resolves with the first answer of a server that is starting, whatever its status. Throws when it is given up. */
export async function answers(address: string, patience = AbortSignal.timeout(10 * 60_000)): Promise<void> {
  for (;;) {
    const isThere = await fetch(address, { redirect: 'manual', signal: patience }).then(
      async (response) => (await response.body?.cancel(), true),
      () => false,
    )
    if (isThere) return
    await setTimeout(20, undefined, { signal: patience })
  }
}
