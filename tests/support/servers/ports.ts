import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { setTimeout } from 'node:timers/promises'

/** A port of the loopback that nobody listens at. */
export async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}

/** Resolves with the first answer of a server that is starting, whatever its status. Throws when it is given up. */
export async function answers(address: string, patience = AbortSignal.timeout(60_000)): Promise<void> {
  for (;;) {
    const isThere = await fetch(address, { redirect: 'manual', signal: patience }).then(
      async (response) => (await response.body?.cancel(), true),
      () => false,
    )
    if (isThere) return
    await setTimeout(20, undefined, { signal: patience })
  }
}
