import { createCipheriv, randomBytes } from 'node:crypto'
import { writeFileSync } from 'node:fs'
import type { StoredObject } from '#server/storage/vault.ts'
import type { StoredWorld } from './stored-world.ts'

const frameSize = 256 * 1024

/** Stores bytes as objects were sealed before their frames became shorter. */
export async function storeAsBefore(world: StoredWorld, bytes: Buffer): Promise<StoredObject> {
  const object = await world.vault.store(bytes)
  const { wrapped_key: wrapped } = await world.database.kysely
    .selectFrom('object')
    .select('wrapped_key')
    .where('guid', '=', object.guid)
    .executeTakeFirstOrThrow()
  const key = world.keyRing.unwrap(object.guid, wrapped)
  writeFileSync(world.fileOf(object.guid), sealedAsBefore(object.guid, key, bytes))
  return object
}

function sealedAsBefore(guid: string, key: Buffer, bytes: Buffer): Buffer {
  const start = Buffer.from('STRM\x01\x00\x04\x00\x00', 'latin1')
  const prefix = randomBytes(7)
  const frames: Buffer[] = []
  for (let at = 0, index = 0; at < bytes.length; at += frameSize, index++) {
    const counter = Buffer.alloc(5)
    counter.writeUInt32BE(index)
    counter[4] = at + frameSize >= bytes.length ? 1 : 0
    const cipher = createCipheriv('aes-256-gcm', key, Buffer.concat([prefix, counter]))
    cipher.setAAD(Buffer.concat([start, Buffer.from(guid)]))
    frames.push(cipher.update(bytes.subarray(at, at + frameSize)), cipher.final(), cipher.getAuthTag())
  }
  return Buffer.concat([start, prefix, ...frames])
}
