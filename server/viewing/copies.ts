import type { Client } from '#server/accounts/sessions.ts'
import type { Database } from '#server/db/open.ts'
import { decide } from '#server/rules/gate.ts'
import { Problem } from '#server/rules/problems.ts'
import type { View } from '#server/rules/view-as.ts'
import type { Rendering } from '#server/rendering/rendering.ts'
import type { Vault } from '#server/storage/vault.ts'
import { loadFacts } from './facts.ts'
import type { Identity } from './identity.ts'
import { lookAs } from './view-as.ts'
import type { Copy, Viewing } from './viewing.ts'
import { watermarkLook } from './watermark.ts'

type Needs = {
  database: Database
  viewing: Viewing
  rendering: Rendering
  vault: Vault
  clock: () => number
}

/** `asRecipient`: the sender gets what a recipient would. */
export type CopyKind = View | 'asRecipient'

/** Copies of a file for whoever says as what he wants it (specification 2 section 6, reading B16). */
export class Copies {
  readonly #needs: Needs

  constructor(needs: Needs) {
    this.#needs = needs
  }

  /** Throws what the gate says, and viewRefused; another `version` is for the owner alone, as the owner. */
  async open(
    identity: Identity,
    shareGuid: string,
    kind: CopyKind,
    client: Client,
    version?: number,
  ): Promise<Copy> {
    const { viewing } = this.#needs
    if (kind === 'asRecipient' && version !== undefined) throw new Problem('viewRefused')
    if (kind === 'asRecipient') return this.#asRecipient(identity, shareGuid, client)
    await lookAs(viewing, identity, shareGuid, kind)
    return viewing.download(identity, shareGuid, client, version)
  }

  /** What is known of a copy that would be handed over now; hands nothing over. Throws what `open` throws. */
  async check(identity: Identity, shareGuid: string, kind: CopyKind, client: Client): Promise<Copy['found']> {
    const copy = await this.open(identity, shareGuid, kind, client)
    if (copy.kind === 'original') copy.source.close()
    return copy.found
  }

  async #asRecipient(identity: Identity, shareGuid: string, client: Client): Promise<Copy> {
    const { database, viewing, rendering, vault, clock } = this.#needs
    const now = clock()
    const found = await loadFacts(database.kysely, identity, shareGuid, now)
    if (found?.gate.standing !== 'owner') return viewing.download(identity, shareGuid, client)
    // A recipient who has done all that comes before the file.
    const facts = { ...found.gate, standing: 'recipient', isOpened: true, owesTerms: false } as const
    const refusal = decide({ ...facts, owesName: false }, 'download', now)
    if (refusal) throw new Problem(refusal)
    if (!found.watermark)
      return { kind: 'original', found, source: await vault.open(found.file.objectGuid, found.file.key) }
    return { kind: 'watermarked', found, pdf: rendering.pdf(found.file, watermarkLook(found, client, now)) }
  }
}
