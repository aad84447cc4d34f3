import { href, routes } from '#app/routes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Address } from '#app/ui/address.tsx'
import { RowMenu } from '#app/ui/tables/row-menu.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import type { ShownJob } from './job-labels.server.ts'

/** Jobs, with what can be done with each; `isOfEmails`: it is said to whom, not which kind. */
export function JobTable({ jobs, isOfEmails = false }: { jobs: ShownJob[]; isOfEmails?: boolean }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">{isOfEmails ? 'To' : 'Job'}</th>
            <th scope="col">State</th>
            <th scope="col" className="r o2">
              Attempts
            </th>
            <th scope="col">Next or last attempt</th>
            <th scope="col" className="act">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {jobs.map((job) => (
            <JobLine key={job.guid} job={job} isOfEmails={isOfEmails} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function JobLine({ job, isOfEmails }: { job: ShownJob; isOfEmails: boolean }) {
  const { guid, name, email, tone, state, tries, error, when, isRunning } = job
  const to = (Act: string) => href(routes.operator.jobs.act, { Job: guid, Act })
  return (
    <tr>
      <td className="nm break">
        {isOfEmails && email ? <Address of={email} /> : <span className="name">{name}</span>}
        {!isOfEmails && email ? (
          <div className="meta">
            <Address of={email} />
          </div>
        ) : null}
        {error ? <div className="meta">{error}</div> : null}
      </td>
      <td>
        <Badge tone={tone}>{state}</Badge>
      </td>
      <td className="r o2" data-label="Attempts">
        {tries}
      </td>
      <td className="nowrap" data-label="Attempt">
        <Time {...when} />
      </td>
      <td className="act">
        {isRunning ? null : (
          <RowMenu
            of={email ?? name}
            actions={[
              { label: 'Run now', to: to('retry') },
              { label: 'Drop', to: to('drop'), isBad: true },
            ]}
          />
        )}
      </td>
    </tr>
  )
}
