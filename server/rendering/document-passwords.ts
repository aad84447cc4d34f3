import type { Database, Transaction } from '#server/db/open.ts'
import type { KeyRing } from '#server/storage/key-ring.ts'
import type { Vault } from '#server/storage/vault.ts'
import { documentPasswordName } from '#server/storage/wrapped-columns.ts'
import type { RenderEngine } from './engine.ts'
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

/** Whether a PDF does not ask for another password than this one; what else is wrong with it is found out later. */
export async function mayOpen(
  { engine, vault }: { engine: RenderEngine; vault: Vault },
  objectGuid: string,
  password: string,
): Promise<boolean> {
  try {
    await engine.open('pdf', () => vault.bytes(objectGuid), objectGuid, password)
    return true
  } catch (error) {
    if (error instanceof RenderError) return error.reason !== 'password'
    throw error
  }
}
