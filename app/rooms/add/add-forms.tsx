import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import { FolderTray } from '#app/enhance/uploads/folder-tray.tsx'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { PasswordOfFile } from '#app/ui/forms/document-password.tsx'
import { KindsShown } from '#app/ui/forms/file-field.tsx'
import { Field, fieldOf, FieldErrors, Form, Submit } from '#app/ui/forms/form.tsx'
import { NoteText } from '#app/ui/forms/note-fields.tsx'

/** `path`: the folders it goes into, as the form says it. */
export type WaitingShown = { guid: string; name: string; path: string | null }

type FilesProps = {
  answer: FormAnswer | undefined
  largest: string
  kinds: string[]
  /** What has arrived and is kept after an error elsewhere. */
  waiting: WaitingShown[]
  /** The folder that the tray uploads files for, before the form is sent. */
  place: { room: string; folder: string }
}

/** Files for a folder, and what happens with names that are taken. */
export function AddFiles({ answer, largest, kinds, waiting, place }: FilesProps) {
  return (
    <Form intent="addFiles" answer={answer} isUpload className="stack-wide">
      {waiting.length > 0 ? <Waiting waiting={waiting} /> : null}
      <Field
        name="file"
        label={waiting.length > 0 ? 'More files' : 'Files'}
        hint={`Up to ${maxFilesPerForm} at once, ${largest} each. Files are encrypted as they arrive.`}
        type="file"
        answer={answer}
        isRequired={waiting.length === 0}
        isMultiple
      />
      <PasswordOfFile readers="members" answer={answer} />
      <SameName answer={answer} />
      <KindsShown kinds={kinds} />
      <FolderTray place={place} />
      <Submit>Add files</Submit>
    </Form>
  )
}

function SameName({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <Choices
      name="sameName"
      legend="If a file with the same name exists"
      standard="version"
      answer={answer}
      options={[
        {
          value: 'version',
          label: 'Add as a new version',
          hint: 'Members see the new one. The last ten versions are kept.',
        },
        { value: 'both', label: 'Keep both', hint: 'The new one is numbered: lease (2).pdf.' },
      ]}
    />
  )
}

function Waiting({ waiting }: { waiting: WaitingShown[] }) {
  return (
    <fieldset>
      <legend className="label">These files are already uploaded</legend>
      <p className="hint">No need to choose them again. Clear the checkbox to leave a file out.</p>
      {waiting.map(({ guid, name, path }) => (
        <div className="choice" key={guid}>
          <input type="checkbox" id={`file-${guid}`} name="file" value={guid} defaultChecked />
          <label htmlFor={`file-${guid}`}>{path ? path.slice(guid.length + 1) + '/' + name : name}</label>
          {path ? <input type="hidden" name="path" value={path} /> : null}
        </div>
      ))}
    </fieldset>
  )
}

/** A note that becomes a text document. */
export function AddNote({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <Form intent="addNote" answer={answer}>
      <NoteText titleHint="Used as the document’s name." rows={4} answer={answer} />
      <NoteSameName answer={answer} />
      <Submit className="btn-quiet">Add note</Submit>
    </Form>
  )
}

/** The same choice, short and with its own name: two fields on a page cannot share an ID. */
function NoteSameName({ answer }: { answer: FormAnswer | undefined }) {
  const { value, errors } = fieldOf(answer, 'sameName')
  return (
    <div className="choice">
      <FieldErrors name="note-both" errors={errors} />
      <input type="checkbox" id="note-both" name="sameName" value="both" defaultChecked={value === 'both'} />
      <label htmlFor="note-both">
        Keep both if a document with this name exists{' '}
        <span className="hint">Otherwise this becomes a new version of it.</span>
      </label>
    </div>
  )
}

/** A new folder. */
export function AddFolder({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <Form intent="addFolder" answer={answer}>
      <Field name="name" label="Folder name" autoComplete="off" answer={answer} />
      <Submit className="btn-quiet">Create folder</Submit>
    </Form>
  )
}
