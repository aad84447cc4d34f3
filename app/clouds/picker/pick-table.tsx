import { Submit } from '#app/ui/forms/form.tsx'
import type { PickRow } from './picker.server.ts'

type Props = {
  rows: readonly PickRow[]
  /** The ids that a refused form had chosen; null where the page says what is. */
  sent: ReadonlySet<string> | null
}

/** What is in a folder of the cloud storage. A folder is opened by a button, so that what is ticked is kept. */
export function PickTable({ rows, sent }: Props) {
  return (
    <table className="table folder">
      <thead>
        <tr>
          <th scope="col" className="chk">
            <span className="unseen">Select</span>
          </th>
          <th scope="col">Name</th>
          <th scope="col" className="o1 r">
            Size
          </th>
          <th scope="col">Changed</th>
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.id}>
            <td className="chk">
              <input type="hidden" name="shown" value={row.id} />
              {row.value === null ? null : (
                <label>
                  <input
                    type="checkbox"
                    name="pick"
                    value={row.value}
                    defaultChecked={sent ? sent.has(row.id) : row.isChosen}
                    aria-label={`Select ${row.name}`}
                  />
                  Select
                </label>
              )}
            </td>
            <td className="nm">
              {row.opens === null ? (
                <span className="name break">{row.name}</span>
              ) : (
                <Submit name="go" className="as-link" about="open folder">
                  {row.opens}
                </Submit>
              )}{' '}
              <p className="meta">{row.refusal}</p>
            </td>
            <td className="o1 r soft nowrap">{row.size}</td>
            <td className="soft nowrap">{row.changed}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
