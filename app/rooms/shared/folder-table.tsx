import type { FileKind } from '#server/rules/files/files.ts'
import type { ShownTime } from '#server/rules/text/format.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { FirstPage } from '#app/ui/icons/file-icon.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { TableBody } from '#app/ui/static/table-body.tsx'
import { ItemDrawings, ItemIcon } from './item-icon.tsx'
import { RowMenu, type RowAction } from '#app/ui/tables/row-menu.tsx'
import { SortHead, type SortHeadShown } from '#app/ui/tables/sort-head.tsx'

/** A folder or a file in a list of a room, ready to display. */
export type FolderRow = {
  guid: string
  /** "1.2.3", or nothing where the room shows no numbers. */
  number: string
  name: string
  /** Null while it cannot be opened. */
  to: string | null
  kind: FileKind | 'folder'
  /** Where the first page of a file is, or null. */
  picture: string | null
  kindName: string
  size: string
  pages: string
  /** For a folder: how much is in it. */
  inside: string
  addedBy: { email: string; initials: string }
  addedAt: ShownTime
  status: { words: string; tone: Tone; isWaiting: boolean } | null
  isNew: boolean
  /** If there is more than one. */
  version: string | null
  mayChoose: boolean
  /** Asks whether a file that failed is to be retried. */
  retry: string | null
  /** What can be done with it on pages of their own. */
  acts: RowAction[]
  /** What the member as whom the room is viewed can do with it, and where the reason is. */
  may?: { words: string; why: string }
}

export type SortHeads = Record<'name' | 'largest' | 'newest', SortHeadShown>

type Props = { rows: FolderRow[]; sorts?: SortHeads }

/** The contents of a folder as a table; on phones each row is a card. Inside a form, rows can be selected. */
export function FolderTable({ rows, sorts }: Props) {
  const hasChoice = rows.some(({ mayChoose }) => mayChoose)
  const hasActs = rows.some(({ acts }) => acts.length > 0)
  return (
    <>
      <table className="table folder">
        <thead>
          <tr>
            {hasChoice ? (
              <th scope="col" className="chk">
                <span className="unseen">Select</span>
              </th>
            ) : null}
            <SortHead {...sorts?.name}>Name</SortHead>
            <SortHead {...sorts?.largest} className="o1 r">
              Size
            </SortHead>
            <SortHead {...sorts?.newest}>Added</SortHead>
            {hasActs ? (
              <th scope="col" className="act">
                <span className="unseen">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <TableBody rows={rows}>{(row) => rowOf(row, { hasChoice, hasActs })}</TableBody>
      </table>
      <ItemDrawings rows={rows} />
    </>
  )
}

type Columns = { hasChoice: boolean; hasActs: boolean }

function rowOf(row: FolderRow, { hasChoice, hasActs }: Columns) {
  const { picture, kind, inside, kindName, pages, version, may, name } = row
  return (
    <tr key={row.guid} data-folder={kind === 'folder' ? row.guid : undefined}>
      {hasChoice ? <td className="chk">{row.mayChoose ? choiceOf(row) : null}</td> : null}
      <td className="nm">
        <div className="named">
          {picture ? <FirstPage src={picture} /> : <ItemIcon kind={kind} />}
          <div>
            <ItemName row={row} />
            <p className="meta">
              {[kind === 'folder' ? inside : kindName, pages, version].filter(Boolean).join(' · ')}
            </p>
            {may ? <MayDo may={may} name={name} /> : null}
          </div>
        </div>
      </td>
      <td className="o1 r soft nowrap">{row.size}</td>
      <AddedCell row={row} />
      {hasActs ? (
        <td className="act">
          <RowMenu of={name} actions={row.acts} />
        </td>
      ) : null}
    </tr>
  )
}

function choiceOf({ guid, name }: FolderRow) {
  return (
    <label>
      <input type="checkbox" name="item" value={guid} aria-label={`Select ${name}`} />
      Select
    </label>
  )
}

/** The cell of when an item came, and through whom: their initials for the eye, the address for everyone else. */
export function AddedCell({ row }: { row: Pick<FolderRow, 'addedAt' | 'addedBy'> }) {
  const { email, initials } = row.addedBy
  return (
    <td className="added soft nowrap" title={email}>
      <Avatar name={email} initials={initials} /> <Time {...row.addedAt} />{' '}
      <span className="unseen">by {email}</span>
    </td>
  )
}

function MayDo({ may, name }: { may: NonNullable<FolderRow['may']>; name: string }) {
  return (
    <p className="small">
      {may.words}.{' '}
      <a href={may.why}>
        Why?<span className="unseen"> {name}</span>
      </a>
    </p>
  )
}

type Named = Pick<FolderRow, 'name' | 'to' | 'isNew' | 'status'> & { number?: string }

/** The name of an item, as the link to it if it can be opened, and what is out of the ordinary about it. */
export function ItemName({ row }: { row: Named }) {
  const { number, to, name, isNew, status } = row
  return (
    <>
      {number ? <span className="item-number soft">{number} </span> : null}
      {to ? (
        <a className="name" href={to}>
          {name}
        </a>
      ) : (
        <span className="name">{name}</span>
      )}{' '}
      {isNew ? (
        <>
          <span className="dot" title="New since your last visit" />
          <span className="unseen">New</span>{' '}
        </>
      ) : null}
      {status ? <Badge tone={status.tone}>{status.words}</Badge> : null}
    </>
  )
}
