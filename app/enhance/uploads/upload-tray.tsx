import { useEffect, useMemo, useRef, useState, useSyncExternalStore } from 'react'
import { carriedNote } from '#server/rules/sharing/file-contradictions.ts'
import { kindByName } from '#server/rules/files/files.ts'
import { counted } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { gatherDropped, type Dropped } from './dropped-tree.ts'
import { FolderDrop } from './folder-drop.tsx'
import { TransferList } from './transfer-list.tsx'
import { Transfers, type Place, type Transfer } from './transfers.ts'

type Props = { place?: Place; takesFolders?: boolean; tellsKinds?: boolean }

const leaveQuestion =
  'Leaving this page will discard all your pending uploads. Are you sure you want to leave this page?'
const none: readonly Transfer[] = []

/**
 * Uploads the files of the form around it as soon as they are chosen or dropped, and shows each; then the form is sent
 * normally with the files' IDs in place of the files. `place` is the folder of a room that they are for; with
 * `takesFolders` they can come in folders, and with `tellsKinds` the tray says beside them which protections they
 * cannot have. Without script the browser sends everything together.
 */
export function UploadTray({ place, takesFolders = false, tellsKinds = false }: Props) {
  const here = useRef<HTMLDivElement>(null)
  const [transfers, setTransfers] = useState<Transfers | null>(null)
  const [isHeld, setHeld] = useState(false)
  const [inFolder, setFolder] = useState<Dropped[] | null>(null)
  const noSource = useMemo(() => ({ subscribe: () => () => undefined, items: () => none }), [])
  const { subscribe, items } = transfers ?? noSource
  const list = useSyncExternalStore(subscribe, items, () => none)
  const { room, folder } = place ?? {}

  useEffect(() => {
    const form = here.current?.closest('form')
    const input = form?.querySelector<HTMLInputElement>('input[type=file]')
    const token = form?.querySelector<HTMLInputElement>('input[name=token]')?.value ?? ''
    if (!form || !input) return
    const made = new Transfers({ token, place: room && folder ? { room, folder } : null })
    setTransfers(made)
    const leave = [
      takeChosen(input, made),
      ...(takesFolders ? [] : [takeDropped(form, input, { transfers: made, onFolder: setFolder })]),
      sendLater(form, input, { transfers: made, setHeld }),
      askBeforeLeaving(made),
    ]
    return () => leave.forEach((undo) => undo())
  }, [room, folder, takesFolders])

  const notes = tellsKinds ? list.flatMap(({ file }) => noteBesideName(file.name)) : []
  const failed = list.filter(({ state }) => state === 'failed')
  const done = list.filter(({ state }) => state === 'done')
  return (
    <div ref={here} className="stack">
      {takesFolders ? <FolderDrop count={list.length} add={(files) => transfers?.add(files)} /> : null}
      {inFolder ? (
        <FolderQuestion
          files={inFolder}
          send={() => {
            transfers?.add(inFolder.map(({ file }) => ({ file, path: '' })))
            setFolder(null)
          }}
          close={() => setFolder(null)}
        />
      ) : null}
      {transfers && list.length > 0 ? <TransferList list={list} transfers={transfers} /> : null}
      <div aria-live="polite">
        {notes.map((note) => (
          <p className="hint" key={note}>
            {note}
          </p>
        ))}
        {isHeld && failed.length > 0 && done.length > 0 ? (
          <p>
            Uploaded: {done.map(({ file }) => file.name).join(', ')}. Press the button again to continue
            without the missing files, or try them again first.
          </p>
        ) : null}
      </div>
    </div>
  )
}

/** Sends what is chosen at once. Files can be chosen before this script runs. */
function takeChosen(input: HTMLInputElement, transfers: Transfers): () => void {
  const isRequired = input.required
  function take() {
    const files = [...(input.files ?? [])].map((file) => ({ file, path: '' }))
    if (files.length === 0) return
    if (!input.multiple) transfers.cancelAll()
    transfers.add(files)
    input.value = ''
  }
  const leave = transfers.subscribe(() => {
    input.required = isRequired && transfers.items().length === 0
  })
  input.addEventListener('change', take)
  take()
  return () => {
    leave()
    input.removeEventListener('change', take)
  }
}

/** Files can be dropped anywhere on the form; `onFolder` decides about folders. */
function takeDropped(
  form: HTMLFormElement,
  input: HTMLInputElement,
  { transfers, onFolder }: { transfers: Transfers; onFolder: (files: Dropped[]) => void },
): () => void {
  function over(event: DragEvent) {
    if (event.dataTransfer?.types.includes('Files')) event.preventDefault()
  }
  function drop(event: DragEvent) {
    if (!event.dataTransfer?.types.includes('Files')) return
    event.preventDefault()
    void gatherDropped(event.dataTransfer).then(({ files, hasFolder }) => {
      if (hasFolder) return onFolder(files)
      if (!input.multiple) transfers.cancelAll()
      transfers.add(input.multiple ? files : files.slice(0, 1))
    })
  }
  form.addEventListener('dragover', over)
  form.addEventListener('drop', drop)
  return () => {
    form.removeEventListener('dragover', over)
    form.removeEventListener('drop', drop)
  }
}

type QuestionProps = { files: readonly Dropped[]; send: () => void; close: () => void }

/** A share has no folders: their files are sent, or a data room is made for them. */
function FolderQuestion({ files, send, close }: QuestionProps) {
  return (
    <section className="note stack" aria-label="Folder">
      <p>
        {files.length > 0
          ? `You dropped a folder with ${counted(files.length, 'file')}. Files are shared without their folder; a data room keeps it.`
          : 'This folder has no files, or more than can be shared at once.'}
      </p>
      <div className="row">
        {files.length > 0 ? (
          <button type="button" className="btn btn-small" onClick={send}>
            Share its files
          </button>
        ) : null}{' '}
        <a href={href(routes.rooms.create)}>Create a data room</a>{' '}
        <button type="button" className="btn btn-small btn-quiet" onClick={close}>
          Cancel
        </button>
      </div>
    </section>
  )
}

type Sending = { transfers: Transfers; setHeld: (isHeld: boolean) => void }

/** The form goes when its files are there. Where some failed, it waits for a second press. */
function sendLater(
  form: HTMLFormElement,
  input: HTMLInputElement,
  { transfers, setHeld }: Sending,
): () => void {
  let isWaiting = false
  let told = new Set<number>()
  async function send(event: SubmitEvent): Promise<void> {
    if (transfers.items().length === 0) return
    event.preventDefault()
    if (isWaiting) return
    isWaiting = true
    await transfers.settled()
    isWaiting = false
    const failed = transfers.items().filter(({ state }) => state === 'failed')
    const isNew = failed.some(({ key }) => !told.has(key))
    told = new Set(failed.map(({ key }) => key))
    setHeld(isNew)
    if (isNew) return
    for (const { id, path, state } of transfers.items()) {
      if (state !== 'done') continue
      addHidden(form, input.name, id)
      if (path !== '') addHidden(form, 'path', `${id}/${path}`)
    }
    goOn(form, event.submitter)
  }
  function listen(event: SubmitEvent) {
    void send(event)
  }
  form.addEventListener('submit', listen)
  return () => form.removeEventListener('submit', listen)
}

/** The browser asks in its own words before it closes a page, and the page before it follows a link. */
function askBeforeLeaving(transfers: Transfers): () => void {
  let isAnswered = false
  function warn(event: BeforeUnloadEvent) {
    if (transfers.isBusy && !isAnswered) event.preventDefault()
  }
  function ask(event: MouseEvent) {
    const link = (event.target as Element).closest?.('a[href]')
    const leads = link && !link.getAttribute('href')!.startsWith('#') && !link.getAttribute('target')
    if (!leads || !transfers.isBusy || event.metaKey || event.ctrlKey || event.shiftKey) return
    isAnswered = window.confirm(leaveQuestion)
    if (!isAnswered) event.preventDefault()
  }
  window.addEventListener('beforeunload', warn)
  document.addEventListener('click', ask, true)
  return () => {
    window.removeEventListener('beforeunload', warn)
    document.removeEventListener('click', ask, true)
  }
}

/** What its name says about a file that cannot have all protections; its bytes may say otherwise. */
function noteBesideName(name: string): string[] {
  const kind = kindByName(name)
  const note = carriedNote({ name, kind, isShown: kind !== 'other' })
  return note === null ? [] : [`${name}: ${note}`]
}

/** Sends the form as the pressed button would have. */
function goOn(form: HTMLFormElement, button: HTMLElement | null): void {
  const isButton = button instanceof HTMLButtonElement || button instanceof HTMLInputElement
  if (isButton && button.name) addHidden(form, button.name, button.value)
  form.submit()
}

function addHidden(form: HTMLFormElement, name: string, value: string): void {
  const hidden = document.createElement('input')
  hidden.type = 'hidden'
  hidden.name = name
  hidden.value = value
  form.append(hidden)
}
