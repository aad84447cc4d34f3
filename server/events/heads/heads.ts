import type { Selectable } from 'kysely'
import type { Database, Transaction } from '#server/db/open.ts'
import type { AuditLeafTable } from '#server/db/schema.ts'
import type { Log } from '#server/log.ts'
import type { AuditKey } from '../audit-key.ts'
import { findBreakAfter, type Head } from '../chain.ts'
import type { HeadsFile } from './heads-file.ts'
import { leafHash, rootOf } from './merkle.ts'
import { headFormat, statementHash, type SignedHead, type Statement } from './statement.ts'

type Deps = { database: Database; auditKey: AuditKey; file: HeadsFile; clock: () => number; log: Log }

/** Is told of each head, in the transaction that signs it. */
export type OnSigned = (tx: Transaction, head: SignedHead) => Promise<void>

export type Signed = { head: SignedHead; chains: number; broken: string[] }

/** How many chains that do not hold the log names each time. */
const maxNamed = 20

/**
 * Signs once a day what every chain is: a head is the root of a tree over the last event of each chain with new events,
 * and contains the hash of the head before. It leaves the database at once. A chain that does not hold is not signed.
 */
export class Heads {
  readonly #deps: Deps
  #onSigned: OnSigned = async () => {}
  #copied: Promise<void> = Promise.resolve()

  constructor(deps: Deps) {
    this.#deps = deps
  }

  onSigned(tell: OnSigned): void {
    this.#onSigned = tell
  }

  /** Signs the next head. Each chain is read from where the head before left it. */
  async sign(): Promise<Signed> {
    const { database, log } = this.#deps
    let broken: string[] = []
    for (let left = 1; left > 0;) ({ broken, left } = await this.#collect())
    if (broken.length > 0)
      log.error(
        { subjects: broken.slice(0, maxNamed), count: broken.length },
        'The audit trail was changed: "strongroom audit verify" says where',
      )
    const signed = await database.transaction((tx) => this.#signLeaves(tx))
    const { statement, signature } = signed.head
    log.info({ head: JSON.parse(statement) as Statement, signature }, 'audit head')
    await this.copy()
    return { ...signed, broken }
  }

  /** Notes where each chain ends; `left` are those that were added to before they got their first seal. */
  async #collect(): Promise<{ broken: string[]; left: number }> {
    const { database } = this.#deps
    const broken: string[] = []
    let left = 0
    for (let after = ''; ;) {
      const heads = await this.#unsigned(after)
      if (heads.length === 0) return { broken, left }
      const whole: Head[] = []
      for (const head of heads) {
        if (await this.#isWhole(head)) whole.push(head)
        else broken.push(head.subject_guid)
      }
      // One at a time where others write at once: each waits for none but its own writers.
      const batchSize = database.kind === 'sqlite' ? whole.length : 1
      for (let at = 0; at < whole.length; at += batchSize)
        left += await database.transaction((tx) => this.#addLeaves(tx, whole.slice(at, at + batchSize)))
      after = heads.at(-1)!.subject_guid
    }
  }

  /** Adds the heads that this machine's file lacks, from the database; one call after the other. */
  copy(): Promise<void> {
    this.#copied = this.#copied.catch(() => undefined).then(() => this.#copyNow())
    return this.#copied
  }

  async #copyNow(): Promise<void> {
    const { database, file, log } = this.#deps
    const filed = (await file.read()) ?? []
    const last = filed.at(-1)?.head ?? null
    const heads = await database.kysely
      .selectFrom('audit_head')
      .select(['number', 'statement', 'signature'])
      .where('number', '>=', last?.number ?? 0)
      .orderBy('number')
      .execute()
    const same = last === null || heads.some(({ statement }) => statement === last.statement)
    if ((filed.length > 0 && last === null) || !same) {
      log.error({ file: file.path }, 'The signed heads in this file are not those of the database')
      return
    }
    await file.add(heads.filter(({ number }) => number > (last?.number ?? 0)))
  }

  #unsigned(after: string): Promise<Head[]> {
    return this.#deps.database.kysely
      .selectFrom('event_head')
      .selectAll()
      .whereRef('signed_until', '<', 'sequence')
      .where('subject_guid', '>', after)
      .orderBy('subject_guid')
      .limit(200)
      .execute()
  }

  async #isWhole(head: Head): Promise<boolean> {
    const { database, auditKey } = this.#deps
    const { subject_guid, kept_from, hash_before, signed_until } = head
    const isSigned = signed_until >= kept_from
    const from = isSigned
      ? await this.#leafOf(subject_guid, signed_until)
      : { subject_guid, sequence: kept_from - 1, hash: hash_before }
    if (!from) return false
    const isFirst = head.seal === '' && (await nextNumber(database)) === 1
    if (!isFirst && !auditKey.isSealed(head, head.seal)) return false
    return (await findBreakAfter(database.kysely, auditKey, from, head)) === null
  }

  #leafOf(subjectGuid: string, sequence: number): Promise<Selectable<AuditLeafTable> | undefined> {
    return this.#deps.database.kysely
      .selectFrom('audit_leaf')
      .selectAll()
      .where('subject_guid', '=', subjectGuid)
      .where('sequence', '=', sequence)
      .orderBy('number', 'desc')
      .limit(1)
      .executeTakeFirst()
  }

  async #addLeaves(tx: Transaction, heads: readonly Head[]): Promise<number> {
    const { auditKey } = this.#deps
    let left = 0
    const number = await this.#lockNumber(tx)
    for (const head of heads) {
      const { subject_guid, sequence, hash } = head
      // A chain from before there were seals gets its own, unless something was added to it meanwhile.
      const isUnsealed = head.seal === ''
      const { numUpdatedRows } = await tx
        .updateTable('event_head')
        .set({ signed_until: sequence, ...(isUnsealed && { seal: auditKey.seal(head) }) })
        .where('subject_guid', '=', subject_guid)
        .$if(isUnsealed, (query) => query.where('sequence', '=', sequence).where('seal', '=', ''))
        .executeTakeFirstOrThrow()
      if (numUpdatedRows === 0n) {
        left++
        continue
      }
      await tx
        .insertInto('audit_leaf')
        .values({ number, subject_guid, sequence, hash })
        .onConflict((conflict) =>
          conflict.columns(['number', 'subject_guid']).doUpdateSet({ sequence, hash }),
        )
        .execute()
    }
    return left
  }

  async #signLeaves(tx: Transaction): Promise<{ head: SignedHead; chains: number }> {
    const { auditKey, clock } = this.#deps
    const number = await this.#lockNumber(tx)
    const previous = await tx
      .selectFrom('audit_head')
      .select('statement')
      .where('number', '=', number - 1)
      .executeTakeFirst()
    const leaves = await leafHashes(tx, number)
    const at = clock()
    const stated: Statement = {
      format: headFormat,
      number,
      at: new Date(at).toISOString(),
      chains: leaves.length,
      root: rootOf(leaves),
      previous: previous ? statementHash(previous.statement) : '',
      key: auditKey.publicKey,
    }
    const statement = JSON.stringify(stated)
    const head = { number, statement, signature: auditKey.sign(statement) }
    await tx
      .insertInto('audit_head')
      .values({ ...head, at })
      .execute()
    await this.#onSigned(tx, head)
    return { head, chains: leaves.length }
  }

  /** The number of the next head; others who sign wait until the transaction has ended. */
  async #lockNumber(tx: Transaction): Promise<number> {
    await tx
      .updateTable('audit_key')
      .set((row) => ({ public_key: row.ref('public_key') }))
      .execute()
    return nextNumber({ kysely: tx })
  }
}

/** The leaves of a head, in their order. */
export async function leafHashes(kysely: Database['kysely'], number: number): Promise<Buffer[]> {
  const hashes: Buffer[] = []
  for (let after = ''; ;) {
    const rows = await leavesOf(kysely, number, after)
    for (const row of rows) hashes.push(leafHash(row))
    if (rows.length < leavesPerBatch) return hashes
    after = rows.at(-1)!.subject_guid
  }
}

const leavesPerBatch = 5000

/** Up to 5,000 leaves of a head, behind that of a subject. */
export function leavesOf(kysely: Database['kysely'], number: number, after: string) {
  return kysely
    .selectFrom('audit_leaf')
    .selectAll()
    .where('number', '=', number)
    .where('subject_guid', '>', after)
    .orderBy('subject_guid')
    .limit(leavesPerBatch)
    .execute()
}

async function nextNumber({ kysely }: Pick<Database, 'kysely'>): Promise<number> {
  const row = await kysely
    .selectFrom('audit_head')
    .select('number')
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()
  return (row?.number ?? 0) + 1
}
