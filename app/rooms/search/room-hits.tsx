import { Fragment } from 'react'
import { AddedCell, ItemName, type FolderRow } from '#app/rooms/shared/folder-table.tsx'
import { FirstPage } from '#app/ui/icons/file-icon.tsx'
import { ItemDrawings, ItemIcon } from '#app/rooms/shared/item-icon.tsx'
import { RowMenu } from '#app/ui/tables/row-menu.tsx'

export type RoomHit = Omit<FolderRow, 'number' | 'inside' | 'mayChoose' | 'retry'> & {
  /** The folders above it, from the room down. */
  above: { name: string; to: string }[]
}

/** What a search in a data room found, each with the path to it; on phones each row is a card. */
export function RoomHits({ hits }: { hits: RoomHit[] }) {
  const hasActs = hits.some(({ acts }) => acts.length > 0)
  return (
    <div className="list">
      <table className="table folder">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Folder</th>
            <th scope="col">Added</th>
            {hasActs ? (
              <th scope="col" className="act">
                <span className="unseen">Actions</span>
              </th>
            ) : null}
          </tr>
        </thead>
        <tbody>
          {hits.map((hit) => (
            <tr key={hit.guid}>
              <td className="nm">
                <div className="named">
                  {hit.picture ? <FirstPage src={hit.picture} /> : <ItemIcon kind={hit.kind} />}
                  <div>
                    <ItemName row={hit} />
                    <p className="meta">
                      {[hit.kindName, hit.pages, hit.size, hit.version].filter(Boolean).join(' · ')}
                    </p>
                  </div>
                </div>
              </td>
              <td className="small where">
                <Where above={hit.above} />
              </td>
              <AddedCell row={hit} />
              {hasActs ? (
                <td className="act">
                  <RowMenu of={hit.name} actions={hit.acts} />
                </td>
              ) : null}
            </tr>
          ))}
        </tbody>
      </table>
      <ItemDrawings rows={hits} />
    </div>
  )
}

function Where({ above }: { above: RoomHit['above'] }) {
  return (
    <span className="break">
      {above.map(({ name, to }, at) => (
        <Fragment key={to}>
          {at > 0 ? ' / ' : null}
          <a className="plain" href={to}>
            {name}
          </a>
        </Fragment>
      ))}
    </span>
  )
}
