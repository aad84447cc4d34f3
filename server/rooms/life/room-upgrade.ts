import type { Identity } from '#server/accounts/identity.ts'
import type { Database, Transaction } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { Problem } from '#server/rules/problems.ts'
import type { RoomAllowance } from '#server/rules/rooms/room-rights.ts'
import { roleName, roles } from '#server/rules/rooms/room-roles.ts'
import { allowanceAfter, roleAfter, ruleAfter } from '#server/rules/rooms/room-upgrade.ts'
import type { Events } from '#server/events/events.ts'
import type { Kysely } from 'kysely'
import { actorEmail } from '#server/rooms/access/acting.ts'
import { lockOwned, authorizeOwner } from '#server/rooms/people/owning.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { requireName } from './room-life.ts'

type Deps = { database: Database; events: Events; clock: () => number }

/** A person or a group, with the name of their role before and after. */
export type UpgradeLine = { name: string; before: string; after: string }

/**
 * Upgrades a room of version 1 to version 2, which cannot be undone: what the room's options allowed every viewer
 * becomes each viewer's role, and every rule is reduced to it, so that no one gains or loses anything.
 */
export class RoomUpgrade {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Who gets which role. For the owner alone: throws what the policy says, and notFound for a room of version 2. */
  async preview(
    identity: Identity,
    roomGuid: string,
  ): Promise<{ room: RoomAccess; lines: UpgradeLine[]; keepsNoPrint: boolean }> {
    const { database, clock } = this.#deps
    const room = await authorizeOwner(database.kysely, identity, roomGuid, clock())
    requireVersion1(room)
    const { members, groups } = await holdersOf(database.kysely, room.guid)
    const groupRoles = new Map(groups.map(({ guid, role }) => [guid, role]))
    const ofGroups = groups.map(({ name, role }) => line(`Group ${name}`, role, room.allowance))
    const ofMembers = members
      .filter(({ removed_at }) => removed_at === null)
      .map(({ email, name, role, group_guid }) =>
        line(
          name ? `${name} (${email})` : email,
          groupRoles.get(role === roles.coOwner ? '' : (group_guid ?? '')) ?? role,
          room.allowance,
        ),
      )
    const keepsNoPrint = !allowanceAfter(room.allowance).mayPrint
    return { room, lines: [...ofGroups, ...ofMembers], keepsNoPrint }
  }

  /** Throws what `preview` throws, and roomNameNotTyped. */
  async upgrade(identity: Identity, roomGuid: string, typedName: string): Promise<void> {
    const { database, events, clock } = this.#deps
    await database.transaction(async (tx) => {
      const room = await lockOwned(tx, identity, roomGuid, clock())
      requireVersion1(room)
      requireName(typedName, room)
      await changeRules(tx, room)
      await changeRoles(tx, room)
      const after = allowanceAfter(room.allowance)
      await tx
        .updateTable('room')
        .set((row) => ({
          version: 2,
          may_download: after.mayDownload ? 1 : 0,
          may_print: after.mayPrint ? 1 : 0,
          revision: row('revision', '+', 1),
        }))
        .where('guid', '=', room.guid)
        .execute()
      const email = actorEmail(identity, room)
      await events.record(tx, { subject: room.guid, roomGuid: room.guid, kind: 'RoomUpgraded', actor: email })
    })
  }
}

function line(name: string, role: Parameters<typeof roleName>[0], room: RoomAllowance): UpgradeLine {
  return { name, before: roleName(role, 1), after: roleName(roleAfter(role, room), 2) }
}

function requireVersion1(room: RoomAccess): void {
  if (room.version !== 1) throw new Problem('notFound')
}

async function holdersOf(kysely: Kysely<Schema>, roomGuid: string) {
  const members = await kysely
    .selectFrom('member')
    .select(['guid', 'email', 'name', 'role', 'group_guid', 'removed_at'])
    .where('room_guid', '=', roomGuid)
    .orderBy('email')
    .execute()
  const groups = await kysely
    .selectFrom('room_group')
    .select(['guid', 'name', 'role'])
    .where('room_guid', '=', roomGuid)
    .orderBy('name')
    .execute()
  return { members, groups }
}

/** Before the roles change: the meaning of a rule depends on them. */
async function changeRules(tx: Transaction, room: RoomAccess): Promise<void> {
  const { members, groups } = await holdersOf(tx, room.guid)
  const groupRoles = new Map(groups.map(({ guid, role }) => [guid, role]))
  const holders = new Map<string, RoleOf>([
    ...groups.map(({ guid, role }) => [guid, role] as const),
    ...members.map(({ guid, role, group_guid }) => [guid, groupRoles.get(group_guid ?? '') ?? role] as const),
  ])
  const rules = await tx
    .selectFrom('room_rule')
    .innerJoin('item', 'item.guid', 'room_rule.item_guid')
    .select(['room_rule.guid', 'right_code', 'member_guid', 'group_guid'])
    .where('item.room_guid', '=', room.guid)
    .where('right_code', '>', 0)
    .execute()
  for (const { guid, right_code: code, member_guid, group_guid } of rules) {
    const after = ruleAfter(code, holders.get(member_guid ?? group_guid ?? '') ?? roles.view, room.allowance)
    if (after !== code)
      await tx.updateTable('room_rule').set({ right_code: after }).where('guid', '=', guid).execute()
  }
}

type RoleOf = Parameters<typeof roleAfter>[0]

async function changeRoles(tx: Transaction, room: RoomAccess): Promise<void> {
  for (const role of [roles.viewPrint, roles.download] as const) {
    const after = roleAfter(role, room.allowance)
    if (after === role) continue
    await tx
      .updateTable('member')
      .set({ role: after })
      .where('room_guid', '=', room.guid)
      .where('role', '=', role)
      .execute()
    await tx
      .updateTable('room_group')
      .set({ role: after })
      .where('room_guid', '=', room.guid)
      .where('role', '=', role)
      .execute()
  }
}
