import { allProvedEmails } from '#server/accounts/addresses/proved-emails.ts'
import type { Database } from '#server/db/open.ts'
import { loadRoomAs, type RoomAs } from '#server/rooms/people/room-as.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { ancestorsOf, throughGuids } from '#server/rooms/access/authorize-room.ts'
import { pathTo, type ItemRow } from '#server/rooms/rows.ts'
import { hasPages } from '#server/rules/files/files.ts'
import { decide } from '#server/rules/sharing/policy.ts'
import { Problem, type ProblemName } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { powersOf, reasonAt, type Powers, type Reason } from '#server/rules/rooms/room-rights.ts'
import { itemFacts } from './item-facts.ts'

type Deps = { database: Database; clock: () => number }

export const explainedActs = ['see', 'print', 'download', 'add', 'arrange'] as const
export type ExplainedAct = (typeof explainedActs)[number]

/**
 * Why an action is not allowed: the permission there, what the room allows, who added the item, or what a policy says.
 */
export type Obstacle = 'right' | 'room' | 'not own' | ProblemName
export type Answered = { act: ExplainedAct; obstacle: Obstacle | null }

export type WhyFound = {
  as: RoomAs
  /** From the root down to the item. */
  path: ItemRow[]
  reason: Reason
  /** Whether it is a folder that this member sees, though only as the way to something deeper. */
  isPassedThrough: boolean
  answers: Answered[]
}

/** Why a member can or cannot do something with an item in a room: from the policies that decide it. */
export class RoomWhy {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** For owner and co-owners. Throws notFound for anyone or anything not in the room, rightsOfOwners. */
  async find(room: RoomAccess, memberGuid: string, itemGuid: string): Promise<WhyFound> {
    const { database, clock } = this.#deps
    const as = await loadRoomAs(database.kysely, room, memberGuid, clock())
    const path = await pathTo(database.kysely, itemGuid)
    const item = path.at(-1)
    if (item?.room_guid !== room.guid) throw new Problem('notFound')
    const reason = reasonAt(as.room.grants, ancestorsOf(path))
    const powers = powersOf(reason.right, room.allowance)
    const isPassedThrough = reason.right === 0 && (await throughGuids(database.kysely, as.room)).has(itemGuid)
    const found = { as, item, reason, powers, isPassedThrough }
    const answers = item.kind === 'file' ? await this.#ofFile(found) : this.#ofFolder(found)
    return { as, path, reason, isPassedThrough, answers: [...answers, ...this.#ofArranging(found)] }
  }

  /** From the policy for files, as if the member had just entered. */
  async #ofFile({ as, item, reason }: Found): Promise<Answered[]> {
    const { database, clock } = this.#deps
    const now = clock()
    const emails = await allProvedEmails(database.kysely, as.identity)
    const facts = await itemFacts(database.kysely, as.identity, emails, item.guid, now)
    const policyFacts = facts && { ...facts.policyFacts, isOpened: true, owesTerms: false }
    const right = reason.right ?? 0
    return (['see', 'print', 'download'] as const).map((act): Answered => {
      const refusal = policyFacts ? decide(policyFacts, act, now) : (as.refusal ?? 'right')
      if (refusal === 'downloadNotAllowed') return { act, obstacle: right < 3 ? 'right' : 'room' }
      if (refusal !== 'printNotAllowed' || !facts) return { act, obstacle: refusal }
      const isPrintable = hasPages(facts.file.kind) && facts.policyFacts.isWebView
      return { act, obstacle: isPrintable ? (right < 2 ? 'right' : 'room') : refusal }
    })
  }

  /** What applies to the files in a folder, unless something else is set for them. */
  #ofFolder({ as, item, reason, powers, isPassedThrough }: Found): Answered[] {
    const right = reason.right ?? 0
    const isSeen = powers.maySee || isPassedThrough || item.guid === as.room.guid
    const answers: Answered[] = [
      { act: 'see', obstacle: isSeen ? null : 'right' },
      { act: 'print', obstacle: powers.mayPrint ? null : right < 2 ? 'right' : 'room' },
      { act: 'download', obstacle: powers.mayDownload ? null : right < 3 ? 'right' : 'room' },
      { act: 'add', obstacle: this.#inRoom(as, 'add') ?? (powers.mayAdd ? null : 'right') },
    ]
    return as.refusal === null ? answers : answers.map(({ act }) => ({ act, obstacle: as.refusal }))
  }

  #ofArranging({ as, item, powers }: Found): Answered[] {
    if (item.guid === as.room.guid) return []
    const isOwn =
      as.room.contributorsArrangeAll || item.added_by.toLowerCase() === as.member.email.toLowerCase()
    const obstacle = this.#inRoom(as, 'arrange') ?? (powers.mayAdd ? (isOwn ? null : 'not own') : 'right')
    return [{ act: 'arrange', obstacle }]
  }

  #inRoom({ room, refusal }: RoomAs, act: 'add' | 'arrange'): ProblemName | null {
    return (
      refusal ??
      decideInRoom({ ...room.policyFacts, isEntered: true, owesTerms: false }, act, this.#deps.clock())
    )
  }
}

type Found = { as: RoomAs; item: ItemRow; reason: Reason; powers: Powers; isPassedThrough: boolean }
