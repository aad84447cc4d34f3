import type { TableRow } from '../web/sheet-table.server.ts'

type Props = {
  label: string
  /** Who reads, and when: it stands with the values wherever they go. */
  reader: string
  columns: string[]
  rows: TableRow[]
}

/** Values of a spreadsheet with the letters of their columns and the numbers of their rows, which stay in sight. */
export function SheetGrid({ label, reader, columns, rows }: Props) {
  return (
    // What scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="sheet-frame" aria-label={label} tabIndex={0}>
      <table className="sheet-grid">
        <caption>{reader}</caption>
        <thead>
          <tr>
            <th scope="col" className="corner">
              Row
            </th>
            {columns.map((letters) => (
              <th key={letters} scope="col">
                {letters}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.number}>
              <th scope="row">{row.number}</th>
              {row.cells.map(({ text, isNumber, across, down }, at) => (
                <td
                  key={at}
                  className={isNumber ? 'number' : undefined}
                  colSpan={across > 1 ? across : undefined}
                  rowSpan={down > 1 ? down : undefined}
                >
                  {text}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}
