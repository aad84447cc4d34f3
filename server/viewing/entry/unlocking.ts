import { sql } from 'kysely'
import { hashOfSecret, newSecret } from '#server/accounts/secrets.ts'
import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import { emailAddress, emailAddressMessage } from '#server/rules/accounts/email.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { PasskeyAttempts } from '#server/shares/passkeys/passkey-attempts.ts'
import type { FileKey } from '#server/storage/keys/file-key.ts'
import { loadFacts, type ShareAccess } from '#server/viewing/access/facts.ts'
import { holdKey } from './held-keys.ts'
import { readerKey, strangerRefusal, type Identity } from '#server/accounts/identity.ts'

/** A browser holds a file key for this long; then the passkey has to be entered again. */
const keyHolds = 12 * 3_600_000

type Deps = { database: Database; rendering: Rendering; tries: PasskeyAttempts; clock: () => number }

/** What a reader enters: the address only if none is confirmed. */
export type TypedPasskey = { passkey: string; email: string }

/** Entering the passkey of a share: it is required once, and this browser reads without it for 12 hours. */
export class Unlocking {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /**
   * Whether someone who enters the passkey must also enter an address: no one confirmed one, and it is not the owner.
   */
  static asksEmail({ policyFacts, email }: ShareAccess): boolean {
    return policyFacts.relationship === 'link visitor' && email === null
  }

  /**
   * Gives this browser the file key that a passkey opens, and returns the secret for its cookie; null if the passkey is
   * not required. Throws what the policy says; on their fields badForm, passkeyWrong, passkeyTooSoon, passkeyLocked;
   * also serverBusy.
   */
  async open(
    identity: Identity,
    shareGuid: string,
    typed: TypedPasskey,
    client: Client,
  ): Promise<string | null> {
    const { database, rendering, tries, clock } = this.#deps
    const found = await loadFacts(database.kysely, identity, shareGuid, clock())
    if (!found) throw new Problem(strangerRefusal(identity))
    const refusal = decide(found.policyFacts, 'open', clock())
    if (refusal === null) return null
    if (refusal !== 'passkeyNeeded') throw new Problem(refusal)
    const saysToBe = Unlocking.asksEmail(found) ? requireEmail(typed.email) : null
    const isOwner = found.policyFacts.relationship === 'owner'
    const fileKey = await tries.open(shareGuid, typed.passkey, {
      client,
      email: found.email,
      saysToBe,
      isOwner,
      known: await this.#knownReader(found, identity),
    })
    await rendering.prepareLocked(found.file.guid, fileKey)
    const keyHolder = identity.keyHolder ?? newSecret()
    await database.transaction(async (tx) => {
      await this.#hold(tx, identity, keyHolder, shareGuid, fileKey)
      if (saysToBe !== null) await introduce(tx, found, saysToBe, clock())
    })
    return keyHolder
  }

  /**
   * People on the list, people to whom the sender has shared anything before, and those who had the file open in this
   * browser before do not count as strangers.
   */
  async #knownReader(found: ShareAccess, identity: Identity): Promise<string | null> {
    const { shareGuid, recipientGuid, email } = found
    const { kysely } = this.#deps.database
    if (recipientGuid) return `recipient|${recipientGuid}`
    if (email !== null && (await hasSharedWith(kysely, found.sender.guid, email))) return `address|${email}`
    const visit = await kysely
      .selectFrom('visit')
      .select('guid')
      .where('share_guid', '=', shareGuid)
      .where('reader_key', '=', readerKey(identity))
      .limit(1)
      .executeTakeFirst()
    return visit ? `reader|${readerKey(identity)}` : null
  }

  async #hold(
    tx: Transaction,
    identity: Identity,
    keyHolder: string,
    shareGuid: string,
    fileKey: FileKey,
  ): Promise<void> {
    const now = this.#deps.clock()
    const { half, lockedKey } = holdKey(identity, keyHolder, shareGuid, fileKey)
    const held = {
      reader_key: readerKey(identity),
      half,
      locked_key: lockedKey,
      created_at: now,
      ends_at: now + keyHolds,
    }
    await tx
      .insertInto('held_key')
      .values({ share_guid: shareGuid, holder_hash: hashOfSecret(keyHolder), ...held })
      .onConflict((conflict) => conflict.columns(['share_guid', 'holder_hash']).doUpdateSet(held))
      .execute()
  }

  /** Forgets everything that a browser holds: its secret no longer opens anything. */
  async forget(keyHolder: string): Promise<void> {
    await this.#deps.database.kysely
      .deleteFrom('held_key')
      .where('holder_hash', '=', hashOfSecret(keyHolder))
      .execute()
  }

  /** Removes what no browser can use any more, and returns how many. */
  async sweep(): Promise<number> {
    const { database, clock } = this.#deps
    const { numDeletedRows } = await database.kysely
      .deleteFrom('held_key')
      .where('ends_at', '<=', clock())
      .executeTakeFirst()
    return Number(numDeletedRows)
  }
}

/** To whom a recipient has forwarded a file does not count: that could be anyone. */
async function hasSharedWith(
  kysely: Database['kysely'],
  senderGuid: string,
  email: string,
): Promise<boolean> {
  const recipient = await kysely
    .selectFrom('recipient')
    .innerJoin('share', 'share.guid', 'recipient.share_guid')
    .select('recipient.guid')
    .where('share.owner_guid', '=', senderGuid)
    .where(sql`lower(recipient.email)`, '=', email.toLowerCase())
    .where('recipient.forwarded_by', 'is', null)
    .limit(1)
    .executeTakeFirst()
  return recipient !== undefined
}

function requireEmail(typed: string): string {
  const email = emailAddress(typed)
  if (!email) throw new Problem('badForm', { field: 'email', text: emailAddressMessage })
  return email
}

/** Records who a reader claims to be; a name that was given stays. */
async function introduce(
  tx: Transaction,
  { shareGuid, reader }: ShareAccess,
  email: string,
  now: number,
): Promise<void> {
  await tx
    .insertInto('introduction')
    .values({ share_guid: shareGuid, reader, first_name: '', last_name: '', email, created_at: now })
    .onConflict((conflict) => conflict.columns(['share_guid', 'reader']).doUpdateSet({ email }))
    .execute()
}
