import { timeColumns, type Cell, type Table } from '#server/http/tables/table.ts'
import { teamRoleLabel } from '#server/rules/accounts/team-people.ts'
import { termsLabel } from '#server/rules/sharing/terms-label.ts'
import type { ReportedMember } from '#server/rooms/lists/team-report.ts'
import type { AcceptanceRecord } from '#server/viewing/records/acceptance-records.ts'
import type { TeamAcceptance } from '#server/viewing/records/team-acceptances.ts'

/** Who accepted the terms of a share or of a room. */
export function acceptanceTable(timeZone: string, records: AsyncIterable<AcceptanceRecord>): Table {
  const { head, cells } = timeColumns(timeZone)
  return {
    name: 'Acceptances',
    head: ['Address', 'Name given', ...head('Accepted'), 'Text', 'SHA-256', 'Network address', 'Browser'],
    async *rows() {
      for await (const row of records) {
        const { email, saysName, acceptedAt, teamVersion, sha256, ip, userAgent } = row
        const who = [email ?? 'Link visitor', saysName ?? '']
        yield [...who, ...cells(acceptedAt), termsLabel(teamVersion), sha256, ip, userAgent]
      }
    },
  }
}

/** Who accepted which version of a team's terms. */
export function teamAcceptanceTable(timeZone: string, records: AsyncIterable<TeamAcceptance>): Table {
  const { head, cells } = timeColumns(timeZone)
  return {
    name: 'Acceptances',
    head: ['Version', 'SHA-256', 'Address', ...head('Accepted'), 'For', 'Of', 'Network address', 'Browser'],
    async *rows() {
      for await (const { version, sha256, email, acceptedAt, what, owner, ip, userAgent } of records) {
        const of = [what === 'room' ? 'Data room' : 'File', owner]
        yield [version, sha256, email ?? 'Link visitor', ...cells(acceptedAt), ...of, ip, userAgent]
      }
    },
  }
}

/** What each member of a team has. */
export function reportTable(timeZone: string, members: AsyncIterable<ReportedMember>): Table {
  const { head, cells } = timeColumns(timeZone)
  const titles = ['Name', 'Email', 'Role', 'Status', 'Shares', 'Data rooms', 'Storage (bytes)']
  return {
    name: 'Members',
    head: [...titles, ...head('Last sign-in')],
    async *rows() {
      for await (const member of members) {
        const who: Cell[] = [member.name, member.email, teamRoleLabel(member.role)]
        const has = [member.shares, member.rooms, member.storageBytes]
        yield [...who, member.isActive ? 'Active' : 'Not active', ...has, ...cells(member.signedInAt)]
      }
    },
  }
}
