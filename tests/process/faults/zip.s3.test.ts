import { randomBytes } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { unzipped } from '#tests/support/files/unzipped.ts'
import { Bucket } from '#tests/support/servers/bucket.ts'
import { FaultProxy } from '#tests/support/servers/fault-proxy.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { OneServer } from './one-server.ts'
import { askForZip, Download, shareAll, zipReady } from './zip-story.ts'

const megabyte = 1024 * 1024
const files = ['one.bin', 'two.bin', 'three.bin'].map((name) => ({ name, bytes: randomBytes(16 * megabyte) }))

test('a store that goes away cuts a download, which goes on with the same bytes when the store is back', async () => {
  const bucket = await Bucket.make()
  onTestFinished(() => bucket.remove())
  const store = await FaultProxy.start(bucket.config.endpoint.href)
  onTestFinished(() => store.close())
  const server = await OneServer.start(bucket.env(store.origin))
  const reader = await askForZip(server, await shareAll(server, await makeOperator(server), files))
  const address = await zipReady(reader)
  const download = await Download.begin(reader, address)
  await download.read(megabyte)
  store.always('gone')
  await expect(download.read()).rejects.toThrow('terminated')
  const { bytes, etag, length } = download
  expect(bytes.length).toBeLessThan(length)
  await expect(unzipped(bytes)).rejects.toThrow('End of central directory record signature not found')

  store.always(null)
  const rest = await Download.begin(reader, address, { range: `bytes=${bytes.length}-`, 'if-range': etag })
  await rest.read()
  const found = await unzipped(Buffer.concat([bytes, rest.bytes]))
  for (const { name, bytes: whole } of files) expect(found[name]!.equals(whole)).toBe(true)
})
