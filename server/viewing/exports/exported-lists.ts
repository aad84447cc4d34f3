import type { Identity } from '#server/accounts/identity.ts'
import type { User } from '#server/accounts/users.ts'
import type { Events } from '#server/events/events.ts'
import { Problem } from '#server/rules/problems.ts'
import type { TeamReport } from '#server/rooms/lists/team-report.ts'
import type { AuditFilter, AuditOf, AuditTrail } from '#server/tracking/audit/audit-trail.ts'
import type { AcceptanceRecords, LookedAt } from '#server/viewing/records/acceptance-records.ts'
import type { TeamAcceptances } from '#server/viewing/records/team-acceptances.ts'
import type { ListRequest } from './list-request.ts'
import { recordExport, recordRoomExport } from './export-record.ts'
import type { Exportable } from './exportable.ts'
import type { ExportFilter } from './filter.ts'
import { acceptanceTable, reportTable, teamAcceptanceTable } from './list-tables.ts'
import type { RoomExports } from './room-exports.ts'
import type { ShareExports } from './share-exports.ts'

type Deps = {
  shareExports: ShareExports
  roomExports: RoomExports
  acceptanceRecords: AcceptanceRecords
  auditTrail: AuditTrail
  teamAcceptances: TeamAcceptances
  teamReport: TeamReport
  teamName: (actor: User) => Promise<string>
  events: Pick<Events, 'record'>
}

/** Everything that can be downloaded as a table, by name: access is checked each time. */
export class ExportedLists {
  readonly #deps: Deps

  constructor(deps: Deps) {
    this.#deps = deps
  }

  /** Throws notFound, or what the policy of a room says, to whoever may not have the list. */
  async find(identity: Identity, { list, of, filter }: ListRequest): Promise<Exportable> {
    const { shareExports, roomExports } = this.#deps
    const timeZone = identity.user?.timeZone ?? 'UTC'
    const guid = of ?? ''
    const inRoom = { identity, roomGuid: guid, timeZone }
    switch (list) {
      case 'roomActivity':
        return roomExports.activity(inRoom, filter as ExportFilter)
      case 'members':
        return roomExports.members(inRoom)
      case 'index':
        return roomExports.files(inRoom)
      case 'roomAcceptances':
        return this.#acceptances({ identity, room: guid }, guid, timeZone)
    }
    const { user } = identity
    if (!user) throw new Problem('notFound')
    switch (list) {
      case 'shareActivity':
        return shareExports.activity(user, guid, filter as ExportFilter)
      case 'recipients':
        return shareExports.people(user, guid)
      case 'acceptances':
        return this.#acceptances({ owner: user, share: guid }, guid, timeZone)
      case 'sent':
        return shareExports.sent(user)
      case 'teamAcceptances':
        return this.#teamAcceptances(user)
      case 'teamReport':
        return this.#teamReport(user)
      case 'account':
      case 'team':
      case 'installation':
        return this.#audit(user, list, filter as AuditFilter)
    }
  }

  /** Puts on the record that someone got a list. */
  async record(identity: Identity, { list, of }: Pick<ListRequest, 'list' | 'of'>): Promise<void> {
    const { events } = this.#deps
    const exported = { list: list === 'roomAcceptances' ? 'acceptances' : list, of }
    if (identity.user) return recordExport(events, identity.user, exported)
    if (of !== null) return recordRoomExport(events, identity, { ...exported, of })
  }

  async #acceptances(lookedAt: LookedAt, guid: string, timeZone: string): Promise<Exportable> {
    const { acceptanceRecords } = this.#deps
    return {
      name: `terms-${guid.slice(0, 8)}`,
      tables: [acceptanceTable(timeZone, await acceptanceRecords.all(lookedAt))],
      isLongerThan: async (rows) =>
        (await acceptanceRecords.list(lookedAt, { page: 1, pageSize: 1 })).total > rows,
    }
  }

  async #teamAcceptances(user: User): Promise<Exportable> {
    const { teamAcceptances, teamName } = this.#deps
    const records = await teamAcceptances.all(user)
    return {
      name: `${await teamName(user)} terms`,
      tables: [teamAcceptanceTable(user.timeZone, records)],
      isLongerThan: async (rows) => (await teamAcceptances.count(user)) > rows,
    }
  }

  async #teamReport(user: User): Promise<Exportable> {
    const { teamReport, teamName } = this.#deps
    const members = await teamReport.all(user)
    return {
      name: `${await teamName(user)} report`,
      tables: [reportTable(user.timeZone, members)],
      isLongerThan: async (rows) => (await teamReport.count(user)) > rows,
    }
  }

  async #audit(user: User, of: AuditOf, filter: AuditFilter): Promise<Exportable> {
    const { auditTrail, teamName } = this.#deps
    const tables = [auditTrail.table(user, of, filter)] as const
    const names = { account: 'Account activity', team: '', installation: 'Audit' }
    return {
      name: names[of] || `${await teamName(user)} audit`,
      tables,
      isLongerThan: (rows) => auditTrail.isLongerThan(user, of, filter, rows),
    }
  }
}
