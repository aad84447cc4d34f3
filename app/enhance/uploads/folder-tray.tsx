import { useEffect, useRef, useState } from 'react'
import type { Gathered, Left } from './dropped-tree.ts'
import { FolderDrop, NotAdded } from './folder-drop.tsx'
import { sendLater, takeChosen } from './form-sending.ts'
import { askBeforeLeaving } from './leaving.ts'
import { RoomBatch } from './room-batch.ts'
import { Held, TransferList, useTransfers } from './transfer-list.tsx'
import { Transfers, type Place } from './transfers.ts'

/** Fields of the form that say something about all files. */
const choices = ['sameName', 'documentPassword']

/**
 * The tray in the form that adds files to the folder of a room: they are uploaded as they are chosen, and added in
 * their folders once the button is pressed. Without script the form sends its files itself.
 */
export function FolderTray({ place: { room, folder } }: { place: Place }) {
  const here = useRef<HTMLDivElement>(null)
  const folders = useRef<string[]>([])
  const [transfers, setTransfers] = useState<Transfers | null>(null)
  const [isHeld, setHeld] = useState(false)
  const [notMade, setNotMade] = useState<Left[]>([])
  const [refusal, setRefusal] = useState('')
  const list = useTransfers(transfers)

  useEffect(() => {
    const form = here.current?.closest('form')
    const input = form?.querySelector<HTMLInputElement>('input[type=file]')
    const token = form?.querySelector<HTMLInputElement>('input[name=token]')?.value ?? ''
    if (!form || !input) return
    const place = { room, folder }
    const made = new Transfers({ token, place })
    let batch: RoomBatch | null = null
    let isAdding = false
    setTransfers(made)
    async function add(whole: HTMLFormElement) {
      isAdding = true
      setRefusal('')
      try {
        const values = new FormData(whole)
        const chosen = Object.fromEntries(choices.map((name) => [name, String(values.get(name) ?? '')]))
        batch ??= new RoomBatch({ place, token, transfers: made, choices: chosen, kept: keptIn(values) })
        const refused = await batch.make(folders.current.splice(0))
        setNotMade((before) => [...before, ...refused])
        await batch.follow()
      } catch (error) {
        setRefusal(error instanceof Error ? error.message : String(error))
        throw error
      } finally {
        isAdding = false
      }
    }
    const leave = [
      takeChosen(input, made),
      sendLater(form, {
        transfers: made,
        setHeld,
        isOurs: () => made.items().length > 0 || folders.current.length > 0 || batch !== null,
        meanwhile: add,
        finish() {
          if (batch?.to) location.assign(batch.to)
        },
      }),
      askBeforeLeaving({
        get isBusy() {
          return isAdding || made.isBusy
        },
      }),
    ]
    return () => leave.forEach((undo) => undo())
  }, [room, folder])

  function take(found: Gathered) {
    folders.current.push(...found.folders)
    transfers?.add(found.files)
    const input = here.current?.closest('form')?.querySelector<HTMLInputElement>('input[type=file]')
    if (input && found.folders.length > 0) input.required = false
  }
  return (
    <div ref={here} className="stack">
      <FolderDrop add={take} />
      {transfers && list.length + transfers.released.length > 0 ? (
        <TransferList list={list} transfers={transfers} />
      ) : null}
      <div aria-live="polite">
        <NotAdded left={notMade} />
        {refusal ? <p className="error">{refusal}</p> : null}
        {isHeld && transfers ? <Held list={list} transfers={transfers} /> : null}
      </div>
    </div>
  )
}

/** Files that came with an earlier attempt of the form, as far as they are still ticked. */
function keptIn(values: FormData): { id: string; path: string }[] {
  const paths = values.getAll('path').map(String)
  return values.getAll('file').flatMap((id) => {
    if (typeof id !== 'string' || id === '') return []
    const path = paths.find((one) => one.startsWith(`${id}/`)) ?? ''
    return [{ id, path: path.slice(id.length + 1) }]
  })
}
