import type { ReactNode } from 'react'
import type { ShownTime } from '#server/rules/text/format.ts'
import type { FileKind } from '#server/rules/files/files.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { FileIcon } from '#app/ui/icons/file-icon.tsx'
import { SelectHead, SelectRow } from './select-row.tsx'
import { Time } from './time.tsx'

/** Something in the trash, ready to display. */
export type Trashed = {
  guid: string
  name: string
  /** What it is, or contains. */
  note: string
  kind?: FileKind | 'folder'
  deletedAt: ShownTime
  /** Who deleted it, if that could be several people. */
  by?: { email: string; initials: string }
  left: string
}

type Props<Row extends Trashed> = {
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
export function TrashTable<Row extends Trashed>({ rows, what, choose, column, acts }: Props<Row>) {
  return (
    <table className="table">
      <thead>
        <tr>
          {choose ? <SelectHead /> : null}
          <th scope="col" className="nm">
            {what}
          </th>
          {column ? (
            <th scope="col" className="o1">
              {column.label}
            </th>
          ) : null}
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
            {choose ? <SelectRow field={choose} value={row.guid} name={row.name} /> : null}
            <td className="nm">
              <div className="named">
                {row.kind ? <FileIcon kind={row.kind} name={row.name} /> : null}{' '}
                <div>
                  <span className="name">{row.name}</span>
                  <p className="meta">{row.note}</p>
                </div>
              </div>
            </td>
            {column ? (
              <td className={column.className ? `o1 ${column.className}` : 'o1'} data-label={column.label}>
                {column.of(row)}
              </td>
            ) : null}
            <td className="nowrap" data-label="Deleted">
              <Time {...row.deletedAt} />
              {row.by ? <By {...row.by} /> : null}
            </td>
            <td className="nowrap">{row.left}</td>
            {acts ? <td>{acts(row)}</td> : null}
          </tr>
        ))}
      </tbody>
    </table>
  )
}

/** Their initials for the eye, the address for everyone else. */
function By({ email, initials }: NonNullable<Trashed['by']>) {
  return (
    <span title={email}>
      {' '}
      <Avatar name={email} initials={initials} /> <span className="unseen">by {email}</span>
    </span>
  )
}
