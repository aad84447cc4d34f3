import type { ReactNode } from 'react'
import { Legend } from './legend.tsx'

/** The same numbers as a picture has; the first cell of each row names it. */
export type FigureTable = { head: string[]; rows: string[][]; note?: string }

/** What a colour means: `look` is the class of the key, such as `key-1` or `q3 est`. */
export type FigureKey = { look: string; words: string }

type Props = {
  /** Of its heading; unique on the page. */
  id: string
  title: string
  /** The heading's level on this page. */
  heading?: 'h2' | 'h3'
  /** What it says at a glance, in one line. */
  note?: string | undefined
  /** Beside the title: links that choose what is shown. */
  choice?: ReactNode
  keys?: FigureKey[]
  /** None where the picture is a table itself, or the page has the same numbers beside it. */
  table?: FigureTable | undefined
  children: ReactNode
}

/** A picture with its caption, what its colours mean, and the same as a table. */
export function Figure({
  id,
  title,
  heading: Heading = 'h2',
  note,
  choice,
  keys = [],
  table,
  children,
}: Props) {
  return (
    <figure className="card section figure" aria-labelledby={id}>
      <figcaption>
        <Heading id={id}>{title}</Heading> {note ? <span className="small soft">{note}</span> : null} {choice}
      </figcaption>
      {children}
      {keys.length > 0 ? (
        <Legend keys={keys.map(({ look, words }) => ({ key: <i className={`key ${look}`} />, words }))} />
      ) : null}
      {table ? <AsTable {...table} /> : null}
    </figure>
  )
}

function AsTable({ head, rows, note }: FigureTable) {
  return (
    <details>
      <summary className="small">Show as table</summary>
      <table className="table">
        <thead>
          <tr>
            {head.map((name, at) => (
              <th scope="col" key={name} className={at > 0 ? 'r' : undefined}>
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(([name = '', ...cells]) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {cells.map((cell, at) => (
                <td key={head[at + 1]} className="r" data-label={head[at + 1]}>
                  {cell}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      {note ? <p className="small soft">{note}</p> : null}
    </details>
  )
}
