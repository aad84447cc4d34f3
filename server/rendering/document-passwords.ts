import type { Database, Transaction } from '#server/db/open.ts'
import type { KeyRing } from '#server/storage/key-ring.ts'
import type { Vault } from '#server/storage/vault.ts'
import { documentPasswordName } from '#server/storage/wrapped-columns.ts'
import { LockedPackage } from '#server/converting/locked-package.ts'
import type { RenderEngine } from './engine.ts'
import type { PagedFile } from './page-source.ts'
import { passwordForms } from './sasl-prep.ts'
import { RenderError } from './types.ts'

type Needs = { database: Database; keyRing: KeyRing }

/** The passwords that documents themselves ask for, as their senders gave them: kept with the file, sealed. */
export class DocumentPasswords {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  async find(fileGuid: string): Promise<string | null> {
    const row = await this.#needs.database.kysely
      .selectFrom('file')
      .select('password_sealed')
      .where('guid', '=', fileGuid)
      .executeTakeFirst()
    if (!row?.password_sealed) return null
    return this.#needs.keyRing.unwrap(documentPasswordName(fileGuid), row.password_sealed).toString()
  }

  async keep(tx: Transaction, fileGuid: string, password: string): Promise<void> {
    const sealed = this.#needs.keyRing.wrap(documentPasswordName(fileGuid), Buffer.from(password))
    await tx.updateTable('file').set({ password_sealed: sealed }).where('guid', '=', fileGuid).execute()
  }
}

type Needed = { engine: RenderEngine; vault: Vault }

/** The password as it opens a document, or null where it does not. */
export async function formThatOpens(
  needs: Needed,
  { kind, objectGuid }: Pick<PagedFile, 'kind' | 'objectGuid'>,
  password: string,
): Promise<string | null> {
  const locked = kind === 'pdf' ? null : await lockedPackage(needs.vault, objectGuid)
  if (kind !== 'pdf' && !locked) return null
  for (const form of passwordForms(password)) {
    if (locked ? await locked.unlock(form) : await mayOpen(needs, objectGuid, form)) return form
  }
  return null
}

/** A package of Office that is locked with a password of its own; null where a file is none. */
export async function lockedPackage(vault: Vault, objectGuid: string): Promise<LockedPackage | null> {
  const sealed = await vault.open(objectGuid)
  return LockedPackage.open(async (start, length) => {
    const pieces: Buffer[] = []
    const end = Math.min(start + length, sealed.size)
    if (start < end) for await (const piece of sealed.read(start, end)) pieces.push(piece)
    return Buffer.concat(pieces)
  })
}

/** Whether a PDF does not ask for another password than this one; what else is wrong with it is found out later. */
async function mayOpen({ engine, vault }: Needed, objectGuid: string, password: string): Promise<boolean> {
  try {
    await engine.open('pdf', () => vault.bytes(objectGuid), objectGuid, password)
    return true
  } catch (error) {
    if (error instanceof RenderError) return error.reason !== 'password'
    throw error
  }
}
