import { maxFilesAtOnce } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Field, fieldOf, FieldErrors } from './form.tsx'

/** `note` says how a file is shared, if not with all protections. */
export type KeptFile = { guid: string; name: string; note: string | null }

type Props = {
  answer: FormAnswer | undefined
  largest: string
  kept: KeptFile[]
  /** What can be shown here and what can only be downloaded, in sentences. */
  kinds: string[]
  /** Whether only one file can be sent. */
  isOne?: boolean
}

/** The files to share. After an error elsewhere in the form, the files that have arrived are kept. */
export function FileField({ answer, largest, kept, kinds, isOne = false }: Props) {
  const several = isOne ? '' : `; one, or up to ${maxFilesAtOnce} at once, each with its own link`
  if (kept.length > 0) return <KeptFiles answer={answer} kept={kept} />
  return (
    <div className="stack">
      <Field
        name="file"
        label="File"
        hint={`Up to ${largest}${several}. Files are encrypted as they arrive.`}
        type="file"
        answer={answer}
        isMultiple={!isOne}
      />
      {isOne ? null : (
        <p className="hint">
          Video and audio have no watermark. Archives, drawings and other files that can’t be displayed are
          download only.
        </p>
      )}
      <KindsShown kinds={kinds} />
    </div>
  )
}

/** What can be shown here and what can only be downloaded, in sentences. */
export function KindsShown({ kinds }: { kinds: string[] }) {
  return (
    <details>
      <summary className="small">What can be viewed, and what is download only</summary>
      <ul className="bullets small soft">
        {kinds.map((sentence) => (
          <li key={sentence}>{sentence}</li>
        ))}
      </ul>
    </details>
  )
}

function KeptFiles({ answer, kept }: Pick<Props, 'answer' | 'kept'>) {
  const { errors } = fieldOf(answer, 'file')
  return (
    <fieldset id="file" className={errors.length > 0 ? 'bad-field' : undefined}>
      <legend className="label">{kept.length === 1 ? 'File' : 'Files'}</legend>
      <FieldErrors name="file" errors={errors} />
      <p className="hint">
        {kept.length === 1 ? 'This file has been uploaded.' : 'These files have been uploaded.'} You don’t
        need to choose {kept.length === 1 ? 'it' : 'them'} again. Clear a checkbox to leave a file out.
      </p>
      {kept.map(({ guid, name, note }) => (
        <div className="choice" key={guid}>
          <input type="checkbox" id={`file-${guid}`} name="file" value={guid} defaultChecked />
          <label htmlFor={`file-${guid}`}>{name}</label>
          {note ? <p className="hint">{note}</p> : null}
        </div>
      ))}
      <details>
        <summary className="small">Add another file</summary>{' '}
        <input type="file" name="file" aria-label="Another file" multiple />
      </details>
    </fieldset>
  )
}
