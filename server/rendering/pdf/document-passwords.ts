import type { Database, Transaction } from '#server/db/open.ts'
import type { FileTable } from '#server/db/schema.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { Vault } from '#server/storage/vault.ts'
import { documentPasswordName } from '#server/storage/keys/wrapped-columns.ts'
import { LockedPackage } from '#server/converting/packages/locked-package.ts'
import type { RenderEngine } from '#server/rendering/engine.ts'
import type { PagedFile } from '#server/rendering/pages/paged-file.ts'
import { passwordForms } from './sasl-prep.ts'
import { RenderError } from '#server/rendering/types.ts'

type Deps = { database: Database; keyRing: KeyRing }
type Kept = Pick<FileTable, 'kind' | 'render_status' | 'render_error'>

/** The passwords of documents themselves, as their senders gave them: stored with the file, encrypted. */
export class DocumentPasswords {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  async find(fileGuid: string): Promise<string | null> {
    const row = await this.#deps.database.kysely
      .selectFrom('file')
      .select('password_sealed')
      .where('guid', '=', fileGuid)
      .executeTakeFirst()
    if (!row?.password_sealed) return null
    return this.#deps.keyRing.unwrap(documentPasswordName(fileGuid), row.password_sealed).toString()
  }

  /** Answers the progress of a file that may need it; undefined, and stores nothing, if it does not. */
  async keep(fileGuid: string, password: string, tx?: Transaction): Promise<Kept | undefined> {
    const sealed = this.#deps.keyRing.wrap(documentPasswordName(fileGuid), Buffer.from(password))
    return (tx ?? this.#deps.database.kysely)
      .updateTable('file')
      .set({ password_sealed: sealed })
      .where('guid', '=', fileGuid)
      .where('kind', 'in', ['pdf', 'office', 'sheet'])
      .where('render_status', '!=', 'Rendered')
      .returning(['kind', 'render_status', 'render_error'])
      .executeTakeFirst()
  }

  /** Whether there is one, with the file locked until the end of the transaction: no one gives one meanwhile. */
  async hold(tx: Transaction, fileGuid: string): Promise<boolean> {
    const held = await tx
      .updateTable('file')
      .set((file) => ({ password_sealed: file.ref('password_sealed') }))
      .where('guid', '=', fileGuid)
      .where('render_status', '=', 'In Progress')
      .returning('password_sealed')
      .executeTakeFirst()
    return (held?.password_sealed ?? null) !== null
  }

  /** For a document that requires none. */
  async forget(fileGuid: string): Promise<void> {
    await this.#deps.database.kysely
      .updateTable('file')
      .set({ password_sealed: null })
      .where('guid', '=', fileGuid)
      .where('password_sealed', 'is not', null)
      .execute()
  }
}

type Needed = { engine: RenderEngine; vault: Vault }

/** The password as it opens a document, or null if it does not; what only LibreOffice opens is not tried here. */
export async function formThatOpens(
  deps: Needed,
  { kind, objectGuid }: Pick<PagedFile, 'kind' | 'objectGuid'>,
  password: string,
): Promise<string | null> {
  const locked = kind === 'pdf' ? null : await lockedPackage(deps.vault, objectGuid)
  if (kind !== 'pdf' && !locked) return password
  for (const form of passwordForms(password)) {
    if (locked ? await locked.unlock(form) : await mayOpen(deps, objectGuid, form)) return form
  }
  return null
}

/** An Office package that is encrypted with its own password; null if a file is not. */
export async function lockedPackage(vault: Vault, objectGuid: string): Promise<LockedPackage | null> {
  const sealed = await vault.open(objectGuid)
  return LockedPackage.open(async (start, length) => {
    const pieces: Buffer[] = []
    const end = Math.min(start + length, sealed.size)
    if (start < end) for await (const piece of sealed.read(start, end)) pieces.push(piece)
    return Buffer.concat(pieces)
  })
}

/** Whether a PDF requires no other password than this one; anything else wrong with it is found out later. */
async function mayOpen({ engine, vault }: Needed, objectGuid: string, password: string): Promise<boolean> {
  try {
    await engine.open('pdf', () => vault.bytes(objectGuid), objectGuid, password)
    return true
  } catch (error) {
    if (error instanceof RenderError) return error.reason !== 'password'
    throw error
  }
}
