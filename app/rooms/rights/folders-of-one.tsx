import type { FormAnswer } from '#app/request/action.server.ts'
import { Cell, type ShownCellLink } from '#app/rooms/rights/shared/cell.tsx'
import { LevelDrawings } from '#app/rooms/rights/shared/levels.tsx'
import { SelectedBar } from '#app/rooms/rights/shared/selected-bar.tsx'
import { selectedIn } from '#app/rooms/rights/shared/selected.ts'
import { Form } from '#app/ui/forms/form.tsx'
import { SelectBox, SelectHead } from '#app/ui/tables/select-row.tsx'

export type FoldersShown = {
  /** What there is: folders, or files as well. */
  what: string
  rows: {
    guid: string
    name: string
    note: string
    /** The folders above it, the room among them. */
    depth: number
    /** The list with this folder opened. */
    to: string | null
    /** The room itself, on which nothing but a role or single folders can be set. */
    isRoom: boolean
    cell: ShownCellLink
    /** Why it applies, unless it is set here. */
    source: string
  }[]
}

/** Deeper ones stand below each other. */
const deepest = 4

type Props = { holder: string; folders: FoldersShown; answer: FormAnswer | undefined }

/** What one person or group has on each folder, from the room down: each permission leads to where it is changed. */
export function FoldersOfOne({ holder, folders: { what, rows }, answer }: Props) {
  const selected = selectedIn(answer)
  return (
    <Form intent="previewSelected" answer={answer} className="list choosing">
      <input type="hidden" name="holder" value={holder} />
      <LevelDrawings />
      <table className="table">
        <thead>
          <tr>
            <SelectHead />
            <th scope="col">Name</th>
            <th scope="col">Permission</th>
            <th scope="col">Source</th>
          </tr>
        </thead>
        <tbody>
          {rows.map(({ guid, name, note, depth, to, isRoom, cell, source }) => (
            <tr key={guid}>
              <td className="chk">
                {isRoom ? null : (
                  <SelectBox field="item" value={guid} name={name} isTicked={selected.items.has(guid)} />
                )}
              </td>
              <td className="nm">
                <div className={depth > 0 ? `named step-${Math.min(depth, deepest)}` : 'named'}>
                  <FolderName name={name} note={note} to={to} />
                </div>
              </td>
              <td>
                <Cell cell={cell} isSaidBeside />
              </td>
              <td className="small">
                {cell.isOwn ? <strong>Set here</strong> : <span className="soft">Inherited, {source}</span>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
      <SelectedBar label={`Selected ${what}`} chosen={selected.code}>
        <span className="bulk-count">selected {what}</span>
      </SelectedBar>
    </Form>
  )
}

function FolderName({ name, note, to }: Pick<FoldersShown['rows'][number], 'name' | 'note' | 'to'>) {
  return (
    <div>
      {to ? (
        <a className="name" href={to} dir="auto">
          {name}
        </a>
      ) : (
        <strong className="name" dir="auto">
          {name}
        </strong>
      )}{' '}
      {note ? <span className="meta">{note}</span> : null}
    </div>
  )
}
