export type ClosedShown = {
  rows: { key: string; kind: string; name: string; to: string; why: string }[]
  /** How much there is besides. */
  more: string | null
}

/** What a plan has closed, or would close: each with the reason. */
export function ClosedTable({ rows, more }: ClosedShown) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="nm">
              Name
            </th>
            <th scope="col">Over the plan</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ key, kind, name, to, why }) => (
            <tr key={key}>
              <td className="nm break">
                <a className="name plain" href={to}>
                  {name}
                </a>
                <p className="meta">{kind}</p>
              </td>
              <td data-label="Over the plan">{why}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {more ? <p className="meta">{more}</p> : null}
    </div>
  )
}
