import type { FileKind } from '#server/rules/files/files.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { ItemDrawings, ItemIcon } from './item-icon.tsx'

/** A folder or a file in a list of a room, ready to display. */
export type FolderRow = {
  guid: string
  /** "1.2.3", or nothing where the room shows no numbers. */
  number: string
  name: string
  /** Null while it cannot be opened. */
  to: string | null
  kind: FileKind | 'folder'
  kindName: string
  size: string
  pages: string
  /** For a folder: how much is in it. */
  inside: string
  addedBy: string
  addedAt: { text: string; title: string }
  status: { words: string; tone: Tone; isWaiting: boolean } | null
  isNew: boolean
  /** If there is more than one. */
  version: string | null
  /** Where versions are kept and added, for people who may. */
  versions: string | null
  mayChoose: boolean
  /** Asks whether a file that failed is to be retried. */
  retry: string | null
  /** What the member as whom the room is viewed can do with it, and where the reason is. */
  may?: { words: string; why: string }
}

/** The contents of a folder as a table; on phones each row is a card. Inside a form, rows can be selected. */
export function FolderTable({ rows }: { rows: FolderRow[] }) {
  return (
    <>
      <table className="table folder">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Size</th>
            <th scope="col">Added</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <FolderTableRow key={row.guid} row={row} />
          ))}
        </tbody>
      </table>
      <ItemDrawings rows={rows} />
    </>
  )
}

function FolderTableRow({ row }: { row: FolderRow }) {
  return (
    <tr>
      <td>
        <div className="choosable">
          {row.mayChoose ? (
            <input type="checkbox" name="item" value={row.guid} aria-label={`Select ${row.name}`} />
          ) : null}
          <ItemIcon kind={row.kind} />
          <div>
            <ItemName row={row} />
            <div className="small soft">{[row.kindName, row.pages].filter(Boolean).join(', ')}</div>
            {row.may ? <MayDo may={row.may} name={row.name} /> : null}
          </div>
        </div>
      </td>
      <td data-label="Size">
        <span className="item-size">{row.kind === 'folder' ? row.inside : row.size}</span>
      </td>
      <td data-label="Added">
        <time title={row.addedAt.title}>{row.addedAt.text}</time>
        <div className="small soft break">{row.addedBy}</div>
      </td>
      <td>
        <ItemStatus row={row} />
      </td>
    </tr>
  )
}

function MayDo({ may, name }: { may: NonNullable<FolderRow['may']>; name: string }) {
  return (
    <div className="small">
      {may.words}.{' '}
      <a href={may.why}>
        Why?<span className="unseen"> {name}</span>
      </a>
    </div>
  )
}

/** The name of an item, as the link to it if it can be opened. */
export function ItemName({ row }: { row: Pick<FolderRow, 'name' | 'to'> & { number?: string } }) {
  return (
    <>
      {row.number ? <span className="item-number soft">{row.number}</span> : null}{' '}
      {row.to ? (
        <a className="name" href={row.to}>
          {row.name}
        </a>
      ) : (
        <span className="name">{row.name}</span>
      )}
    </>
  )
}

type StatusProps = Pick<FolderRow, 'name' | 'status' | 'isNew' | 'version' | 'versions'> & {
  retry?: string | null
}

/** The state of an item: not ready, failed, new, in which version. */
export function ItemStatus({ row }: { row: StatusProps }) {
  const { status, isNew, version, versions, retry } = row
  return (
    <div className="item-status">
      {status ? <Badge tone={status.tone}>{status.words}</Badge> : null}{' '}
      {isNew ? <Badge tone="good">New</Badge> : null}{' '}
      {versions ? (
        <a href={versions}>
          {version ?? 'Details'}
          <span className="unseen"> of {row.name}</span>
        </a>
      ) : (
        version
      )}{' '}
      {retry ? (
        <a href={retry}>
          Try again<span className="unseen"> with {row.name}</span>
        </a>
      ) : null}
    </div>
  )
}
