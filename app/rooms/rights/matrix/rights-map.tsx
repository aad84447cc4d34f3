import { Users } from '#app/ui/icons/icons.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Cell, type ShownCellLink } from '#app/rooms/rights/shared/cell.tsx'
import { LevelDrawings } from '#app/rooms/rights/shared/levels.tsx'
import { SelectedBar } from '#app/rooms/rights/shared/selected-bar.tsx'
import { selectedIn } from '#app/rooms/rights/shared/selected.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { SelectBox } from '#app/ui/tables/select-row.tsx'

export type ShownMap = {
  folders: {
    guid: string
    name: string
    number: string
    note: string
    to: string | null
    /** The room itself, on which nothing but a role or single folders can be set. */
    isRoom: boolean
  }[]
  rows: {
    guid: string
    isGroup: boolean
    name: string
    /** Null for a group. */
    initials: string | null
    /** What tells this person from another of the same name. */
    about: string
    /** What is set for this person on all folders. */
    to: string
    cells: ShownCellLink[]
  }[]
}

type MapProps = { map: ShownMap; answer: FormAnswer | undefined }

/**
 * People and groups by folders: each cell says what applies, and leads to where it is changed. On phones the folders are
 * numbered, and each person is a line of icons. For several cells at once, people and folders are selected.
 */
export function RightsMap({ map: { folders, rows }, answer }: MapProps) {
  const selected = selectedIn(answer)
  return (
    <Form intent="previewSelected" answer={answer} className="choosing map-form">
      <div className="map-box">
        <LevelDrawings />
        <table className="map">
          <thead>
            <tr>
              <th scope="col">Member or group</th>
              {folders.map(({ guid, name, number, note, to, isRoom }) => (
                <th key={guid} scope="col" data-no={number}>
                  <span className="map-head">
                    {isRoom ? null : (
                      <SelectBox
                        className="tick"
                        field="item"
                        value={guid}
                        name={name}
                        isTicked={selected.items.has(guid)}
                      />
                    )}{' '}
                    <span className="map-folder" title={name} data-no={number}>
                      {to ? (
                        <a href={to} dir="auto">
                          {name}
                        </a>
                      ) : (
                        name
                      )}
                      {note ? <small> ({note})</small> : null}
                    </span>
                  </span>
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={row.guid} className={row.isGroup ? 'group' : undefined}>
                <th scope="row">
                  <span className="map-person">
                    <SelectBox
                      className="tick"
                      field="holder"
                      value={row.guid}
                      name={row.name}
                      isTicked={selected.holders.has(row.guid)}
                    />{' '}
                    <a
                      className="plain named"
                      href={row.to}
                      title={row.about ? `${row.name}, ${row.about}` : row.name}
                    >
                      {row.initials === null ? (
                        <Users className="i" aria-hidden="true" />
                      ) : (
                        <Avatar name={row.about || row.name} initials={row.initials} />
                      )}
                      <span>
                        <span className="map-name" dir="auto">
                          {row.name}
                        </span>
                        {row.about ? (
                          <>
                            {' '}
                            <span className="meta">{row.about}</span>
                          </>
                        ) : null}
                      </span>
                    </a>
                  </span>
                </th>
                {row.cells.map((cell, at) => (
                  <td key={folders[at]!.guid} data-no={folders[at]!.number}>
                    <Cell cell={cell} />
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      <SelectedBar label="Selected people and folders" chosen={selected.code}>
        <span className="count-who">selected people</span> in{' '}
        <span className="count-what">selected folders</span>
      </SelectedBar>
    </Form>
  )
}
