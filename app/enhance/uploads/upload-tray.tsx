import { useEffect, useRef, useState } from 'react'
import { carriedNote } from '#server/rules/sharing/file-contradictions.ts'
import { kindByName } from '#server/rules/files/files.ts'
import type { Gathered } from './dropped-tree.ts'
import { FolderChoice } from './folder-choice.tsx'
import { takeDrops } from './folder-drop.tsx'
import { FolderQuestion } from './folder-question.tsx'
import { sendForm, sendLater, takeChosen } from './form-sending.ts'
import { askBeforeLeaving } from './leaving.ts'
import { fillRoom } from './make-room.ts'
import { Held, TransferList, useTransfers } from './transfer-list.tsx'
import { Transfers } from './transfers.ts'

type Props = { takesFolders?: boolean; tellsKinds?: boolean }
type Tray = { transfers: Transfers; token: string }

/**
 * Uploads the files of the form around it as soon as they are chosen or dropped, and shows each; then the form is sent
 * normally with the files' IDs in place of the files. With `takesFolders` it asks what becomes of a folder, and with
 * `tellsKinds` the tray says beside files which protections they cannot have. Without script the browser sends
 * everything together.
 */
export function UploadTray({ takesFolders = false, tellsKinds = false }: Props) {
  const here = useRef<HTMLDivElement>(null)
  const [tray, setTray] = useState<Tray | null>(null)
  const [isHeld, setHeld] = useState(false)
  const [folder, setFolder] = useState<Gathered | null>(null)
  const list = useTransfers(tray?.transfers ?? null)

  useEffect(() => {
    const form = here.current?.closest('form')
    const input = form?.querySelector<HTMLInputElement>('input[type=file]')
    const token = form?.querySelector<HTMLInputElement>('input[name=token]')?.value ?? ''
    if (!form || !input) return
    const transfers = new Transfers({ token, place: null })
    setTray({ transfers, token })
    const leave = [
      takeChosen(input, transfers),
      takeDrops(form, {
        setOver: () => undefined,
        take(found) {
          if (found.hasFolder && takesFolders) return setFolder(found)
          if (!input.multiple) transfers.cancelAll()
          transfers.add(input.multiple ? found.files : found.files.slice(0, 1))
        },
      }),
      sendLater(form, {
        transfers,
        setHeld,
        isOurs: () => transfers.items().length > 0,
        finish: (whole, button) => sendForm(whole, button, { field: input.name, transfers }),
      }),
      askBeforeLeaving(transfers),
    ]
    return () => leave.forEach((undo) => undo())
  }, [takesFolders])

  const notes = tellsKinds ? list.flatMap(({ file }) => noteBesideName(file.name)) : []
  return (
    <div ref={here} className="stack">
      {takesFolders && tray ? <FolderChoice onFolder={setFolder} /> : null}
      {tray && folder ? (
        <FolderQuestion
          found={folder}
          send={() => {
            tray.transfers.add(folder.files.map(({ file }) => ({ file, path: '' })))
            setFolder(null)
          }}
          makeRoom={async (name) => {
            await fillRoom(name, folder, tray.token)
            setFolder(null)
          }}
          close={() => setFolder(null)}
        />
      ) : null}
      {tray && list.length > 0 ? <TransferList list={list} transfers={tray.transfers} /> : null}
      <div aria-live="polite">
        {notes.map((note) => (
          <p className="hint" key={note}>
            {note}
          </p>
        ))}
        {isHeld && tray ? <Held list={list} transfers={tray.transfers} /> : null}
      </div>
    </div>
  )
}

/** What its name says about a file that cannot have all protections; its bytes may say otherwise. */
function noteBesideName(name: string): string[] {
  const kind = kindByName(name)
  const note = carriedNote({ name, kind, isShown: kind !== 'other' })
  return note === null ? [] : [`${name}: ${note}`]
}
