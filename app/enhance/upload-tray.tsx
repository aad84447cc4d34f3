import { useCallback, useEffect, useRef, useState } from 'react'
import { carriedNote } from '#server/rules/sharing/file-contradictions.ts'
import { kindByName } from '#server/rules/files/files.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import type { Dropped } from './dropped-tree.ts'
import { FolderDrop } from './folder-drop.tsx'
import { UploadFailed, uploadOne } from './upload-one.ts'

type Progress = { name: string; sent: number; total: number; place: string }
type Failure = { name: string; text: string }
type Props = { ahead?: string; takesFolders?: boolean; tellsKinds?: boolean }

/**
 * Uploads the files of the form around it in advance, one after the other, and shows the progress; then the form is
 * sent normally with the files' IDs in place of the files. A refused file leaves the others and everything that was
 * entered as they are. `ahead` is where files are uploaded before their form; with `takesFolders` they can come in
 * folders, and with `tellsKinds` the tray says beside the selected ones which protections they cannot have. Without
 * script the browser sends everything together.
 */
export function UploadTray({
  ahead = href(routes.shares.upload),
  takesFolders = false,
  tellsKinds = false,
}: Props) {
  const here = useRef<HTMLDivElement>(null)
  const [progress, setProgress] = useState<Progress | null>(null)
  const [arrived, setArrived] = useState<string[]>([])
  const [failures, setFailures] = useState<Failure[]>([])
  const [dropped, setDropped] = useState<Dropped[]>([])
  const [notes, setNotes] = useState<string[]>([])
  const waiting = useRef<Dropped[]>([])

  const keepDropped = useCallback((files: Dropped[]) => {
    waiting.current = files
    setDropped(files)
    const input = here.current?.closest('form')?.querySelector<HTMLInputElement>('input[type=file]')
    if (input && files.length > 0) input.required = false
  }, [])

  useEffect(() => {
    const form = here.current?.closest('form')
    const input = form?.querySelector<HTMLInputElement>('input[type=file]')
    if (!form || !input) return
    let isSending = false
    async function send(event: SubmitEvent) {
      const chosen = [...(input?.files ?? [])].map((file) => ({ file, path: '' }))
      const files = [...chosen, ...waiting.current]
      if (!form || !input || files.length === 0) return
      event.preventDefault()
      if (isSending) return
      isSending = true
      setFailures([])
      const failed: (Dropped & { error: unknown })[] = []
      for (const [index, { file, path }] of files.entries()) {
        const place = files.length > 1 ? `File ${index + 1} of ${files.length}: ` : ''
        try {
          const id = await uploadOne(file, { form, to: ahead }, ({ sent, total }) =>
            setProgress({ name: file.name, sent, total, place }),
          )
          addHidden(form, input.name, id)
          if (path !== '') addHidden(form, 'path', `${id}/${path}`)
          setArrived((names) => [...names, file.name])
        } catch (error) {
          failed.push({ file, path, error })
        }
      }
      isSending = false
      setProgress(null)
      // Only failures of the connection are retried at the next press; the server would refuse the others again.
      const again = failed.filter(({ error }) => isOfTheLine(error))
      const isChosen = ({ file }: Dropped) => chosen.some((one) => one.file === file)
      keepIn(
        input,
        again.filter(isChosen).map(({ file }) => file),
      )
      keepDropped(again.filter((one) => !isChosen(one)).map(({ file, path }) => ({ file, path })))
      input.required = false
      if (failed.length === 0) goOn(form, event.submitter)
      else
        setFailures(
          failed.map(({ file, path, error }) => ({ name: nameOf(file, path), text: textOf(error) })),
        )
    }
    function warn(event: BeforeUnloadEvent) {
      if (isSending) event.preventDefault()
    }
    function tell() {
      setNotes([...(input?.files ?? [])].flatMap(({ name }) => noteBesideName(name)))
    }
    function listen(event: SubmitEvent) {
      void send(event)
    }
    form.addEventListener('submit', listen)
    if (tellsKinds) {
      input.addEventListener('change', tell)
      // Files can be chosen before this script runs.
      tell()
    }
    window.addEventListener('beforeunload', warn)
    return () => {
      form.removeEventListener('submit', listen)
      input.removeEventListener('change', tell)
      window.removeEventListener('beforeunload', warn)
    }
  }, [ahead, keepDropped, tellsKinds])

  return (
    <div ref={here} className="stack">
      {takesFolders ? <FolderDrop dropped={dropped} change={keepDropped} /> : null}
      <div aria-live="polite">
        {notes.map((note) => (
          <p className="hint" key={note}>
            {note}
          </p>
        ))}
        {failures.map(({ name, text }, index) => (
          <p className="error" key={index}>
            {name}: {text}
          </p>
        ))}
        {failures.length > 0 && arrived.length > 0 ? (
          <p>
            Uploaded: {arrived.join(', ')}. Press the button again to continue without the missing files, or
            select them again first.
          </p>
        ) : null}
        {progress ? (
          <p>
            <progress className="tray" max={progress.total} value={progress.sent} aria-label="Upload" />
            <span className="small figures">
              {progress.place}
              {progress.sent < progress.total
                ? `${fileSize(progress.sent)} of ${fileSize(progress.total)} uploaded`
                : 'Upload complete. Saving…'}
            </span>
          </p>
        ) : null}
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

function nameOf({ name }: File, path: string): string {
  return path === '' ? name : `${path}/${name}`
}

function isOfTheLine(error: unknown): boolean {
  return error instanceof UploadFailed && error.isOfTheLine
}

function textOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Keeps these files selected, and no others. */
function keepIn(input: HTMLInputElement, files: File[]): void {
  const left = new DataTransfer()
  for (const file of files) left.items.add(file)
  input.files = left.files
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
