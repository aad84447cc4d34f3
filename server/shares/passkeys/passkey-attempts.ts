import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import { networkOf } from '#server/http/limits/network.ts'
import type { RateLimit, RateLimits, UsedUp } from '#server/http/limits/rate.ts'
import { takeStaged } from '#server/http/limits/strangers.ts'
import { waitingTime } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import type { FileKey } from '#server/storage/keys/file-key.ts'
import type { KeyRing } from '#server/storage/keys/key-ring.ts'
import type { Detail, Events } from '#server/events/events.ts'
import { meaningOf, passkeyWindows, type Trier } from './passkey-limits.ts'
import { openedBy } from './passkey-rows.ts'

const onceAnHour: RateLimit = { count: 1, per: 3_600_000 }

export type PasskeyTriesDeps = {
  database: Database
  keyRing: KeyRing
  rates: RateLimits
  events: Events
}

/**
 * Who is trying, as far as that is known: a confirmed address, or one that someone only claims. `known` identifies
 * people whom strangers cannot impersonate: the owner, a person on the list, someone who had the file open before.
 */
export type Trying = {
  client: Client
  email: string | null
  saysToBe?: string | null
  isOwner: boolean
  known?: string | null
}

/** Entering a passkey, wherever that is: counted for each share and person, so that no one can guess it. */
export class PasskeyAttempts {
  readonly #deps: PasskeyTriesDeps

  constructor(deps: PasskeyTriesDeps) {
    this.#deps = deps
  }

  /**
   * The file key that a passkey opens. A right one does not count. Throws notFound if the share has no passkey, and on
   * the field passkeyWrong, passkeyTooSoon, passkeyLocked, passkeyGuessed; also serverBusy.
   */
  async open(shareGuid: string, passkey: string, by: Trying, field = 'passkey'): Promise<FileKey> {
    const { database, keyRing, rates } = this.#deps
    const row = await database.kysely
      .selectFrom('passkey')
      .selectAll()
      .where('share_guid', '=', shareGuid)
      .executeTakeFirst()
    if (!row) throw new Problem('notFound')
    const trier: Trier = {
      shareGuid,
      own: by.isOwner ? 'owner' : (by.known ?? null),
      ip: by.client.ip,
      passkey: { chosenAt: row.created_at, isVeryStrong: row.is_very_strong === 1 },
    }
    const counted = await takeStaged(rates, passkeyWindows(trier))
    if (counted.usedUp) throw refusal(counted.usedUp, trier, field)
    const fileKey = await openedBy(keyRing, shareGuid, row, passkey).catch(async (error: unknown) => {
      await rates.giveBackAll(counted.taken)
      throw error
    })
    if (fileKey) {
      await rates.giveBackAll(counted.taken)
      return fileKey
    }
    await this.#noteWrong(trier, by)
    if (counted.isThereafter) throw await this.#wrongWhileGuessedAt(trier, field)
    throw new Problem('passkeyWrong', { field })
  }

  async #noteWrong(trier: Trier, { client, email, saysToBe, isOwner }: Trying): Promise<void> {
    const { events, rates } = this.#deps
    const { shareGuid, own } = trier
    const detail: Detail = saysToBe ? { saysToBe } : {}
    const event = { subject: shareGuid, actor: email, client, detail }
    await events.record(null, { ...event, kind: 'PasskeyWrong' })
    const { always, atFirst } = passkeyWindows(trier)
    const usedUp = await rates.usedUp([...always, ...atFirst])
    const meaning = usedUp && meaningOf(usedUp.key, trier)
    if (meaning === null || meaning === 'pause') return
    const who = meaning === 'lock' ? (own ?? networkOf(client.ip)) : 'everywhere'
    const kind = meaning === 'lock' ? 'PasskeyLocked' : 'PasskeyGuessed'
    await rates.within(`passkey-told|${shareGuid}|${who}`, onceAnHour, (tx) =>
      events.record(tx, { ...event, kind, facts: { isOwner } }),
    )
  }

  /** The wait is that of this network, for a next attempt. */
  async #wrongWhileGuessedAt(trier: Trier, field: string): Promise<Problem> {
    const { always, thereafter } = passkeyWindows(trier)
    const { wait } = (await this.#deps.rates.usedUp([...always, ...thereafter])) ?? { wait: 1000 }
    const text = `Wrong passkey. Many wrong ones were entered for this file, from several networks, so only a few attempts from yours are checked: the next in ${waitingTime(wait)}. The sender was notified.`
    return new Problem('passkeyGuessed', { field, wait, text })
  }
}

function refusal({ key, wait }: UsedUp, trier: Trier, field: string): Problem {
  const meaning = meaningOf(key, trier)
  if (meaning === 'pause') return new Problem('passkeyTooSoon', { field, wait })
  if (meaning === 'lock') return new Problem('passkeyLocked', { field, wait })
  const text = `Too many wrong passkeys were entered for this file, from several networks. Try again in ${waitingTime(wait)}, or now: sign in with an address to which the sender has shared a file before. The sender was notified.`
  return new Problem('passkeyGuessed', { field, wait, text })
}
