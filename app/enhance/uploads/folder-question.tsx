import { useState } from 'react'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import { counted } from '#server/rules/text/format.ts'
import { tooManyText, type Gathered } from './dropped-tree.ts'
import { NotAdded } from './folder-drop.tsx'

type Props = {
  found: Gathered
  send: () => void
  /** Makes a data room of a name. Throws an Error with words for who wanted it. */
  makeRoom: (name: string) => Promise<void>
  close: () => void
}

/** A share has no folders: their files are sent, or a data room is made for them. */
export function FolderQuestion({ found, send, makeRoom, close }: Props) {
  const { files, folders, left, isTooMany } = found
  const first = (folders[0] ?? files[0]?.path ?? '').split('/')[0] ?? ''
  const [name, setName] = useState(first)
  const [refusal, setRefusal] = useState('')
  const [isMaking, setMaking] = useState(false)
  const maySend = files.length > 0 && files.length <= maxFilesPerForm
  function make() {
    setMaking(true)
    makeRoom(name)
      .catch((error: unknown) => setRefusal(error instanceof Error ? error.message : String(error)))
      .finally(() => setMaking(false))
  }
  return (
    <section className="note stack" aria-label="Folder">
      <p>{isTooMany ? tooManyText : wordsOn(found)}</p>
      <NotAdded left={left} />
      {maySend ? (
        <div className="row">
          <button type="button" className="btn btn-small" onClick={send}>
            Share its files
          </button>
        </div>
      ) : null}
      {isTooMany ? null : (
        <div className="row">
          <label htmlFor="room-of-folder">Name of the data room</label>{' '}
          <input
            id="room-of-folder"
            value={name}
            autoComplete="off"
            onChange={({ currentTarget }) => setName(currentTarget.value)}
            onKeyDown={(event) => {
              // Enter would send the form around this.
              if (event.key !== 'Enter') return
              event.preventDefault()
              make()
            }}
          />{' '}
          <button type="button" className="btn btn-small" disabled={isMaking} onClick={make}>
            Make a data room
          </button>
        </div>
      )}
      <div aria-live="polite">{refusal ? <p className="error">{refusal}</p> : null}</div>
      <div className="row">
        <button type="button" className="btn btn-small btn-quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </section>
  )
}

function wordsOn({ files }: Gathered): string {
  const has = `This folder has ${counted(files.length, 'file')}.`
  if (files.length === 0) return `${has} A share needs one; a data room keeps the folders.`
  if (files.length > maxFilesPerForm)
    return `${has} Up to ${maxFilesPerForm} can be shared at once. A data room takes all of them and keeps the folders.`
  return `${has} Files are shared without their folder. A data room keeps it.`
}
