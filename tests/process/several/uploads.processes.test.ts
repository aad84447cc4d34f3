import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { beginSending, expectArrived, goOn } from '#tests/process/faults/upload-story.ts'
import { TusClient } from '#tests/support/browser/tus.ts'
import { Cluster } from '#tests/support/servers/cluster.ts'
import { makeOperator } from '#tests/support/world/make.ts'

const mebibyte = 1024 * 1024

test('an upload goes on at another process, over the same database and store, after the first was killed', async () => {
  const cluster = await Cluster.start(2)
  onTestFinished(() => cluster.close())
  const [first, second] = cluster.servers
  const olivia = await makeOperator(cluster)
  const client = await new TusClient(olivia).begin()
  const bytes = randomBytes(16 * mebibyte + 77)
  const { location } = await client.create({ name: 'long.bin', size: bytes.length })

  cluster.only(first!)
  await beginSending(olivia, client, { location, bytes, origin: cluster.proxy.origin })
  await cluster.kill(first!)
  cluster.only(second!)
  expect(await goOn(client, location, bytes)).toBeGreaterThanOrEqual(5 * mebibyte)
  await expectArrived(cluster, olivia, { location, bytes })
})

test('parts go to any of the processes, whatever their length', async () => {
  const cluster = await Cluster.start(2)
  onTestFinished(() => cluster.close())
  const olivia = await makeOperator(cluster)
  const client = await new TusClient(olivia).begin()
  const bytes = randomBytes(11 * mebibyte)
  const { location } = await client.create({ name: 'parts.bin', size: bytes.length })
  for (let at = 0; at < bytes.length; at += 3_000_001) {
    const part = bytes.subarray(at, at + 3_000_001)
    const { status, headers } = await client.patch(location, at, part)
    expect([status, Number(headers.get('upload-offset'))]).toEqual([204, at + part.length])
  }
  await expectArrived(cluster, olivia, { location, bytes })
})
