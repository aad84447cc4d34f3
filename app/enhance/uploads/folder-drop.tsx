import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { maxDropped } from '#server/rules/sharing/options.ts'
import { deepestFolder } from '#server/rules/rooms/room-roles.ts'
import {
  gatherChosen,
  gatherTree,
  tooManyText,
  type Gathered,
  type Left,
  type TreeEntry,
} from './dropped-tree.ts'
import { entriesIn, hasFiles } from './dropping.ts'

type Props = { add(found: Gathered): void }

/** How many are named; beyond that, only their number is shown. */
const maxNamed = 10

/**
 * A place for files and whole folders, which keep their structure: dropped anywhere on the form around it, or selected.
 * Rendered by script alone; without it the form accepts files as usual.
 */
export function FolderDrop(props: Props) {
  const isScripted = useSyncExternalStore(
    () => () => undefined,
    () => true,
    () => false,
  )
  return isScripted ? <DropPlace {...props} /> : null
}

function DropPlace({ add: take }: Props) {
  const here = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const [left, setLeft] = useState<Left[]>([])
  const [refusal, setRefusal] = useState('')
  const id = useId()

  function add(found: Gathered) {
    setRefusal(found.isTooMany ? tooManyText : '')
    setLeft(found.isTooMany ? [] : found.left)
    if (!found.isTooMany) take(found)
  }
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    const form = here.current?.closest('form')
    return form ? takeDrops(form, { setOver, take: (found) => latest.current(found) }) : undefined
  }, [])

  return (
    <div ref={here} className={isOver ? 'drop folder-drop drop-over' : 'drop folder-drop'}>
      <label htmlFor={id}>Or a folder with everything in it</label>
      <p className="hint" id={`${id}-hint`}>
        Choose one, or drop files and folders here. Missing folders are created. Up to{' '}
        {maxDropped.toLocaleString('en')} files and folders at once, up to {deepestFolder} deep. Empty folders
        are kept if you drop them; browsers leave them out when you choose a folder.
      </p>{' '}
      <input
        type="file"
        id={id}
        aria-describedby={`${id}-hint`}
        multiple
        {...{ webkitdirectory: '' }}
        onChange={({ currentTarget: input }) => {
          add(gatherChosen([...(input.files ?? [])]))
          input.value = ''
        }}
      />
      <div aria-live="polite">
        {refusal ? <p className="error">{refusal}</p> : null}
        <NotAdded left={left} />
      </div>
    </div>
  )
}

type Drops = {
  setOver(isOver: boolean): void
  take(found: Gathered & { hasFolder: boolean }, on: Element): void
}

/** Takes files and folders that are dropped anywhere on an element; `on` is what they were dropped on. */
export function takeDrops(element: HTMLElement, { setOver, take }: Drops): () => void {
  function over(event: DragEvent) {
    if (!hasFiles(event)) return
    event.preventDefault()
    setOver(true)
  }
  function leave() {
    setOver(false)
  }
  function drop(event: DragEvent) {
    setOver(false)
    if (!hasFiles(event)) return
    event.preventDefault()
    const on = event.target instanceof Element ? event.target : element
    const entries = entriesIn(event)
    const hasFolder = entries.some(({ isFile }) => !isFile)
    void gatherTree(entries as TreeEntry[]).then((found) => take({ ...found, hasFolder }, on))
  }
  element.addEventListener('dragover', over)
  element.addEventListener('dragleave', leave)
  element.addEventListener('drop', drop)
  return () => {
    element.removeEventListener('dragover', over)
    element.removeEventListener('dragleave', leave)
    element.removeEventListener('drop', drop)
  }
}

/** What was left out, with the reason of each. */
export function NotAdded({ left }: { left: readonly Left[] }) {
  if (left.length === 0) return null
  const more = left.length - maxNamed
  return (
    <>
      <p className="error">Not added:</p>
      <ul className="bullets small break">
        {left.slice(0, maxNamed).map(({ name, reason }, index) => (
          <li key={index}>
            {name}: {reason}
          </li>
        ))}
        {more > 0 ? <li>and {more} more</li> : null}
      </ul>
    </>
  )
}
