import type { FormAnswer } from '#app/request/action.server.ts'
import { Form, Submit } from './forms/form.tsx'

export type FoundInDocumentShown = {
  notes: string[]
  /** What the button does about tracked changes; null if there is none. */
  changes: 'show' | 'hide' | null
}

type Props = { found: FoundInDocumentShown; answer: FormAnswer | undefined }

/** What was found in a document that is shown, and what its owner can do about it. */
export function FoundInDocument({ found, answer }: Props) {
  return (
    <section className="note stack" aria-label="Found in the document">
      {found.notes.map((note) => (
        <p key={note}>{note}</p>
      ))}
      {found.changes ? (
        <Form intent="showChanges" answer={answer?.intent === 'showChanges' ? answer : undefined}>
          <input type="hidden" name="shows" value={found.changes === 'show' ? 'yes' : 'no'} />
          <Submit className="btn-quiet">
            {found.changes === 'show' ? 'Show tracked changes' : 'Hide tracked changes'}
          </Submit>
        </Form>
      ) : null}
    </section>
  )
}
