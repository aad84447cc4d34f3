// Our storage and our way out over node:http, without accounts, gate and screens: what sealing alone costs.
import { createReadStream } from 'node:fs'
import { createServer } from 'node:http'
import path from 'node:path'
import { pino } from 'pino'
import { openDatabase } from '#server/db/open.ts'
import { sendBytes } from '#server/http/bytes/bytes.ts'
import { send, toRequest } from '#server/http/listening/node.ts'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import { KeyRing } from '#server/storage/keys/key-ring.ts'
import { Vault } from '#server/storage/vault.ts'

const dataDir = process.env['DATA_DIR'] ?? ''
const port = Number(process.env['PORT'])
const log = pino({ level: 'error' })
const vault = new Vault({
  database: await openDatabase({ url: `sqlite:${path.join(dataDir, 'bench.db')}`, log }),
  storage: await openDiskStorage({ dataDir }),
  keys: KeyRing.make(),
  clock: Date.now,
})
const writer = await vault.create()
for await (const chunk of createReadStream(process.env['FLOOR_FILE'] ?? '', { highWaterMark: 256 * 1024 })) {
  const room = writer.write(chunk as Buffer)
  if (room !== true) await room
}
const { guid } = await writer.commit()

createServer((incoming, outgoing) => {
  if (incoming.url === '/health') return outgoing.end('here')
  const request = toRequest(incoming, { origin: `http://localhost:${port}` })
  const answer = async () => {
    const source = await vault.open(guid)
    const options = {
      name: 'large.pdf',
      mediaType: 'application/pdf',
      etag: `"${guid}"`,
      disposition: 'attachment',
    } as const
    await send(sendBytes(request, source, options), outgoing, { isHead: false, acceptEncoding: '' })
  }
  return void answer().catch(() => outgoing.destroy())
}).listen(port, '127.0.0.1')
