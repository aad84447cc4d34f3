import type { membersOf } from './lists.server.ts'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'

type Shown = Awaited<ReturnType<typeof membersOf>>

/** The members and what each did so far. */
export function MembersRead({ summary, choices, rows, pager, exportTo, people }: Shown) {
  return (
    <section aria-labelledby="members">
      <header className="tools">
        <h2 id="members">Members</h2> <span className="small soft">{summary}</span>{' '}
        <ChoiceLinks label="Which members" choices={choices} /> <ExportLinks to={exportTo} what="Members" />
      </header>
      {rows.length > 0 ? (
        <div className="list">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Member</th>
                <th scope="col" className="r o3">
                  Visits
                </th>
                <th scope="col" className="o2">
                  First visit
                </th>
                <th scope="col">Last active</th>
                <th scope="col">Time read</th>
                <th scope="col" className="r">
                  Files opened
                </th>
                <th scope="col" className="r o2">
                  Downloads
                </th>
                <th scope="col" className="r o3">
                  Print copies
                </th>
              </tr>
            </thead>
            <tbody>
              {rows.map((row) => (
                <tr key={row.key}>
                  <td className="nm">
                    <a className="name break" href={row.to}>
                      {row.who}
                    </a>
                    <div className="small soft break">
                      {[row.email, row.group].filter(Boolean).join(' · ')}
                    </div>
                  </td>
                  <td className="r o3" data-label="Visits">
                    {row.sessions}
                  </td>
                  <td className="o2" data-label="First visit">
                    {row.first ? <Time {...row.first} /> : 'Not yet'}
                  </td>
                  <td data-label="Last active">{row.last ? <Time {...row.last} /> : null}</td>
                  <td data-label="Time read">
                    {row.first ? <TimeRead time={row.time} timeNote={row.timeNote} /> : null}
                  </td>
                  <td className="r nowrap" data-label="Files opened">
                    {row.files}
                  </td>
                  <td className="r o2" data-label="Downloads">
                    {row.downloads}
                  </td>
                  <td className="r o3" data-label="Print copies">
                    {row.prints}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="soft">
          No such members. <a href={people}>People of this data room</a>
        </p>
      )}
      <Pager label="Pages of members" {...pager} />
    </section>
  )
}
