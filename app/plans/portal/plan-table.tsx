import { Badge } from '#app/ui/badge.tsx'
import type { PlanRow } from '#app/view-models/plans/plan-limits.server.ts'

/** The plans side by side: one row each, which is a card on a phone. */
export function PlanTable({ rows }: { rows: PlanRow[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Plan</th>
            {columns.map(({ label }) => (
              <th key={label} scope="col" className="r">
                {label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <th scope="row">
                <span className="name">{row.name}</span>{' '}
                {row.isHere ? <Badge tone="good">Your plan</Badge> : null}
                {row.closes ? (
                  <p className="meta">
                    <a href={row.closes}>What {row.name} would close</a>
                  </p>
                ) : null}
              </th>
              {columns.map(({ label, of }) => (
                <td key={label} className="r" data-label={label}>
                  {of(row)}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

const columns: { label: string; of: (row: PlanRow) => string }[] = [
  { label: 'Largest file', of: ({ file }) => file },
  { label: 'Storage', of: ({ storage }) => storage },
  { label: 'Recipients per file', of: ({ recipients }) => recipients },
  { label: 'Data rooms', of: ({ rooms }) => rooms },
  { label: 'Members per room', of: ({ members }) => members },
  { label: 'Seats', of: ({ seats }) => seats },
]
