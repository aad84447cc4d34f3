import type { ChosenRights } from '#app/rooms/rights/shared/chosen-rights.ts'
import { RightChoice, type ShownCell } from '#app/rooms/rights/shared/right-choice.tsx'

type MatrixProps = {
  folders: { guid: string; name: string; note: string; to: string | null }[]
  rows: { guid: string; name: string; about: string; to: string; cells: ShownCell[] }[]
  chosen: ChosenRights
}

/** People and groups by folders; on phones each of them is a card with a list of folders. Used inside a form. */
export function RightMatrix({ folders, rows, chosen }: MatrixProps) {
  const was = rows.flatMap(({ cells }) => cells.map((cell) => cell.was))
  return (
    <div className="matrix">
      <input type="hidden" name="was" value={was.join(',')} />
      {folders.map(({ guid }) => (
        <input key={guid} type="hidden" name="item" value={guid} />
      ))}
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Member or group</th>
            {folders.map(({ guid, name, note, to }) => (
              <th key={guid} scope="col" className="break">
                {to ? <a href={to}>{name}</a> : name}
                {note ? <div className="small soft">{note}</div> : null}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map(({ guid, name, about, to, cells }) => (
            <tr key={guid}>
              <td>
                <input type="hidden" name="holder" value={guid} />
                <a className="name" href={to}>
                  {name}
                </a>
                <div className="small soft">{about}</div>
              </td>
              {cells.map((cell, at) => (
                <td key={folders[at]!.guid} data-label={folders[at]!.name}>
                  <RightChoice cell={cell} chosen={chosen.of(guid, folders[at]!.guid)} />
                  <div className="small soft">
                    {cell.right} {cell.source}
                  </div>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
