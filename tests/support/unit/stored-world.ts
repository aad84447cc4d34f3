import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { Database } from '#server/db/open.ts'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import type { Storage } from '#server/storage/storage.ts'
import { Vault } from '#server/storage/vault.ts'
import { openTemporaryDatabase } from '#tests/support/world/database.ts'
import { goesWithTest, World, type Wrap } from './world.ts'

type Place = { database: Database; storage: Storage; dataDir: string }

/** A world with a folder of sealed bytes. */
export class StoredWorld extends World {
  readonly dataDir: string
  readonly storage: Storage
  readonly vault: Vault

  constructor({ database, storage, dataDir }: Place) {
    super(database)
    this.dataDir = dataDir
    this.storage = storage
    this.vault = new Vault({ ...this, keys: this.keyRing })
  }

  /** Where the bytes of an object lie. */
  fileOf(guid: string): string {
    return path.join(this.dataDir, 'objects', guid.slice(0, 2), guid.slice(2, 4), guid)
  }

  /** The names of all stored bytes. */
  async stored(): Promise<string[]> {
    const names: string[] = []
    for await (const { name } of this.storage.list()) names.push(name)
    return names.toSorted()
  }

  override async close(): Promise<void> {
    await super.close()
    await rm(this.dataDir, { recursive: true, force: true })
  }
}

export async function openStoredWorld(): Promise<StoredWorld> {
  return goesWithTest(new StoredWorld(await openPlace()))
}

/** An empty database and an empty folder of stored bytes. */
export async function openPlace(wrap: Wrap = (database) => database): Promise<Place> {
  const dataDir = await mkdtemp(path.join(tmpdir(), 'strongroom-world-'))
  const database = wrap(await openTemporaryDatabase())
  return { database, storage: await openDiskStorage({ dataDir }), dataDir }
}
