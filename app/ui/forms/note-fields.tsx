import { maxNoteLength } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Field } from './form.tsx'

/** A note to share instead of a file: it becomes a text document. */
export function NoteFields({ answer }: { answer: FormAnswer | undefined }) {
  return (
    <div className="stack">
      <input type="hidden" name="source" value="note" />
      <NoteText
        titleHint="Recipients see it as the document’s name. It isn’t in the email."
        rows={10}
        answer={answer}
      />
    </div>
  )
}

type NoteTextProps = { titleHint: string; rows: number; answer: FormAnswer | undefined }

/** The title and the text of a note. */
export function NoteText({ titleHint, rows, answer }: NoteTextProps) {
  return (
    <>
      <Field name="noteTitle" label="Title" hint={titleHint} autoComplete="off" answer={answer} />
      <Field
        name="noteText"
        label="Note"
        hint={`Up to ${maxNoteLength.toLocaleString('en')} characters, no links or addresses. It’s encrypted and shown as pages, like any file.`}
        rows={rows}
        answer={answer}
      />
    </>
  )
}
