import type { ListedFile, StorageShown } from '#app/view-models/plans/plan.server.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { ClosedTable, type ClosedShown } from '#app/ui/tables/closed-table.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { StorageBar } from '#app/ui/storage-bar.tsx'

type PlanTabProps = {
  data: {
    plan: string
    /** When it falls back to Free; null if it does not. */
    ends: string | null
    maySeeTrial: boolean
    /** What is over its limits, and closed to others. */
    closed: ClosedShown | null
    facts: { label: string; figure: string }[]
    storage: StorageShown
    largest: ListedFile[]
    oldest: ListedFile[]
  }
}

export function PlanTab({
  data: { plan, ends, maySeeTrial, closed, facts, storage, largest, oldest },
}: PlanTabProps) {
  return (
    <>
      <SetRow
        title="Plan"
        words={
          <>
            Your plan is <strong>{plan}</strong>
            {ends === null ? '.' : `, until ${ends}. It then goes back to Free.`}
          </>
        }
      >
        <dl className="strip card">
          {facts.map(({ label, figure }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
        <p className="row">
          <a href={href(routes.plans.portal)}>Compare plans</a>{' '}
          {maySeeTrial ? <a href={href(routes.plans.trial)}>Try Pro for free</a> : null}
        </p>
      </SetRow>
      {closed ? (
        <SetRow
          title="Closed by your plan"
          words="Only you can open these. Nothing was deleted or changed. They open again with a larger plan, or once they’re within the limits."
        >
          <ClosedTable {...closed} />
          <Form intent="checkPlan" className="row">
            <Submit className="btn-quiet">Check again</Submit>{' '}
            <a href={href(routes.plans.portal)}>Upgrade now</a>
          </Form>
        </SetRow>
      ) : null}
      <SetRow
        title="Storage"
        words="Files count at the size you uploaded. Unshared files still count; deleted files count until they leave the trash. Uploads you never share are deleted after a day."
      >
        <StorageBar {...storage} />
      </SetRow>
      {largest.length > 0 ? (
        <SetRow title="Largest files">
          <FileTable files={largest} />
        </SetRow>
      ) : null}
      {oldest.length > 0 ? (
        <SetRow title="Oldest files">
          <FileTable files={oldest} />
        </SetRow>
      ) : null}
    </>
  )
}

function FileTable({ files }: { files: ListedFile[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col">Uploaded</th>
            <th scope="col" className="r">
              Size
            </th>
          </tr>
        </thead>
        <tbody>
          {files.map(({ key, name, size, on, to }) => (
            <tr key={key}>
              <td className="nm break">
                {to === null ? (
                  <span className="name">{name}</span>
                ) : (
                  <a className="name plain" href={to}>
                    {name}
                  </a>
                )}
                {to === null ? <p className="meta">Not shared</p> : null}
              </td>
              <td className="nowrap" data-label="Uploaded">
                <time dateTime={on.iso} title={on.title}>
                  {on.text}
                </time>
              </td>
              <td className="r nowrap" data-label="Size">
                {size}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
