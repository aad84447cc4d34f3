import { sql } from 'kysely'
import type { User } from '#server/accounts/users.ts'
import type { Transaction } from '#server/db/open.ts'
import type { Plans } from '#server/rules/product/plans.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { roles, type Role } from '#server/rules/rooms/room-roles.ts'
import { countFile, uncountFile } from '#server/uploads/storage-bytes.ts'
import type { Usage } from '#server/uploads/usage.ts'
import { roomsOverPlan } from '#server/rooms/over-plan.ts'
import { requireRoomQuota } from '#server/rooms/quota.ts'
import { writeMember } from '#server/rooms/rows.ts'

type Person = {
  guid: string
  email: string
  team_guid: string | null
  invite_status: string
  tier_code: number
}

export type ChangeDeps = { usage: Usage; plans: Plans }
type ChangeOfOwner = { roomGuid: string; to: User; now: number; isGiven?: boolean }

/**
 * Makes someone the owner of a room that the caller has locked: its files and their storage become the new owner's. The
 * previous owner stays, as co-owner within one team and otherwise with permission to download. Throws roomQuota, and
 * quotaFull. A room that is given by the team has no such limits, and its previous owner has no access any more. What is
 * over the plan of the new owner is closed at once.
 */
export async function changeOwner(
  tx: Transaction,
  { usage, plans }: ChangeDeps,
  { roomGuid, to, now, isGiven = false }: ChangeOfOwner,
): Promise<{ before: { email: string }; role: Role }> {
  const before: Person = await tx
    .selectFrom('room')
    .innerJoin('user', 'user.guid', 'room.owner_guid')
    .select(['user.guid', 'user.email', 'user.team_guid', 'user.invite_status', 'user.tier_code'])
    .where('room.guid', '=', roomGuid)
    .executeTakeFirstOrThrow()
  await lockAccounts(tx, [before.guid, to.guid])
  if (!isGiven) await requireRoomQuota(tx, plans, to.guid)
  await giveFiles(tx, isGiven ? null : usage, { roomGuid, from: before.guid, to })
  await giveTerms(tx, { roomGuid, from: before.guid, to: to.guid })
  const role = isTeamOf(to, before) ? roles.coOwner : roles.download
  await changePeople(tx, { roomGuid, before, to, role, now, isGiven })
  await tx.updateTable('room').set({ owner_guid: to.guid }).where('guid', '=', roomGuid).execute()
  // Of rooms that are given together, whoever gives them checks all at the end.
  if (!isGiven) await checkPlans(tx, plans, { before, to: to.guid, now })
  return { before, role }
}

function isTeamOf(owner: User, { team_guid, invite_status }: Pick<Person, 'team_guid' | 'invite_status'>) {
  return (
    owner.teamGuid !== null &&
    owner.inviteStatus === 'Active' &&
    team_guid === owner.teamGuid &&
    invite_status === 'Active'
  )
}

/** Closes what the new owner's plan has no place for; one of the previous owner's may have its place again. */
async function checkPlans(
  tx: Transaction,
  plans: Plans,
  { before, to, now }: { before: Person; to: string; now: number },
): Promise<void> {
  const { tier_code: tierCode } = await tx
    .selectFrom('user')
    .select('tier_code')
    .where('guid', '=', to)
    .executeTakeFirstOrThrow()
  await roomsOverPlan.apply(tx, to, plans.of(tierCode), now)
  await roomsOverPlan.apply(tx, before.guid, plans.of(before.tier_code), now)
}

/** In one order, so that of two rooms whose owners swap them, one waits for the other. */
async function lockAccounts(tx: Transaction, guids: string[]): Promise<void> {
  for (const guid of guids.toSorted())
    await tx
      .updateTable('user')
      .set((user) => ({ storage_bytes: user.ref('storage_bytes') }))
      .where('guid', '=', guid)
      .execute()
}

async function giveFiles(
  tx: Transaction,
  /** Null where the new owner's storage is not limited. */
  usage: Usage | null,
  { roomGuid, from, to }: { roomGuid: string; from: string; to: User },
): Promise<void> {
  const { bytes } = await tx
    .selectFrom('file')
    .select(sql<number>`cast(coalesce(sum(size), 0) as bigint)`.as('bytes'))
    .where('room_guid', '=', roomGuid)
    .where('owner_guid', '=', from)
    .executeTakeFirstOrThrow()
  if (usage)
    await usage.take(tx, to, Number(bytes)).catch((error: unknown) => {
      if (error instanceof Problem && error.problem === 'quotaFull')
        throw new Problem('quotaFull', { text: noRoomFor(Number(bytes)) })
      throw error
    })
  else await countFile(tx, to.guid, { bytes: Number(bytes), quota: null })
  await uncountFile(tx, from, Number(bytes))
  await tx
    .updateTable('file')
    .set({ owner_guid: to.guid })
    .where('room_guid', '=', roomGuid)
    .where('owner_guid', '=', from)
    .execute()
}

function noRoomFor(bytes: number): string {
  return `This data room needs ${fileSize(bytes)} of storage, more than you have left. The offer is still open. See what uses your storage under Settings › Plan and usage.`
}

/**
 * The owner's own terms, including older ones that someone accepted: the record stays if the previous account is
 * erased.
 */
async function giveTerms(
  tx: Transaction,
  { roomGuid, from, to }: { roomGuid: string; from: string; to: string },
): Promise<void> {
  const accepted = tx.selectFrom('room_acceptance').select('terms_guid').where('room_guid', '=', roomGuid)
  const required = tx
    .selectFrom('room')
    .select('terms_guid')
    .$narrowType<{ terms_guid: string }>()
    .where('guid', '=', roomGuid)
    .where('terms_guid', 'is not', null)
  await tx
    .updateTable('terms')
    .set({ owner_guid: to })
    .where('owner_guid', '=', from)
    .where((terms) => terms.or([terms('guid', 'in', accepted), terms('guid', 'in', required)]))
    .execute()
}

type Change = { roomGuid: string; before: Person; to: User; role: Role; now: number; isGiven: boolean }

async function changePeople(tx: Transaction, change: Change): Promise<void> {
  const { roomGuid, before, to, role, now, isGiven } = change
  const email = to.email.toLowerCase()
  await tx
    .updateTable('member')
    .set(isGiven ? { role: roles.download, removed_at: now } : { role })
    .where('room_guid', '=', roomGuid)
    .where('role', '=', roles.owner)
    .execute()
  await requireTeam(tx, { roomGuid, to })
  const owner = {
    role: roles.owner,
    group_guid: null,
    starts_at: null,
    expires_at: null,
    suspended_at: null,
    removed_at: null,
  }
  const known = await tx
    .updateTable('member')
    .set(owner)
    .where('room_guid', '=', roomGuid)
    .where(sql<string>`lower(email)`, '=', email)
    .returning('guid')
    .executeTakeFirst()
  if (known) await tx.deleteFrom('room_rule').where('member_guid', '=', known.guid).execute()
  else {
    const name = `${to.firstName} ${to.lastName}`.trim()
    await writeMember(tx, { roomGuid, email, name, role: roles.owner, addedBy: before.email, now })
  }
}

/** A co-owner is in the owner's team: someone in another one keeps permission to download. */
async function requireTeam(tx: Transaction, { roomGuid, to }: { roomGuid: string; to: User }): Promise<void> {
  const coOwners = await tx
    .selectFrom('member')
    .leftJoin('user', (join) => join.on(sql`lower("user".email)`, '=', sql`lower(member.email)`))
    .select(['member.guid', 'user.team_guid', 'user.invite_status'])
    .where('member.room_guid', '=', roomGuid)
    .where('member.role', '=', roles.coOwner)
    .execute()
  for (const { guid, team_guid, invite_status } of coOwners) {
    if (isTeamOf(to, { team_guid, invite_status: invite_status ?? '' })) continue
    await tx.updateTable('member').set({ role: roles.download }).where('guid', '=', guid).execute()
  }
}
