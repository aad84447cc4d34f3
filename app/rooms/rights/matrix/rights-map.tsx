import { Users } from 'lucide-react'
import { ruleName } from '#server/rules/rooms/room-right-words.ts'
import type { RuleCode } from '#server/rules/rooms/room-rights.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { LevelDrawings, LevelIcon, tintOf } from './levels.tsx'

export type ShownMap = {
  folders: { guid: string; name: string; number: string; note: string; to: string | null }[]
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
    cells: MapCell[]
  }[]
}

type MapCell = { level: RuleCode; isOwn: boolean; isOpen: boolean; title: string; to: string }

/**
 * People and groups by folders: each cell says what applies, and leads to where it is changed. On phones the folders are
 * numbered, and each person is a line of icons.
 */
export function RightsMap({ map: { folders, rows } }: { map: ShownMap }) {
  return (
    <div className="map-box">
      <LevelDrawings />
      <table className="map">
        <thead>
          <tr>
            <th scope="col">Member or group</th>
            {folders.map(({ guid, name, number, note, to }) => (
              <th key={guid} scope="col" data-no={number}>
                <span className="map-folder">
                  {to ? <a href={to}>{name}</a> : name}
                  {note ? <small> ({note})</small> : null}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.guid} className={row.isGroup ? 'group' : undefined}>
              <th scope="row">
                <a className="plain named" href={row.to} title={row.about || undefined}>
                  {row.initials === null ? (
                    <Users className="i" aria-hidden="true" />
                  ) : (
                    <Avatar name={row.about || row.name} initials={row.initials} />
                  )}
                  <span>
                    <span className="map-name">{row.name}</span>
                    {row.about ? (
                      <>
                        {' '}
                        <span className="meta">{row.about}</span>
                      </>
                    ) : null}
                  </span>
                </a>
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
  )
}

function Cell({ cell: { level, isOwn, isOpen, title, to } }: { cell: MapCell }) {
  return (
    <a
      className={`cell ${tintOf(level)}${isOwn ? ' own' : ''}`}
      href={to}
      title={title}
      aria-current={isOpen ? 'true' : undefined}
    >
      <LevelIcon code={level} />
      <span className="word">{ruleName(level)}</span>
      <span className="unseen">, {isOwn ? 'set here' : 'inherited'}</span>
    </a>
  )
}
