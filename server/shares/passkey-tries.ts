import type { Client } from '#server/accounts/sessions.ts'
import type { Database } from '#server/db/open.ts'
import { networkOf } from '#server/http/network.ts'
import type { RateLimit, RateLimits } from '#server/http/rate.ts'
import type { Post } from '#server/mail/post.ts'
import { Problem } from '#server/rules/problems.ts'
import type { FileKey } from '#server/storage/file-key.ts'
import type { KeyRing } from '#server/storage/key-ring.ts'
import type { Detail, Tracking } from '#server/tracking/tracking.ts'
import { passkeyLockedLetter } from './passkey-letter.ts'
import { openedBy } from './passkey-rows.ts'

const second = 1000
const minute = 60 * second
const hour = 60 * minute

/** Wrong passkeys for one share from one network: ten an hour; before that, each few come slower than the last. */
const lock: RateLimit = { count: 10, per: hour }
const pauses: RateLimit[] = [
  { count: 3, per: 15 * second },
  { count: 5, per: 2 * minute },
  { count: 7, per: 10 * minute },
]
const onceAnHour: RateLimit = { count: 1, per: hour }

export type PasskeyTriesNeeds = {
  database: Database
  keyRing: KeyRing
  rates: RateLimits
  tracking: Tracking
  post: Post
  publicUrl: URL
}

/** Who tries, as far as that is known: an address that was proved, or one that somebody only says is his. */
export type Trying = { client: Client; email: string | null; saysToBe?: string | null; isOwner: boolean }

/** Typing a passkey, wherever it is typed: counted for each share and network, so that nobody guesses through. */
export class PasskeyTries {
  readonly #needs: PasskeyTriesNeeds

  constructor(needs: PasskeyTriesNeeds) {
    this.#needs = needs
  }

  /**
   * The file key that a passkey opens. A right one is no try. Throws notFound where the share has no passkey, and on
   * the field passkeyWrong, passkeyTooSoon, passkeyLocked; also serverBusy.
   */
  async open(shareGuid: string, passkey: string, by: Trying, field = 'passkey'): Promise<FileKey> {
    const { database, keyRing } = this.#needs
    const row = await database.kysely
      .selectFrom('passkey')
      .selectAll()
      .where('share_guid', '=', shareGuid)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    const name = `passkey|${shareGuid}|${networkOf(by.client.ip)}`
    const taken = await this.#take(name, field)
    const fileKey = await openedBy(keyRing, shareGuid, row, passkey).catch(async (error: unknown) => {
      await this.#giveBack(taken)
      throw error
    })
    if (fileKey) {
      await this.#giveBack(taken)
      return fileKey
    }
    await this.#noteWrong(shareGuid, name, by)
    throw new Problem('passkeyWrong', { field })
  }

  /** Counts a try in every window, or in none. Answers the windows. */
  async #take(name: string, field: string): Promise<string[]> {
    const { rates } = this.#needs
    if ((await rates.left(windowKey(name, lock), lock)) < 1) throw new Problem('passkeyLocked', { field })
    const taken: string[] = []
    // The lock last: what is refused for coming too soon never counts towards it, not for a moment.
    for (const limit of [...pauses, lock]) {
      const key = windowKey(name, limit)
      if (await rates.take(key, limit)) {
        taken.push(key)
        continue
      }
      await this.#giveBack(taken)
      throw new Problem(limit === lock ? 'passkeyLocked' : 'passkeyTooSoon', { field })
    }
    return taken
  }

  async #giveBack(taken: string[]): Promise<void> {
    for (const key of taken) await this.#needs.rates.giveBack(key)
  }

  async #noteWrong(
    shareGuid: string,
    name: string,
    { client, email, saysToBe, isOwner }: Trying,
  ): Promise<void> {
    const { tracking, rates } = this.#needs
    const detail: Detail = saysToBe ? { saysToBe } : {}
    const event = { subjectGuid: shareGuid, email, client, detail }
    await tracking.append(null, { ...event, kind: 'PasskeyWrong' })
    if ((await rates.left(windowKey(name, lock), lock)) > 0) return
    if (!(await rates.take(`${name}|locked`, onceAnHour))) return
    await tracking.append(null, { ...event, kind: 'PasskeyLocked' })
    if (!isOwner) await this.#tellOwner(shareGuid, client)
  }

  /** One letter an hour, from however many networks somebody guesses. */
  async #tellOwner(shareGuid: string, client: Client): Promise<void> {
    const { database, rates, post, publicUrl } = this.#needs
    if (!(await rates.take(`passkey-letter|${shareGuid}`, onceAnHour))) return
    await database.transaction(async (tx) => {
      const owner = await tx
        .selectFrom('share')
        .innerJoin('user', 'user.guid', 'share.owner_guid')
        .select('user.email')
        .where('share.guid', '=', shareGuid)
        .executeTakeFirst()
      if (owner)
        await post.post(tx, passkeyLockedLetter(owner.email, { shareGuid, ip: client.ip, publicUrl }))
    })
  }
}

function windowKey(name: string, { per }: RateLimit): string {
  return `${name}|${per}`
}
