import { useEffect, useId, useRef, useState, useSyncExternalStore } from 'react'
import { maxFilesInFolders } from '#server/rules/sharing/options.ts'
import { deepestFolder } from '#server/rules/rooms/room-roles.ts'
import {
  gatherChosen,
  gatherDropped,
  tooManyWords,
  type Dropped,
  type Gathered,
  type Left,
} from './dropped-tree.ts'

/** `count`: how many files there are already. */
type Props = { count: number; add(files: Dropped[]): void }

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

function DropPlace({ count, add: take }: Props) {
  const here = useRef<HTMLDivElement>(null)
  const [isOver, setOver] = useState(false)
  const [left, setLeft] = useState<Left[]>([])
  const [refusal, setRefusal] = useState('')
  const id = useId()

  function add({ files, left: leftOut, isTooMany }: Gathered) {
    const isFull = isTooMany || count + files.length > maxFilesInFolders
    setRefusal(isFull ? tooManyWords : '')
    setLeft(isFull ? [] : leftOut)
    if (!isFull) take(files)
  }
  const latest = useRef(add)
  useEffect(() => {
    latest.current = add
  })
  useEffect(() => {
    const form = here.current?.closest('form')
    if (!form) return
    const hasFiles = (event: DragEvent) => event.dataTransfer?.types.includes('Files') ?? false
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
      void gatherDropped(event.dataTransfer!).then((found) => latest.current(found))
    }
    form.addEventListener('dragover', over)
    form.addEventListener('dragleave', leave)
    form.addEventListener('drop', drop)
    return () => {
      form.removeEventListener('dragover', over)
      form.removeEventListener('dragleave', leave)
      form.removeEventListener('drop', drop)
    }
  }, [])

  return (
    <div ref={here} className={isOver ? 'folder-drop folder-drop-over' : 'folder-drop'}>
      <label htmlFor={id}>Or a folder with everything in it</label>
      <p className="hint" id={`${id}-hint`}>
        Choose one, or drop files and folders here. Missing folders are created. Up to {maxFilesInFolders}{' '}
        files at once, in folders up to {deepestFolder} deep. Empty folders are left out.
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
        {left.length > 0 ? (
          <>
            <p className="error">Not added:</p>
            <Named lines={left.map(({ name, reason }) => `${name}: ${reason}`)} />
          </>
        ) : null}
      </div>
    </div>
  )
}

function Named({ lines }: { lines: readonly string[] }) {
  const more = lines.length - maxNamed
  return (
    <ul className="bullets small break">
      {lines.slice(0, maxNamed).map((line, index) => (
        <li key={index}>{line}</li>
      ))}
      {more > 0 ? <li>and {more} more</li> : null}
    </ul>
  )
}
