import { randomBytes } from 'node:crypto'
import { Problem } from '#server/rules/problems.ts'
import type { KeyRing } from './keys/key-ring.ts'
import type { FlightBudget } from './sealed/flight-budget.ts'
import { SealedWriter, type Sealed } from './sealed/sealed-writer.ts'
import { hasNewNonces, secretIn, withNewNonces } from './sealed/nonces.ts'
import { frameSize, newHeader, sealedSize } from './sealed/sealing.ts'
import { openSmall, sealSmall } from './sealed/small-seal.ts'
import { StandingWriter } from './standing-writer.ts'
import { ObjectMissing, type HaltingWriter, type Storage } from './storage.ts'

/** An object that is written in several goes, as its caller keeps it between them; the header in hexadecimal. */
export type BegunObject = { guid: string; wrappedKey: string; header: string; sealed: Sealed }

type Deps = { storage: Storage; keys: KeyRing; budget: FlightBudget }

/** Objects that are written in several goes, by whatever process. They get their row when the last one is finished. */
export class BegunObjects {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A new one. Nothing is stored yet. */
  make(guid: string): BegunObject {
    const wrappedKey = this.#deps.keys.wrap(guid, randomBytes(32))
    return { guid, wrappedKey, header: newHeader().toString('hex'), sealed: { size: 0, crc32: 0, mark: '' } }
  }

  /**
   * A writer that goes on where the last one halted; its abort leaves what was halted. What was written and not halted
   * is written over, with other nonces. Throws ObjectMissing, Problem storageFull, storageAway, and uploadChanged when
   * that has happened far too often.
   */
  async resume(object: BegunObject): Promise<SealedWriter> {
    const { storage, budget } = this.#deps
    const { guid, header, sealed } = object
    const bytes = sealed.size === 0 ? 0 : sealedSize(sealed.size)
    const target = await storage
      .resume(guid, { bytes, mark: sealed.mark })
      .catch((error: unknown) => this.#standing(error, guid, { at: bytes, mark: sealed.mark }))
    const [key, wrappedKey] = target.isWrittenOn
      ? this.#withNewNonces(object)
      : [this.#keyOf(object), object.wrappedKey]
    const record = async (): Promise<void> => undefined
    return new SealedWriter(
      { guid, key, wrappedKey, isLocked: false, target, budget, record },
      { header: Buffer.from(header, 'hex'), from: sealed, target },
    )
  }

  #withNewNonces(object: BegunObject): [Buffer, string] {
    const key = withNewNonces(this.#keyOf(object), object.sealed.size / frameSize)
    if (!key) throw new Problem('uploadChanged')
    return [key, this.#deps.keys.wrap(object.guid, key)]
  }

  /** Where what was halted is gone: a process can have finished the object, and ended before that was noted. */
  async #standing(
    missing: unknown,
    guid: string,
    from: { at: number; mark: string },
  ): Promise<HaltingWriter> {
    if (!(missing instanceof ObjectMissing)) throw missing
    return new StandingWriter(await this.#deps.storage.open(guid), from)
  }

  /** Seals the bytes that fill no frame yet, for the caller to keep; in base64. */
  sealRest(object: BegunObject, rest: Buffer): string {
    return sealSmall(secretIn(this.#keyOf(object)), restName(object), rest).toString('base64')
  }

  openRest(object: BegunObject, sealed: string): Buffer {
    const opened = openSmall(secretIn(this.#keyOf(object)), restName(object), Buffer.from(sealed, 'base64'))
    if (!opened) throw new Error(`What is kept of the unfinished object ${object.guid} does not open`)
    return opened
  }

  /** Removes what is stored of one. Absent is fine. */
  async forget(guid: string, mark: string): Promise<void> {
    await this.#deps.storage.forget(guid, mark)
  }

  /** Whether some of it was written over others that had been given up, but may still have been under way. */
  isWrittenOver(object: Pick<BegunObject, 'guid' | 'wrappedKey'>): boolean {
    return hasNewNonces(this.#keyOf(object))
  }

  #keyOf({ guid, wrappedKey }: Pick<BegunObject, 'guid' | 'wrappedKey'>): Buffer {
    return this.#deps.keys.unwrap(guid, wrappedKey)
  }
}

function restName({ guid }: BegunObject): string {
  return `rest:${guid}`
}
