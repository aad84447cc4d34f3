import { randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { TusClient } from '#tests/support/browser/tus.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { beginSending, expectArrived } from './upload-story.ts'
import { OneServer } from './one-server.ts'

test('an upload goes on where it was, and at once, when its server is killed in the middle of a part', async () => {
  const server = await OneServer.start()
  const { port, origin } = server.process
  const olivia = await makeOperator(server)
  const client = await new TusClient(olivia).begin()
  const bytes = randomBytes(12 * 1024 * 1024)
  const { location } = await client.create({ name: 'long.bin', size: bytes.length })
  await beginSending(olivia, client, { location, bytes, origin })
  await server.process.kill()

  const again = await ServerProcess.start(server.dataDir, { port, env: { DATABASE_URL: '' } })
  try {
    const offset = (await client.offset(location))!
    // What had it is gone, and no one waits until that would have been noticed.
    expect((await client.patch(location, offset, bytes.subarray(offset))).status).toBe(204)
    expect(offset % (5 * 1024 * 1024)).toBe(0)
    expect(offset).toBeGreaterThan(0)
    expect(await client.offset(location)).toBe(bytes.length)
    await expectArrived(server, olivia, { location, bytes })
  } finally {
    await again.kill()
  }
})
