import type { TeamView } from '#app/team/shared/team-view.ts'
import { AuditList } from '#app/ui/tables/audit-list.tsx'
import type { ShownAudit } from '#app/view-models/records/audit-page.server.ts'

function AuditTab({ data }: { data: ShownAudit }) {
  return (
    <div className="stack">
      <p className="soft">What happened to the team and to its members’ accounts, while they were members.</p>
      <AuditList {...data} />
    </div>
  )
}

export const auditView: TeamView<ShownAudit> = { View: AuditTab }
