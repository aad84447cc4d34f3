import { Folder, FolderOpen } from '#app/ui/icons/icons.ts'

/** A folder in the tree; `inside` has folders only where the branch is open. */
export type Branch = { name: string; number: string; to: string; isHere: boolean; inside: Branch[] }

type Props = { root: { to: string; isHere: boolean }; branches: Branch[] }

/** The folders of a room beside the list, behind a switch where there is no place for them. */
export function RoomTree({ root, branches }: Props) {
  return (
    <div>
      <details className="tree-switch">
        <summary className="btn">
          <Folder className="i" aria-hidden="true" /> Folders
        </summary>
      </details>
      <nav className="tree" aria-label="Folders">
        <ul>
          <li>
            <a href={root.to} aria-current={root.isHere ? 'page' : undefined}>
              <FolderOpen aria-hidden="true" />
              <span>All files</span>
            </a>
          </li>
          <Branches branches={branches} />
        </ul>
        <svg className="unseen" aria-hidden="true">
          <symbol id="tree-folder" viewBox="0 0 24 24">
            <Folder />
          </symbol>
        </svg>
      </nav>
    </div>
  )
}

/** The arrow and the name are two targets beside each other: the one opens the branch, the other goes there. */
function Branches({ branches }: { branches: Branch[] }) {
  return branches.map(({ name, number, to, isHere, inside }) => (
    <li key={number + to}>
      <a href={to} aria-current={isHere ? 'page' : undefined}>
        <svg aria-hidden="true">
          <use xlinkHref="#tree-folder" />
        </svg>
        <span>
          {number ? <span className="item-number">{number} </span> : null}
          {name}
        </span>
      </a>{' '}
      {inside.length > 0 ? (
        <details open>
          <summary>
            <span className="unseen">Folders in {name}</span>
          </summary>
          <ul>
            <Branches branches={inside} />
          </ul>
        </details>
      ) : null}
    </li>
  ))
}
