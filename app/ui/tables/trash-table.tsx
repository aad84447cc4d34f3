import type { ReactNode } from 'react'
import type { ShownTime } from '#server/rules/text/format.ts'
import { Time } from './time.tsx'

/** Something in the trash, ready to display. */
export type Binned = {
  guid: string
  name: string
  /** What it is, or contains. */
  note: string
  deletedAt: ShownTime
  /** Who deleted it, if that could be several people. */
  by?: string
  left: string
}

type Props<Row extends Binned> = {
  rows: Row[]
  /** What the names are of. */
  what: string
  /** The field by which rows are selected, if they can be. */
  choose?: string
  /** What is shown between the name and the deletion date. */
  column?: { label: string; className?: string; of: (row: Row) => ReactNode }
  /** What can be done with one. */
  acts?: (row: Row) => ReactNode
}

/** The contents of the trash, the latest first, with the days until they are erased. */
export function TrashTable<Row extends Binned>({ rows, what, choose, column, acts }: Props<Row>) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">{what}</th>
          {column ? <th scope="col">{column.label}</th> : null}
          <th scope="col">Deleted</th>
          <th scope="col">Deleted permanently in</th>
          {acts ? (
            <th scope="col">
              <span className="unseen">Actions</span>
            </th>
          ) : null}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={row.guid}>
            <td>
              {choose ? (
                <div className="choosable">
                  <input type="checkbox" name={choose} value={row.guid} aria-label={`Select ${row.name}`} />
                  <div>
                    <NameAndNote {...row} />
                  </div>
                </div>
              ) : (
                <NameAndNote {...row} />
              )}
            </td>
            {column ? (
              <td className={column.className} data-label={column.label}>
                {column.of(row)}
              </td>
            ) : null}
            <td data-label="Deleted">
              <Time {...row.deletedAt} />
              {row.by === undefined ? null : <div className="small soft break">{row.by}</div>}
            </td>
            <td data-label="Deleted permanently in">{row.left}</td>
            {acts ? <td>{acts(row)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function NameAndNote({ name, note }: Pick<Binned, 'name' | 'note'>) {
  return (
    <>
      <span className="name">{name}</span>
      <div className="small soft">{note}</div>
    </>
  )
}
