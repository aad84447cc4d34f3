import { FolderOpen } from '#app/ui/icons/icons.ts'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { DropScript } from './drop-script.tsx'

type EmptyProps = { folder: { isNarrowed: boolean; all: string; emptyWords: string } }

/** Instead of the list of a folder in which nothing is seen. */
export function FolderEmpty({ folder }: EmptyProps) {
  return (
    <div className="card empty stack">
      <FolderOpen className="i" aria-hidden="true" />
      {folder.isNarrowed ? (
        <>
          <p>Nothing new in this folder since your last visit.</p>
          <p>
            <a href={folder.all}>Show all</a>
          </p>
        </>
      ) : (
        <p>{folder.emptyWords}</p>
      )}
    </div>
  )
}

/**
 * The browser's own file field takes what is dropped on it, without script. With script, files and folders can be
 * dropped on the list and on its folders, and are sent at once.
 */
export function FolderDrop({ add, largest }: { add: string; largest: string }) {
  return (
    <Form intent="addFiles" action={add} isUpload className="drop folder-drop">
      <DropScript />
      <label className="strong" htmlFor="drop">
        Drop files here, or choose them
      </label>{' '}
      <input id="drop" type="file" name="file" multiple required aria-describedby="drop-hint" />{' '}
      <span className="hint" id="drop-hint">
        Up to {maxFilesPerForm} at once, {largest} each. A file with the same name becomes a new version.
      </span>{' '}
      <Submit className="btn-small">Upload</Submit>
    </Form>
  )
}

export type FailedFile = { guid: string; name: string; words: string; close: string }

type FailedProps = { failed: FailedFile; answer: FormAnswer | undefined }

/** Asks whether a file that cannot be displayed is to be tried again. */
export function FolderFailed({ failed, answer }: FailedProps) {
  return (
    <section className="note note-warn stack" aria-label="Try again">
      <p>
        <strong className="break">{failed.name}</strong> can’t be displayed. {failed.words}. Trying again may
        help if the server was busy or has been updated since.
      </p>
      <Form intent="retry" answer={answer}>
        <input type="hidden" name="item" value={failed.guid} />
        <div className="row">
          <Submit className="btn-main btn-small">Try again</Submit> <a href={failed.close}>Close</a>
        </div>
      </Form>
    </section>
  )
}
