import type { ListedFile, StorageShown } from '#app/view-models/plan.server.ts'
import { StorageBar } from '#app/ui/storage-bar.tsx'

type PlanTabProps = {
  data: {
    plan: string
    isTrial: boolean
    facts: { label: string; figure: string }[]
    storage: StorageShown
    largest: ListedFile[]
    oldest: ListedFile[]
  }
}

export function PlanTab({ data: { plan, isTrial, facts, storage, largest, oldest } }: PlanTabProps) {
  return (
    <div className="stack-wide">
      <div className="stack">
        <p>
          Your plan is <strong>{plan}</strong>
          {isTrial ? ' (trial)' : ''}.
        </p>
        <dl className="strip">
          {facts.map(({ label, figure }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>{figure}</dd>
            </div>
          ))}
        </dl>
      </div>
      <div className="stack">
        <h3>Storage</h3>
        <StorageBar {...storage} />
        <p className="small soft">
          Files count at the size you uploaded. Unshared files still count; deleted files count until they
          leave the trash. Uploads you never share are deleted after a day.
        </p>
      </div>
      {largest.length > 0 ? <FileTable title="Largest files" files={largest} /> : null}
      {oldest.length > 0 ? <FileTable title="Oldest files" files={oldest} /> : null}
    </div>
  )
}

function FileTable({ title, files }: { title: string; files: ListedFile[] }) {
  return (
    <div className="stack">
      <h3>{title}</h3>
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
              <td className="name">{to === null ? `${name} (not shared)` : <a href={to}>{name}</a>}</td>
              <td data-label="Uploaded">
                <time dateTime={on.iso} title={on.title}>
                  {on.text}
                </time>
              </td>
              <td className="r" data-label="Size">
                {size}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
