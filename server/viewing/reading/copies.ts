import type { Client } from '#server/accounts/sign-in/sessions.ts'
import type { Database } from '#server/db/open.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem } from '#server/rules/problems.ts'
import type { View } from '#server/rules/reading/view-as.ts'
import type { MarkedCopies } from '#server/rendering/watermark/marked-copies.ts'
import type { Vault } from '#server/storage/vault.ts'
import { copyOf, type Copy } from './copy.ts'
import { loadFacts } from '#server/viewing/access/facts.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { lookAs } from '#server/viewing/access/view-as.ts'
import type { Viewing } from './viewing.ts'
import { watermarkLook } from './watermark.ts'

type Deps = {
  database: Database
  viewing: Viewing
  markedCopies: MarkedCopies
  vault: Vault
  clock: () => number
}

/** `asRecipient`: the sender gets what a recipient would. */
export type CopyKind = View | 'asRecipient'

/** Copies of a file, in the role the caller names: as its sender or as a recipient. */
export class Copies {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws what the policy says, and viewRefused; another `version` is for the owner alone, as the owner. */
  async open(
    identity: Identity,
    shareGuid: string,
    kind: CopyKind,
    client: Client,
    version?: number,
  ): Promise<Copy> {
    const { viewing } = this.#deps
    const isAsRecipient = kind === 'asRecipient' || kind === 'ownerasrecipient'
    if (isAsRecipient && version !== undefined) throw new Problem('viewRefused')
    if (kind !== 'asRecipient') await lookAs(viewing, identity, shareGuid, kind)
    if (isAsRecipient) return this.#asRecipient(identity, shareGuid, client)
    return viewing.download(identity, shareGuid, client, version)
  }

  /** What is known about a copy that would be sent now; sends nothing. Throws what `open` throws. */
  async check(identity: Identity, shareGuid: string, kind: CopyKind, client: Client): Promise<Copy['found']> {
    const copy = await this.open(identity, shareGuid, kind, client)
    if (copy.kind === 'original') copy.source.close()
    return copy.found
  }

  async #asRecipient(identity: Identity, shareGuid: string, client: Client): Promise<Copy> {
    const { database, viewing, clock } = this.#deps
    const now = clock()
    const found = await loadFacts(database.lookups, identity, shareGuid, now)
    if (found?.policyFacts.relationship !== 'owner') return viewing.download(identity, shareGuid, client)
    // A recipient who has completed every step before the file.
    const facts = {
      ...found.policyFacts,
      relationship: 'recipient',
      isOpened: true,
      owesTerms: false,
    } as const
    const mayDownload = found.room ? found.room.letsDownload : facts.mayDownload
    const refusal = decide({ ...facts, mayDownload, owesName: false }, 'download', now)
    if (refusal) throw new Problem(refusal)
    return copyOf(this.#deps, found, watermarkLook(found, client, now))
  }
}
