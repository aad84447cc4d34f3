// An archive by archiver, without compression, of the same sealed files: what a program does that uses that library.
import { createServer } from 'node:http'
import path from 'node:path'
import { Readable } from 'node:stream'
import archiver from 'archiver'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import { openKeys } from '#server/storage/keys/open-keys.ts'
import { Vault } from '#server/storage/vault.ts'

const dataDir = process.env['DATA_DIR'] ?? ''
const log = pino({ level: 'error' })
const database = await openDatabase({
  url: `sqlite:${path.join(dataDir, 'strongroom.db')}`,
  log,
  as: 'guest',
})
const vault = new Vault({
  database,
  storage: await openDiskStorage({ dataDir, isAlone: false }),
  keys: await openKeys({ database, dataDir, secretKeys: [], as: 'guest' }),
  clock: Date.now,
})

/** A room's files, by its guid in the address. */
createServer((incoming, outgoing) => {
  if (incoming.url === '/health') return outgoing.end('here')
  const room = incoming.url!.slice(1)
  const answer = async () => {
    const files = await database.kysely
      .selectFrom('item')
      .innerJoin('file', 'file.guid', 'item.file_guid')
      .select(['item.name', 'file.object_guid'])
      .where('item.room_guid', '=', room)
      .orderBy('item.name')
      .execute()
    const archive = archiver('zip', { store: true })
    archive.on('error', () => outgoing.destroy())
    archive.pipe(outgoing)
    for (const { name, object_guid: guid } of files)
      archive.append(Readable.from(chunksOf(guid), { objectMode: false }), { name })
    await archive.finalize()
  }
  return void answer().catch(() => outgoing.destroy())
}).listen(Number(process.env['PORT']), '127.0.0.1')

async function* chunksOf(guid: string): AsyncGenerator<Buffer> {
  yield* (await vault.open(guid)).read()
}
