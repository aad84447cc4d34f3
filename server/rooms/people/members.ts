import type { Kysely } from 'kysely'
import type { Identity } from '#server/accounts/identity.ts'
import { withAccounts } from '#server/accounts/addresses/known-accounts.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import type { RateLimits } from '#server/http/limits/rate.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import { emailsIn } from '#server/rules/accounts/email.ts'
import { invitesOverPlanMessage } from '#server/rules/text/messages.ts'
import { maxMessageLength } from '#server/rules/sharing/options.ts'
import { maxRecipientsPerForm, maxRoomMembers, type Plans } from '#server/rules/product/plans.ts'
import { Problem, problems } from '#server/rules/problems.ts'
import { isPersonFound, memberState, type MemberState } from '#server/rules/rooms/room-people.ts'
import { roleName, type Role } from '#server/rules/rooms/room-roles.ts'
import { searchWords } from '#server/rules/text/search-words.ts'
import { plainText, type WordFilter } from '#server/rules/text/text.ts'
import type { Events } from '#server/events/events.ts'
import type { ReadingTime, Tracking } from '#server/tracking/tracking.ts'
import { addMembers, type AddedLine } from './adding-members.ts'
import { postInvitation, noteInvitation } from './inviting.ts'
import type { Access } from './member-forms.ts'
import { memberOf, memberRows, roleOfMember, type MemberRow } from './member-rows.ts'
import { lockRoom, authorizeRoom } from '#server/rooms/access/authorize-room.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'

type Deps = {
  database: Database
  events: Events
  tracking: Tracking
  rates: RateLimits
  mailer: Mailer
  plans: Plans
  publicUrl: URL
  words: { blockedWords?: WordFilter }
  clock: () => number
}

/** `page` counts from 1; a group of '' means those who are in none. */
export type MemberRange = {
  page: number
  pageSize: number
  search?: string
  role?: Role | null
  group?: string | null
  state?: MemberState | null
}
/** Those who came have the guid of their account. `times` by guid, without those people on the page who never read. */
export type MemberPage = {
  room: RoomAccess
  people: (MemberRow & { user_guid: string | null })[]
  times: ReadonlyMap<string, ReadingTime>
  total: number
  all: number
}

export type NewPeople = {
  /** As pasted: any of the forms that the share form accepts. */
  pasted: string
  access: Access
  seesNothingYet: boolean
  willBeTold: boolean
  message: string
}
/** `max` is how many members the room can have. */
export type AddedPeople = { room: RoomAccess; lines: AddedLine[]; max: number }

/** The members of a room: only owner and co-owners see who they are, and can add some. */
export class Members {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** The requested range of them, the owner first, then by address. Throws what the room's policy says. */
  async list(identity: Identity, roomGuid: string, range: MemberRange): Promise<MemberPage> {
    const { database, clock } = this.#deps
    const now = clock()
    const room = await authorizeRoom(database.kysely, identity, roomGuid, 'manage', now)
    // A room has 5,000 members at most: all rules that select them are in one place, and none is repeated in SQL.
    const everybody = await memberRows(database.kysely, roomGuid).execute()
    const words = searchWords(range.search ?? '')
    const meant = everybody.filter((member) => isMeant(member, room, range, words, now)).toSorted(byAddress)
    const first = (range.page - 1) * range.pageSize
    const people = meant.slice(first, first + range.pageSize)
    const times = await this.#deps.tracking.readingTimes(people.map(({ guid }) => guid))
    const known = await withAccounts(database.kysely, people, (member) => member.first_entered_at)
    return { room, people: known, times, total: meant.length, all: everybody.length }
  }

  /** One of a room's members. Throws what the room's policy says, and notFound. */
  async find(
    identity: Identity,
    roomGuid: string,
    memberGuid: string,
  ): Promise<{ room: RoomAccess; member: MemberRow; copiesSpent: number; time: ReadingTime | undefined }> {
    const { database, tracking, clock } = this.#deps
    const { kysely } = database
    const room = await authorizeRoom(kysely, identity, roomGuid, 'manage', clock())
    const member = await memberOf(kysely, roomGuid, memberGuid)
    const times = await tracking.readingTimes([memberGuid])
    return { room, member, copiesSpent: await copiesSpent(kysely, memberGuid), time: times.get(memberGuid) }
  }

  /** The names of some members of a room, by guid; anyone else is left out. */
  async namesOf(
    identity: Identity,
    roomGuid: string,
    memberGuids: readonly string[],
  ): Promise<Map<string, string>> {
    const { database, clock } = this.#deps
    await authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
    const rows = await memberRows(database.kysely, roomGuid)
      .where('member.guid', 'in', [...memberGuids])
      .execute()
    return new Map(rows.map(({ guid, name, email }) => [guid, name || email]))
  }

  /** The guids of the members of a room who have these addresses, by address in canonical spelling. */
  async guidsOf(
    identity: Identity,
    roomGuid: string,
    emails: readonly string[],
  ): Promise<Map<string, string>> {
    const { database, clock } = this.#deps
    await authorizeRoom(database.kysely, identity, roomGuid, 'manage', clock())
    const rows = await memberRows(database.kysely, roomGuid)
      .where('member.email', 'in', [...emails])
      .execute()
    return new Map(rows.map(({ guid, email }) => [email, guid]))
  }

  /**
   * Adds the people of a pasted list, and gives the outcome of each line: a wrong one does not stop the others. Throws
   * what the room's policy says, recipientsMissing, recipientsOverSubmission over 100 at once, recipientsOverPlan if
   * the owner's plan has no place at all, roomFull, groupRefused, coOwnerInGroup and textRefused.
   */
  add(identity: Identity, roomGuid: string, wanted: NewPeople): Promise<AddedPeople> {
    return this.#deps.database.transaction((tx) => this.addWithin(tx, identity, roomGuid, wanted))
  }

  /** Like `add`, in the caller's transaction. */
  async addWithin(
    tx: Transaction,
    identity: Identity,
    roomGuid: string,
    wanted: NewPeople,
  ): Promise<AddedPeople> {
    const { plans, clock, words } = this.#deps
    const { recipients, refused } = emailsIn(wanted.pasted)
    const field = 'people'
    if (recipients.length + refused.length === 0)
      throw new Problem('recipientsMissing', { field, text: 'Enter at least one email address.' })
    if (recipients.length + refused.length > maxRecipientsPerForm)
      throw new Problem('recipientsOverSubmission', { field })
    const message = plainText(wanted.message, { field: 'message', maxLength: maxMessageLength, ...words })
    const now = clock()
    const room = await lockRoom(tx, identity, roomGuid, 'manage', now)
    await requireGroup(tx, room, wanted.access)
    const max = plans.of(room.owner.tierCode).maxMembers
    const lines = await addMembers(tx, room, { ...wanted, people: recipients, now, max })
    if (lines.length > 0 && lines.every(({ outcome }) => outcome === 'full')) throw overFull(max, field)
    const outcomes = await this.#tellOf(tx, identity, room, lines, { ...wanted, message })
    const wrong = refused.map((typed) => ({ typed, outcome: 'no address' as const, guid: null }))
    return { room, lines: [...outcomes, ...wrong], max }
  }

  /** Records who was added and sends the invitations; answers the lines, with those whose email was held back. */
  async #tellOf(
    tx: Transaction,
    identity: Identity,
    room: RoomAccess,
    lines: readonly AddedLine[],
    { access, willBeTold, message }: NewPeople,
  ): Promise<AddedLine[]> {
    const { events } = this.#deps
    const outcomes: AddedLine[] = []
    for (const line of lines) {
      const { typed: email, outcome, guid } = line
      if (outcome !== 'added' || guid === null) {
        outcomes.push(line)
        continue
      }
      await events.record(tx, {
        subject: room.guid,
        roomGuid: room.guid,
        kind: 'MemberAdded',
        actor: room.email,
        detail: { person: email, role: roleName(access.role, room.version) },
      })
      const inviter = inviterOf(identity, room)
      const isPosted =
        !willBeTold ||
        (await postInvitation(tx, this.#deps, room, inviter, { guid, email, ...access }, message))
      outcomes.push({ ...line, isEmailHeld: !isPosted })
    }
    return outcomes
  }

  /** Records the outcome of the email to a member. */
  noteDelivery(memberGuid: string, outcome: 'Sent' | 'Failed', reason: string | null): Promise<void> {
    return noteInvitation(this.#deps, memberGuid, outcome, reason)
  }
}

async function copiesSpent(kysely: Kysely<Schema>, memberGuid: string): Promise<number> {
  const { spent } = await kysely
    .selectFrom('member_print')
    .select((row) => row.fn.sum<number>('prints_spent').as('spent'))
    .where('member_guid', '=', memberGuid)
    .executeTakeFirstOrThrow()
  return Number(spent ?? 0)
}

function isMeant(
  member: MemberRow,
  room: RoomAccess,
  { search = '', role = null, group = null, state = null }: MemberRange,
  words: readonly string[],
  now: number,
): boolean {
  if (role !== null && roleOfMember(member) !== role) return false
  if (group !== null && (member.group_guid ?? '') !== group) return false
  if (state !== null && stateOf(member, room, now) !== state) return false
  return search.trim() === '' || isPersonFound(member, search, words)
}

/** The state of a member in a room now. */
export function stateOf(member: MemberRow, room: RoomAccess, now: number): MemberState {
  const times = {
    role: roleOfMember(member),
    suspendedAt: member.suspended_at,
    startsAt: member.starts_at,
    expiresAt: member.expires_at,
    firstEnteredAt: member.first_entered_at,
  }
  return memberState(times, room.policyFacts, now)
}

function byAddress(a: MemberRow, b: MemberRow): number {
  const [first, second] = [a, b].map(({ role }) => (role === 0 ? 0 : 1))
  return first! - second! || (a.email < b.email ? -1 : 1)
}

/** The name shown on an invitation. */
export function inviterOf({ user }: Identity, room: RoomAccess): { name: string; email: string } {
  if (!user) return room.owner
  return { name: `${user.firstName} ${user.lastName}`.trim(), email: user.email }
}

/** Throws groupRefused for a group of another room, noGroupsHere and coOwnerInGroup. */
export async function requireGroup(tx: Transaction, room: RoomAccess, access: Access): Promise<void> {
  if (access.groupGuid === null) return
  const field = 'group'
  if (room.version === 1) throw new Problem('noGroupsHere', { field })
  if (access.role === 5) throw new Problem('coOwnerInGroup', { field })
  const group = await tx
    .selectFrom('room_group')
    .select('guid')
    .where('guid', '=', access.groupGuid)
    .where('room_guid', '=', room.guid)
    .executeTakeFirst()
  if (!group) throw new Problem('groupRefused', { field })
}

/** The message when a room is full: for the limit of the plan, or our own. */
export function overFull(max: number, field?: string): Problem {
  const where = field ? { field } : {}
  if (max === maxRoomMembers) return new Problem('roomFull', { ...where, text: problems.roomFull.text })
  return new Problem('recipientsOverPlan', { ...where, text: invitesOverPlanMessage(max) })
}
