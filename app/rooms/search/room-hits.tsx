import { Fragment } from 'react'
import { ItemName, ItemStatus, type FolderRow } from '#app/rooms/shared/folder-table.tsx'
import { ItemDrawings, ItemIcon } from '#app/rooms/shared/item-icon.tsx'

export type RoomHit = Omit<FolderRow, 'number' | 'inside' | 'mayChoose' | 'retry'> & {
  /** The folders above it, from the room down. */
  above: { name: string; to: string }[]
}

/** What a search in a data room found, each with the path to it; on phones each row is a card. */
export function RoomHits({ hits }: { hits: RoomHit[] }) {
  return (
    <>
      <table className="table folder found-items">
        <thead>
          <tr>
            <th scope="col">Name</th>
            <th scope="col">Where</th>
            <th scope="col">Added</th>
            <th scope="col">Status</th>
          </tr>
        </thead>
        <tbody>
          {hits.map((hit) => (
            <tr key={hit.guid}>
              <td>
                <div className="choosable">
                  <ItemIcon kind={hit.kind} />
                  <div>
                    <ItemName row={hit} />
                    <div className="small soft">
                      {[hit.kindName, hit.pages, hit.size].filter(Boolean).join(', ')}
                    </div>
                  </div>
                </div>
              </td>
              <td data-label="Where">
                <Where above={hit.above} />
              </td>
              <td data-label="Added">
                <time title={hit.addedAt.title}>{hit.addedAt.text}</time>
                <div className="small soft break">{hit.addedBy}</div>
              </td>
              <td>
                <ItemStatus row={hit} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <ItemDrawings rows={hits} />
    </>
  )
}

function Where({ above }: { above: RoomHit['above'] }) {
  return (
    <span className="break">
      {above.map(({ name, to }, at) => (
        <Fragment key={to}>
          {at > 0 ? ' / ' : null}
          <a href={to}>{name}</a>
        </Fragment>
      ))}
    </span>
  )
}
