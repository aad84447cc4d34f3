import path from 'node:path'
import type { Database } from '#server/db/open.ts'
import type { Log } from '#server/log.ts'
import type { AuditKey } from '../audit-key.ts'
import { checkAudit, type AuditReport } from './check.ts'
import { Heads, type OnSigned, type Signed } from './heads.ts'
import { HeadsFile, readHeads } from './heads-file.ts'

export type { AuditDamage, AuditReport } from './check.ts'
export type { Signed } from './heads.ts'
export { headLine } from './statement.ts'

type Deps = { database: Database; auditKey: AuditKey; dataDir: string; clock: () => number; log: Log }

/** The audit trail as a whole: its signed heads, and whether it is as it was written. */
export class Audit {
  readonly #deps: Deps
  readonly #file: HeadsFile
  readonly #heads: Heads

  constructor(deps: Deps) {
    this.#deps = deps
    this.#file = new HeadsFile(deps.dataDir)
    this.#heads = new Heads({ ...deps, file: this.#file })
  }

  onSigned(tell: OnSigned): void {
    this.#heads.onSigned(tell)
  }

  /** Signs what every chain is now; once a day, or when the operator asks. */
  sign(): Promise<Signed> {
    return this.#heads.sign()
  }

  /** Brings this machine's copy of the heads up to date, in each process. */
  copy(): Promise<void> {
    return this.#heads.copy()
  }

  /** Reads the whole trail. Compares the heads with the copy in the data folder, and with those in other files. */
  async check(files: readonly string[] = []): Promise<AuditReport> {
    const copies = []
    for (const name of [this.#file.path, ...files]) {
      const filed = await readHeads(name)
      if (!filed && files.includes(name)) throw new Error(`There is no file ${name}.`)
      if (filed) copies.push({ name: path.basename(name), filed })
    }
    return checkAudit(this.#deps, copies)
  }
}
