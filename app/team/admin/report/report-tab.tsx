import type { TeamView } from '#app/team/shared/team-view.ts'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { PersonCell } from '#app/ui/tables/person-cell.tsx'
import { SortHead } from '#app/ui/tables/sort-head.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import type { ReportData } from './report.server.ts'

function Report({ data }: { data: ReportData }) {
  const { heads } = data
  return (
    <div className="stack">
      <div className="row">
        <p className="soft">{data.totals}</p> <ExportLinks to={data.exportTo} />
      </div>
      <div className="list">
        <table className="table">
          <thead>
            <tr>
              <SortHead {...heads.name}>Member</SortHead>
              <th scope="col">Role</th>
              <SortHead {...heads.shares} className="num">
                Shares
              </SortHead>
              <SortHead {...heads.rooms} className="num">
                Data rooms
              </SortHead>
              <SortHead {...heads.storage} className="num">
                Storage
              </SortHead>
              <SortHead {...heads.signedIn}>Last sign-in</SortHead>
            </tr>
          </thead>
          <tbody>
            {data.members.map((member) => (
              <tr key={member.guid}>
                <PersonCell
                  name={member.name}
                  email={member.email}
                  initials={member.initials}
                  to={member.to}
                />
                <td className="nowrap">{member.role}</td>
                <td className="num" data-label="Shares">
                  {member.shares}
                </td>
                <td className="num" data-label="Data rooms">
                  {member.rooms}
                </td>
                <td className="num nowrap" data-label="Storage">
                  {member.storage}
                </td>
                <td className="nowrap" data-label="Last sign-in">
                  {member.signedIn ? <Time {...member.signedIn} /> : 'Never'}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <p className="small soft section">
        Shares and data rooms a member owns, except those in trash. Storage includes all their files.
      </p>
      <Pager label="Pages of the report" {...data.pager} />
    </div>
  )
}

export const reportView = { View: Report } satisfies TeamView<ReportData>
