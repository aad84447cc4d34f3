import type { Database, Transaction } from '#server/db/open.ts'
import { prepared, type Slots } from '#server/db/prepared.ts'
import { unlessMissing } from '#server/storage/storage.ts'
import type { Vault } from '#server/storage/vault.ts'
import type { RenderEngine } from '#server/rendering/engine.ts'
import type { Conversions } from '#server/rendering/preparing/conversions.ts'
import type { DocumentPasswords } from '#server/rendering/pdf/document-passwords.ts'
import { pageSource } from './page-source.ts'
import type { PagedFile } from './paged-file.ts'
import type { BasePage } from '#server/rendering/types.ts'

/** How long base pages are kept; afterwards they are rendered again when someone reads. */
const kept = 30 * 86_400_000

type Deps = {
  database: Database
  vault: Vault
  engine: RenderEngine
  conversions: Conversions
  passwords: DocumentPasswords
  clock: () => number
}

/** `source` is the object that it was rendered from. */
type NewPage = { number: number; width: number; objectGuid: string; source: string }

type PageKey = { fileGuid: string; number: number; width: number }

const pageImage = prepared((kysely, { fileGuid, number, width }: Slots<PageKey>) =>
  kysely
    .selectFrom('page_image')
    .select('object_guid')
    .where('file_guid', '=', fileGuid)
    .where('number', '=', number)
    .where('width', '=', width),
)

/** Pages without a watermark: rendered once, stored encrypted like the original, and locked if it is. */
export class BasePages {
  readonly #deps: Deps
  /** Those being rendered now, so that two readers of one page wait for the same rendering. */
  readonly #underWay = new Map<string, Promise<BasePage>>()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** One page, from 1, `width` pixels wide. Throws RenderError, ObjectLocked. */
  get(file: PagedFile, number: number, width: number): Promise<BasePage> {
    const key = `${file.guid}/${number}/${width}`
    const underWay = this.#underWay.get(key)
    if (underWay) return underWay
    const made = this.#cachedOrRendered(file, number, width).finally(() => this.#underWay.delete(key))
    this.#underWay.set(key, made)
    return made
  }

  async #cachedOrRendered(file: PagedFile, number: number, width: number): Promise<BasePage> {
    const { database, vault, engine } = this.#deps
    const [cached] = await pageImage(database.lookups, { fileGuid: file.guid, number, width })
    // A stored page may be removed just now: another process cleans up.
    const found = cached && (await vault.bytes(cached.object_guid, file.key).catch(unlessMissing))
    if (found) return found
    const source = await pageSource(this.#deps, file)
    const bytes = () => vault.bytes(source.objectGuid, file.key)
    const { kind, objectGuid: key, password } = source
    const base = await engine.render(kind, bytes, key, number, width, password)
    const { guid: objectGuid } = await vault.store(base, file.key)
    const page = { number, width, objectGuid, source: source.objectGuid }
    if (!(await this.#keepPage(file, page))) await vault.remove(objectGuid)
    return base
  }

  /**
   * Only if the file, or its conversion, is still what the page was rendered from: one that was locked in the meantime
   * keeps no unlocked page, and one that was converted again none from before.
   */
  #keepPage(
    { guid, objectGuid: original }: PagedFile,
    { number, width, objectGuid, source }: NewPage,
  ): Promise<boolean> {
    const { database, clock } = this.#deps
    return database.transaction(async (tx) => {
      // An update that changes nothing: it locks the row against someone encrypting the file at the same
      // time.
      const held = await tx
        .updateTable('file')
        .set((file) => ({ object_guid: file.ref('object_guid') }))
        .where('guid', '=', guid)
        .where('object_guid', '=', original)
        .returning('guid')
        .executeTakeFirst()
      if (!held || (source !== original && !(await isMadeOf(tx, guid, source)))) return false
      const row = await tx
        .insertInto('page_image')
        .values({ file_guid: guid, number, width, object_guid: objectGuid, created_at: clock() })
        .onConflict((conflict) => conflict.doNothing())
        .returning('object_guid')
        .executeTakeFirst()
      return row !== undefined
    })
  }

  /** Removes all of a file. */
  async drop(tx: Transaction, fileGuid: string): Promise<void> {
    const pages = await tx
      .deleteFrom('page_image')
      .where('file_guid', '=', fileGuid)
      .returning('object_guid')
      .execute()
    for (const { object_guid } of pages) await this.#deps.vault.remove(object_guid, tx)
  }

  /** Removes those that are old and answers how many. */
  async sweep(): Promise<number> {
    const { database, vault, clock } = this.#deps
    const old = await database.kysely
      .selectFrom('page_image')
      .selectAll()
      .where('created_at', '<', clock() - kept)
      .limit(1000)
      .execute()
    for (const { file_guid, number, width, object_guid } of old) {
      await database.kysely
        .deleteFrom('page_image')
        .where('file_guid', '=', file_guid)
        .where('number', '=', number)
        .where('width', '=', width)
        .execute()
      await vault.remove(object_guid)
    }
    return old.length
  }
}

/** Whether the pages of a file are still rendered from this object. */
async function isMadeOf(tx: Transaction, fileGuid: string, objectGuid: string): Promise<boolean> {
  const made = await tx
    .selectFrom('conversion')
    .select('object_guid')
    .where('file_guid', '=', fileGuid)
    .where('purpose', '=', 'pages')
    .executeTakeFirst()
  return made?.object_guid === objectGuid
}
