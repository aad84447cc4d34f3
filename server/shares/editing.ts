import { isDeepStrictEqual } from 'node:util'
import type { User } from '#server/accounts/accounts.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import { contradictionIn } from '#server/rules/sharing/contradictions.ts'
import { spamMessage } from '#server/rules/text/messages.ts'
import { renamed } from '#server/rules/accounts/names.ts'
import { maxMessageLength, type Protections } from '#server/rules/sharing/options.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { termsText } from '#server/rules/sharing/terms.ts'
import { latestTeamTerms } from '#server/teams/terms-rows.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import { oldAndNew } from '#server/rules/text/changes.ts'
import type { Events } from '#server/events/events.ts'
import { changesBetween, type ShareState } from './changes.ts'
import { termsOf } from './requests/requested-terms.ts'
import type { Invitations } from './sending/invitations.ts'
import { addPeople } from './people/added-recipients.ts'
import { ownShare } from './own-share.ts'
import { readRecipients, type NewRecipient } from './people/recipients.ts'
import { requireFit, type CanShow } from './sending/new-share.ts'
import { columnsOf, otherOptionsIn, type ShareRow } from './rows.ts'
import { indexWords } from './lists/words.ts'

/** What an owner wants a share to be. */
export type ShareChange = Omit<ShareState, 'otherOptions'> & {
  /** If omitted, they stay as they are. */
  otherOptions?: readonly string[]
  /** More people, as entered or pasted. */
  added: string
  /** The guids of those whose access is removed. */
  removed: readonly string[]
}

/** What an edit did: the names of the fields, and how many people were added and removed. */
export type Edited = { fields: string[]; added: number; removed: number }

/** A share as it is edited. */
export type Editable = { share: ShareRow; state: ShareState; hasTeamTerms: boolean }

type Deps = {
  database: Database
  events: Events
  plans: Plans
  invitations: Invitations
  /** Words that texts for other people must not have. */
  words: { blockedWords?: WordFilter }
  canShow: CanShow
  clock: () => number
}

/** Changing a share after it was sent: everything decided then can be decided again, except the passkey. */
export class Editing {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** A share of the actor's, with what can be changed. Throws notFound for anyone else's. */
  async find(actor: User, shareGuid: string): Promise<Editable> {
    const { kysely } = this.#deps.database
    const share = await ownShare(kysely, actor, shareGuid)
    return {
      share,
      state: await stateOf(kysely, share),
      hasTeamTerms: (await latestTeamTerms(kysely, actor)) !== null,
    }
  }

  /**
   * Changes a share as its owner wants, entirely or not at all; `revision` is the state they saw. Changes apply to
   * readers' next requests. Throws notFound, changedMeanwhile if the share is no longer as it was seen,
   * fileNameRefused, textRefused, badForm on the field of a contradiction, and what the list of people throws.
   */
  async update(actor: User, shareGuid: string, change: ShareChange, revision: number): Promise<Edited> {
    const { database, plans } = this.#deps
    const { protections } = change
    const contradiction = contradictionIn(protections)
    if (contradiction) throw new Problem('badForm', contradiction)
    const added = readRecipients(change.added, plans.of(actor.tierCode).maxRecipients, 'public')
    return database.transaction(async (tx) => {
      const share = await ownShare(tx, actor, shareGuid)
      if (share.revision !== revision) throw new Problem('changedMeanwhile')
      const before = await stateOf(tx, share)
      const after = this.#wanted(share, before, change)
      const changes = changesBetween(before, after)
      // Not if only texts change: a program that showed the file may be gone by now.
      if (!isDeepStrictEqual(before.protections, after.protections))
        requireFit([{ ...share, kind: share.file_kind }], after.protections, this.#deps.canShow)
      const hasChanges = changes.length > 0
      if (!hasChanges && added.length === 0 && change.removed.length === 0) return nothing
      await this.#write(tx, actor, share, before, after)
      await this.#deps.invitations.shareChanged(tx, shareGuid)
      if (hasChanges) await this.#note(tx, actor, shareGuid, 'Changed', oldAndNew(changes))
      const people = await this.#changePeople(tx, actor, share, after, { added, removed: change.removed })
      const fields = changes.map(({ field }) => field)
      if (fields.includes('name')) await indexWords(tx, shareGuid)
      return { fields, ...people }
    })
  }

  /** The requested state, with each changed text validated. */
  #wanted(share: ShareRow, before: ShareState, change: ShareChange): ShareState {
    const { protections, asksTermsAgain, tellsAcceptance, reminds, showsPage } = change
    requireSameSeal(before.protections, protections)
    const isOwnText = protections.terms === 'custom'
    return {
      name: this.#name(change.name, share),
      message: this.#message(change.message, before.message),
      protections,
      termsText: isOwnText ? termsText(change.termsText, 'termsText') : before.termsText,
      asksTermsAgain,
      tellsAcceptance,
      reminds,
      showsPage,
      otherOptions: change.otherOptions ?? before.otherOptions,
    }
  }

  #name(typed: string, share: ShareRow): string {
    if (typed.trim() === share.name) return share.name
    const name = nameOrProblem(typed, share.file_name)
    if (this.#deps.words.blockedWords?.isIn(name))
      throw new Problem('textRefused', { field: 'name', text: spamMessage('name') })
    return name
  }

  #message(typed: string, before: string): string {
    if (typed.replace(/\r\n?/g, '\n').trim() === before) return before
    return plainText(typed, { field: 'message', maxLength: maxMessageLength, ...this.#deps.words })
  }

  async #write(
    tx: Transaction,
    actor: User,
    share: ShareRow,
    before: ShareState,
    after: ShareState,
  ): Promise<void> {
    const terms = { mode: after.protections.terms, text: after.termsText }
    const termsBefore = { mode: before.protections.terms, text: before.termsText, guid: share.terms_guid }
    const written = await tx
      .updateTable('share')
      .set({
        name: after.name,
        message: after.message,
        ...columnsOf(after.protections),
        asks_terms_again: after.asksTermsAgain ? 1 : 0,
        tells_acceptance: after.tellsAcceptance ? 1 : 0,
        reminds: after.reminds ? 1 : 0,
        shows_page: after.showsPage ? 1 : 0,
        // Someone who moves the end is reminded of the new one.
        ...(after.protections.expiresAt === share.expires_at ? {} : { reminded_at: null }),
        terms_guid: await termsOf(tx, actor, terms, termsBefore, this.#deps.clock()),
        other_options: after.otherOptions.length > 0 ? JSON.stringify(after.otherOptions) : '',
        revision: share.revision + 1,
      })
      .where('guid', '=', share.guid)
      .where('owner_guid', '=', actor.guid)
      .where('revision', '=', share.revision)
      .returning('guid')
      .executeTakeFirst()
    if (!written) throw new Problem('changedMeanwhile')
  }

  async #changePeople(
    tx: Transaction,
    actor: User,
    share: ShareRow,
    after: ShareState,
    { added, removed }: { added: NewRecipient[]; removed: readonly string[] },
  ): Promise<{ added: number; removed: number }> {
    if (added.length > 0 && share.status === 'Killed')
      throw new Problem('badForm', {
        field: 'recipients',
        text: 'The file is unshared. Share it again before you add recipients.',
      })
    const gone = await takeAway(tx, share.guid, removed, this.#deps.clock())
    const came = await addPeople(tx, this.#deps, actor, share.guid, added)
    requirePeople(share, after, Number(share.recipient_count) - gone.length + came.length)
    for (const person of gone) await this.#note(tx, actor, share.guid, 'Revoked', { person })
    for (const person of came) await this.#note(tx, actor, share.guid, 'Added', { person })
    return { added: came.length, removed: gone.length }
  }

  #note(
    tx: Transaction,
    actor: User,
    shareGuid: string,
    kind: 'Changed' | 'Added' | 'Revoked',
    detail: Record<string, string>,
  ): Promise<void> {
    return this.#deps.events.record(tx, { subject: shareGuid, kind, actor: actor.email, detail })
  }
}

const nothing: Edited = { fields: [], added: 0, removed: 0 }

function nameOrProblem(typed: string, file: string): string {
  try {
    return renamed(typed, file)
  } catch (error) {
    throw error instanceof Problem ? new Problem(error.problem, { field: 'name' }) : error
  }
}

/** A passkey encrypts the stored bytes: it cannot be added to or removed from what is stored already. */
function requireSameSeal(before: Protections, after: Protections): void {
  if ((before.visibility === 'passkey') === (after.visibility === 'passkey')) return
  const text =
    before.visibility === 'passkey'
      ? 'This file is encrypted with its passkey, which is stored nowhere, so its access can’t be changed. Share the file again without a passkey.'
      : 'This file isn’t encrypted with a passkey, so you can’t add one now. Share the file again with a passkey.'
  throw new Problem('badForm', { field: 'visibility', text })
}

/** A file for named people needs someone, unless there was no one before. */
function requirePeople(share: ShareRow, after: ShareState, count: number): void {
  const { visibility } = after.protections
  const isAsBefore = Number(share.recipient_count) === 0 && visibility === share.protections.visibility
  if (visibility === 'people' && count === 0 && !isAsBefore)
    throw new Problem('recipientsMissing', {
      field: 'recipients',
      text: 'Keep or add at least one recipient, or unshare the file.',
    })
}

async function takeAway(
  tx: Transaction,
  shareGuid: string,
  guids: readonly string[],
  now: number,
): Promise<string[]> {
  if (guids.length === 0) return []
  const gone = await tx
    .updateTable('recipient')
    .set({ revoked_at: now })
    .where('share_guid', '=', shareGuid)
    .where('guid', 'in', guids)
    .where('revoked_at', 'is', null)
    .returning('email')
    .execute()
  return gone.map(({ email }) => email)
}

async function stateOf(kysely: Pick<Transaction, 'selectFrom'>, share: ShareRow): Promise<ShareState> {
  const own = await kysely
    .selectFrom('terms')
    .select('text')
    .where('guid', '=', share.terms_guid ?? '')
    .where('owner_guid', 'is not', null)
    .executeTakeFirst()
  const { name, message, protections } = share
  return {
    name,
    message,
    protections,
    termsText: own?.text ?? '',
    asksTermsAgain: share.asks_terms_again === 1,
    tellsAcceptance: share.tells_acceptance === 1,
    reminds: share.reminds === 1,
    showsPage: share.shows_page === 1,
    otherOptions: otherOptionsIn(share),
  }
}
