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
          {isTrial ? ', for a time of trial' : ''}.
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
          Files count with the size they had when you sent them. One that you unshare is closed but kept, so
          it counts on; one that you delete counts until it leaves the bin. Uploads that you never shared go
          by themselves after a day.
        </p>
      </div>
      {largest.length > 0 ? <FileTable title="What takes most room" files={largest} /> : null}
      {oldest.length > 0 ? <FileTable title="What is oldest" files={oldest} /> : null}
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
