import type { ReactNode } from 'react'
import { maxFilesPerForm } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { PasswordOfFile } from '#app/ui/forms/document-password.tsx'
import { KindsShown } from '#app/ui/forms/file-field.tsx'
import { Field, fieldOf, FieldErrors } from '#app/ui/forms/form.tsx'

/** `note` says how a file is shared, if not with all protections. */
export type KeptFile = { guid: string; name: string; note: string | null }

type Props = {
  answer: FormAnswer | undefined
  largest: string
  /** The files of a form that came back: they have arrived, and are not chosen again. */
  kept: KeptFile[]
  /** What can be shown here and what can only be downloaded, in sentences. */
  kinds: string[]
  /** Whether the password that the files need has to be entered again. */
  asksPassword: boolean
  /** Where those that are on their way are shown. */
  children: ReactNode
}

/** The files to share. */
export function FileLine({ answer, largest, kept, kinds, asksPassword, children }: Props) {
  return (
    <div className="line">
      {kept.length > 0 ? (
        <KeptFiles answer={answer} kept={kept} />
      ) : (
        <Field
          name="file"
          label="File"
          hint={`Up to ${maxFilesPerForm} files, ${largest} each. Every file gets its own link and is encrypted as it arrives.`}
          type="file"
          answer={answer}
          isMultiple
        />
      )}
      {children}
      <div className="row small folds">
        <PasswordOfFile answer={answer} isOpen={asksPassword} />
        <KindsShown kinds={kinds} />
      </div>
    </div>
  )
}

function KeptFiles({ answer, kept }: Pick<Props, 'answer' | 'kept'>) {
  const { errors } = fieldOf(answer, 'file')
  return (
    <>
      <span className="label" id="kept">
        {kept.length === 1 ? 'File' : 'Files'}
      </span>
      <fieldset
        id="file"
        aria-labelledby="kept"
        aria-describedby={errors.length > 0 ? 'file-error' : undefined}
        className={errors.length > 0 ? 'bad-field' : undefined}
      >
        <FieldErrors name="file" errors={errors} />
        <ul className="files">
          {kept.map(({ guid, name, note }) => (
            <li className="file" key={guid}>
              <input type="checkbox" id={`file-${guid}`} name="file" value={guid} defaultChecked />
              <div>
                <label htmlFor={`file-${guid}`} className="name">
                  {name}
                </label>{' '}
                <p className="tiny soft">{note ?? 'Uploaded. Clear the checkbox to leave it out.'}</p>
              </div>
            </li>
          ))}
          <li className="file drop">
            <label htmlFor="another" className="small soft nowrap">
              Another file
            </label>{' '}
            <input type="file" id="another" name="file" multiple />
          </li>
        </ul>
      </fieldset>
    </>
  )
}
