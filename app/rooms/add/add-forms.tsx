import { maxFilesAtOnce } from '#server/rules/sharing/options.ts'
import { UploadTray } from '#app/enhance/upload-tray.tsx'
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
  /** Where the tray uploads files before the form is sent. */
  ahead: string
}

/** Files for a folder, and what happens with names that are taken. */
export function AddFiles({ answer, largest, kinds, waiting, ahead }: FilesProps) {
  return (
    <Form intent="addFiles" answer={answer} isUpload className="stack-wide">
      {waiting.length > 0 ? <Waiting waiting={waiting} /> : null}
      <Field
        name="file"
        label={waiting.length > 0 ? 'More files' : 'Files'}
        hint={`One, or up to ${maxFilesAtOnce} at once, each up to ${largest}. What is sent is encrypted as it arrives.`}
        type="file"
        answer={answer}
        isRequired={waiting.length === 0}
        isMultiple
      />
      <PasswordOfFile readers="members" answer={answer} />
      <SameName answer={answer} />
      <KindsShown kinds={kinds} />
      <UploadTray ahead={ahead} takesFolders />
      <Submit>Add files</Submit>
    </Form>
  )
}

function SameName({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <Choices
      name="sameName"
      legend="If there is a file with the same name"
      standard="version"
      answer={answer}
      options={[
        {
          value: 'version',
          label: 'Make it a new version',
          hint: 'Members see the new one; the old one is kept. Ten versions are kept.',
        },
        { value: 'both', label: 'Keep both', hint: 'The new one gets a number: lease (2).pdf.' },
      ]}
    />
  )
}

function Waiting({ waiting }: { waiting: WaitingShown[] }) {
  return (
    <fieldset>
      <legend className="label">These files have arrived and are kept</legend>
      <p className="hint">You need not choose them again; what is not ticked is left out.</p>
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
      <NoteText titleHint="The name of the document." rows={8} answer={answer} />
      <NoteSameName answer={answer} />
      <Submit>Add note</Submit>
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
        Keep both if there is a document with this name{' '}
        <span className="hint">Otherwise it becomes a new version of that document.</span>
      </label>
    </div>
  )
}

/** A new folder. */
export function AddFolder({ answer, isHidden }: { answer: FormAnswer | undefined; isHidden: boolean }) {
  return (
    <Form intent="addFolder" answer={answer}>
      <Field
        name="name"
        label="Name of the folder"
        hint={
          isHidden
            ? 'In this data room members see a new folder only when somebody gives them a right on it.'
            : 'Members see it as they see the folder in which it is made.'
        }
        autoComplete="off"
        answer={answer}
      />
      <Submit>Make folder</Submit>
    </Form>
  )
}
