import { Fragment } from 'react'

/** A part of a cell's text; `className` from our own vocabulary. */
export type GridText = { text: string; className?: string | undefined; href?: string | undefined }
export type GridLine = {
  number: number
  cells: { className: string; across: number; down: number; parts: GridText[] }[]
}

type Props = {
  label: string
  /** Who reads, and when: shown with the values wherever they go. */
  reader: string
  columns: string[]
  rows: GridLine[]
  /** Addresses of the style sheets of the colours in it. */
  styles: string[]
}

/** A sheet of a spreadsheet with the letters of its columns and the numbers of its rows, which stay visible. */
export function SheetGrid({ label, reader, columns, rows, styles }: Props) {
  return (
    // What scrolls must be reached by the keyboard.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <section className="sheet-frame" aria-label={label} tabIndex={0}>
      {styles.map((address) => (
        <link key={address} rel="stylesheet" href={address} />
      ))}
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
              {row.cells.map(({ className, across, down, parts }, at) => (
                <td
                  key={at}
                  className={className || undefined}
                  colSpan={across > 1 ? across : undefined}
                  rowSpan={down > 1 ? down : undefined}
                >
                  {parts.map((part, place) => (
                    <Fragment key={place}>{textOf(part)}</Fragment>
                  ))}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  )
}

/** A link's target does not learn where the link was. */
function textOf({ text, className, href }: GridText) {
  if (href !== undefined)
    return (
      <a className={className || undefined} href={href} target="_blank" rel="noopener noreferrer nofollow">
        {text}
      </a>
    )
  return className ? <span className={className}>{text}</span> : text
}
