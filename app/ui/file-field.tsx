import { acceptedEndings } from '#server/rules/files.ts'
import { mostFilesAtOnce } from '#server/rules/options.ts'
import type { FormAnswer } from '../web/action.server.ts'
import { Field, fieldOf, FieldErrors } from './form.tsx'

export type KeptFile = { guid: string; name: string }

type Props = {
  answer: FormAnswer | undefined
  largest: string
  kept: KeptFile[]
  /** Whether only one file can be sent. */
  isOne?: boolean
}

/** The files to send. After an error elsewhere in the form, the files that have arrived are kept. */
export function FileField({ answer, largest, kept, isOne = false }: Props) {
  const several = isOne ? '' : `; one, or up to ${mostFilesAtOnce} at once, each with a link of its own`
  if (kept.length > 0) return <KeptFiles answer={answer} kept={kept} />
  return (
    <Field
      name="file"
      label="File"
      hint={`PDF, PNG, JPEG, BMP, GIF or plain text, up to ${largest}${several}. What is sent is encrypted as it arrives.`}
      type="file"
      accept={acceptedEndings}
      answer={answer}
      isRequired
      isMultiple={!isOne}
    />
  )
}

function KeptFiles({ answer, kept }: Pick<Props, 'answer' | 'kept'>) {
  const { errors } = fieldOf(answer, 'file')
  return (
    <fieldset id="file" className={errors.length > 0 ? 'field-bad' : undefined}>
      <legend className="legend">{kept.length === 1 ? 'File' : 'Files'}</legend>
      <FieldErrors name="file" errors={errors} />
      <p className="hint">
        {kept.length === 1 ? 'This file has arrived and is kept.' : 'These files have arrived and are kept.'}{' '}
        You need not choose {kept.length === 1 ? 'it' : 'them'} again; what is not ticked is left out.
      </p>
      {kept.map(({ guid, name }) => (
        <div className="choice" key={guid}>
          <input type="checkbox" id={`file-${guid}`} name="file" value={guid} defaultChecked />
          <label htmlFor={`file-${guid}`}>{name}</label>
        </div>
      ))}
      <details>
        <summary className="small">Add another file</summary>
        <input type="file" name="file" accept={acceptedEndings} aria-label="Another file" multiple />
      </details>
    </fieldset>
  )
}
