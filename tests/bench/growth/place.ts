import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { pathToFileURL } from 'node:url'
import type { Strongroom, createStrongroom } from '#server/main.ts'
import { encodeBasePage } from '#server/rendering/pages/base-page.ts'
import { openDiskStorage } from '#server/storage/disk/disk.ts'
import { Vault } from '#server/storage/vault.ts'
import { makeCookies } from '#app/request/cookies.server.ts'
import { Browser } from '#tests/support/browser/browser.ts'
import { makePostgresDatabase } from '#tests/support/world/postgres.ts'
import { root } from '#tests/support/sources/sources.ts'
import { figure } from '#tests/bench/rig.ts'
import { openPostgresFiller, openSqliteFiller } from './engines.ts'
import { fill, stockOf, type Stock } from './fill.ts'
import { recordQueries, type QueryRecord } from './plans.ts'

/** An installation of one size, filled, in this process. */
export type Place = {
  stock: Stock
  strongroom: Strongroom
  queries: QueryRecord
  /** A browser in which someone is signed in. */
  browserOf(userGuid: string, ip?: string): Promise<Browser>
  close(): Promise<void>
}

const origin = 'http://localhost:3000'

/** Opens and fills an installation; `server` names a PostgreSQL server, null means SQLite. */
export async function openPlace(folder: string, server: string | null, size: number): Promise<Place> {
  const stock = stockOf(size)
  const dataDir = path.join(folder, `${server ? 'postgres' : 'sqlite'}-${size}`)
  mkdirSync(dataDir)
  const onPostgres = server ? await makePostgresDatabase(server) : null
  const entry = pathToFileURL(path.join(root, 'build/server/index.js')).href
  const built = (await import(entry)) as { createStrongroom: typeof createStrongroom }
  const config = {
    dataDir,
    databaseUrl: onPostgres?.url ?? null,
    publicUrl: new URL(origin),
    logLevel: 'error' as const,
  }
  // Once to make the tables and once to work, so that nothing is held while they are filled.
  await (await built.createStrongroom({ config })).close()
  const filler = onPostgres ? await openPostgresFiller(onPostgres.url) : openSqliteFiller(dataDir)
  const startedAt = performance.now()
  await fill(filler, stock, Date.now())
  const [seconds, bytes] = [(performance.now() - startedAt) / 1000, await filler.bytes()]
  await filler.close()
  console.log(
    `  ${size.toLocaleString('en')} shares filled in ${figure(seconds, 's', 1)}, ${figure(bytes / 1e6, 'MB')}`,
  )
  const strongroom = await built.createStrongroom({ config })
  await keepBasePages(strongroom, stock, dataDir)
  return {
    stock,
    strongroom,
    queries: recordQueries(strongroom.services.database),
    browserOf: (userGuid, ip) => browserOf(strongroom, userGuid, ip),
    close: async () => {
      await strongroom.close()
      await onPostgres?.remove()
    },
  }
}

/** White pages for the shares that are read: the rows of all others name bytes that are not there. */
async function keepBasePages({ services }: Strongroom, { received }: Stock, dataDir: string): Promise<void> {
  const { database, clock, keyRing: keys } = services
  const storage = await openDiskStorage({ dataDir })
  const vault = new Vault({ database, storage, keys, clock })
  const [width, height] = [1200, 1553]
  const base = encodeBasePage(new Uint8Array(width * height).fill(255), width, height)
  for (const guid of received) {
    const { guid: objectGuid } = await vault.store(base)
    await database.kysely
      .updateTable('page_image')
      .set({ object_guid: objectGuid })
      .where('file_guid', '=', guid)
      .execute()
  }
}

async function browserOf({ services, handle }: Strongroom, userGuid: string, ip = '127.0.0.1') {
  const browser = new Browser({ handle, now: Date.now }, { origin, ip })
  const { id } = await services.accounts.sessions.start(
    userGuid,
    { ip, userAgent: 'bench' },
    { isRemembered: true },
  )
  const cookies = makeCookies(services.config.publicUrl, services.keys.cookies)
  browser.cookies.keep(await cookies.session.serialize(id), browser.url)
  browser.cookies.keep(await cookies.browser.serialize('bench'), browser.url)
  return browser
}
