import { randomBytes } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { expect, onTestFinished, test, vi } from 'vitest'
import { slowPdf } from '#tests/support/files/documents.ts'
import { unzipped } from '#tests/support/files/unzipped.ts'
import { ServerProcess } from '#tests/support/servers/server-process.ts'
import { makeOperator } from '#tests/support/world/make.ts'
import { patience } from '#tests/support/world/patience.ts'
import { OneServer } from './one-server.ts'
import { askForZip, Download, shareAll, zipReady } from './zip-story.ts'

const megabyte = 1024 * 1024
/** More than connections hold on the way: so that its end is still to come when a reader has its beginning. */
const files = ['one.bin', 'two.bin', 'three.bin'].map((name) => ({ name, bytes: randomBytes(16 * megabyte) }))

async function killAndStart(server: OneServer): Promise<void> {
  const { port } = server.process
  await server.process.kill()
  const again = await ServerProcess.start(server.dataDir, { port, env: { DATABASE_URL: '' } })
  onTestFinished(() => again.kill())
}

/** The shares that are recorded as downloaded. */
async function downloadsIn(server: OneServer): Promise<string[]> {
  await server.settle()
  const { kysely } = await server.database()
  const query = kysely.selectFrom('event').select('subject_guid').where('kind', '=', 'Download')
  return (await query.execute()).map(({ subject_guid: guid }) => guid)
}

async function begun() {
  const server = await OneServer.start()
  const olivia = await makeOperator(server)
  const guids = await shareAll(server, olivia, files)
  const reader = await askForZip(server, guids)
  const address = await zipReady(reader)
  const download = await Download.begin(reader, address)
  await download.read(megabyte)
  return { server, olivia, guids, reader, address, download }
}

test('a download goes on where it was, with the same bytes, when its server is killed in the middle', async () => {
  const { server, guids, reader, address, download } = await begun()
  await server.process.kill()
  await expect(download.read()).rejects.toThrow('terminated')
  const { bytes, etag, length } = download
  expect(bytes.length).toBeLessThan(length)
  await killAndStart(server)
  const rest = await Download.begin(reader, address, { range: `bytes=${bytes.length}-`, 'if-range': etag })
  await rest.read()
  expect([rest.etag, bytes.length + rest.bytes.length]).toEqual([etag, length])
  const found = await unzipped(Buffer.concat([bytes, rest.bytes]))
  for (const { name, bytes: whole } of files) expect(found[name]!.equals(whole)).toBe(true)
  expect((await downloadsIn(server)).toSorted()).toEqual(guids.toSorted())
})

test('what is stored goes away in the middle: the connection is cut, and no shorter archive looks whole', async () => {
  const { server, download } = await begun()
  const folder = path.join(server.dataDir, 'objects')
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  for (const entry of entries) {
    const file = path.join(entry.parentPath, entry.name)
    if (entry.isFile() && (await stat(file)).size > megabyte) await rm(file)
  }
  await expect(download.read()).rejects.toThrow('terminated')
  expect(download.bytes.length).toBeLessThan(download.length)
  await expect(unzipped(download.bytes)).rejects.toThrow(
    'End of central directory record signature not found',
  )
})

test('who is unshared in the middle gets nothing behind the file that is being sent, and cannot resume', async () => {
  const { server, olivia, guids, reader, address, download } = await begun()
  await olivia.open(`/s/${guids[2]}`)
  await olivia.send('unshare')
  await expect(download.read()).rejects.toThrow('terminated')
  expect(download.bytes.includes(files[2]!.bytes.subarray(0, 64))).toBe(false)
  const { status } = await reader.fetch(address, { headers: { range: `bytes=${download.bytes.length}-` } })
  expect(status).toBe(409)
  const downloads = await downloadsIn(server)
  expect(downloads).toContain(guids[0])
  expect(downloads).not.toContain(guids[2])
})

test('a preparation goes on when its server is killed, and every copy is in the archive', async () => {
  const server = await OneServer.start()
  const olivia = await makeOperator(server)
  const drawn = Array.from({ length: 4 }, (_, at) => ({
    name: `drawing ${at}.pdf`,
    bytes: slowPdf(),
    type: 'application/pdf',
  }))
  const guids = await shareAll(server, olivia, drawn, 'on')
  const reader = await askForZip(server, guids)
  const { kysely } = await server.database()
  await vi.waitFor(async () => {
    const made = await kysely
      .selectFrom('zip_entry')
      .select('number')
      .where('sha256', 'is not', null)
      .execute()
    expect(made.length).toBeGreaterThan(0)
  }, patience)
  await killAndStart(server)
  const download = await Download.begin(reader, await zipReady(reader))
  await download.read()
  const found = await unzipped(download.bytes)
  expect(Object.keys(found).toSorted()).toEqual(
    [...drawn.map(({ name }) => name), 'index.csv', 'index.html'].toSorted(),
  )
  for (const { name, bytes } of drawn) expect(found[name]!.equals(bytes)).toBe(false)
})
