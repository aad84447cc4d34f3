import { acceptedEndings } from '#server/rules/files.ts'
import type { FormAnswer } from '../web/action.server.ts'
import { Field, fieldOf } from './form.tsx'

/** The file to send. After an error elsewhere in the form, the file that has arrived is kept. */
export function FileField({ answer, largest }: { answer: FormAnswer | undefined; largest: string }) {
  const { value, errors } = fieldOf(answer, 'file')
  if (value && errors.length === 0) {
    return (
      <div className="field">
        <p className="legend">File</p>
        <p>Your file has arrived and is kept. Correct the rest of the form; you need not choose it again.</p>
        <input type="hidden" name="file" value={value} />
        <details>
          <summary className="small">Choose another file instead</summary>
          <input type="file" name="file" accept={acceptedEndings} aria-label="Another file" />
        </details>
      </div>
    )
  }
  return (
    <Field
      name="file"
      label="File"
      hint={`PDF, PNG, JPEG, BMP, GIF or plain text, up to ${largest}. It is encrypted as it arrives.`}
      type="file"
      accept={acceptedEndings}
      answer={answer}
      isRequired
    />
  )
}
