import { useContext, type ReactNode } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import type { Constraints } from '#app/request/constraints.server.ts'
import { FieldConstraints, useConstraints } from '#app/ui/constraints.ts'
import { UpgradeText } from '#app/ui/forms/upgrade-text.tsx'
import { useRootData } from '#app/ui/root-data.ts'
import { useHere } from '#app/ui/use-here.ts'

type FormProps = {
  intent: string
  /** Where it is posted; by default to its own page. */
  action?: string
  answer?: FormAnswer | undefined
  isUpload?: boolean
  className?: string
  /** If no loader of this page provides them. */
  constraints?: Constraints | undefined
  children: ReactNode
}

/**
 * A POST form with this browser's token first, so that it comes before any file, the build that wrote it, and
 * its intent. It always names its whole address: without one, some text browsers post to the page without its
 * query.
 */
export function Form({ intent, action, answer, isUpload, className, constraints, children }: FormProps) {
  const { formToken, buildId } = useRootData()
  const here = useHere()
  const ofPage = useConstraints(intent)
  return (
    <form
      method="post"
      action={action ?? here}
      encType={isUpload ? 'multipart/form-data' : undefined}
      className={className ?? 'stack'}
    >
      <input type="hidden" name="token" value={formToken} />
      <input type="hidden" name="build" value={buildId} />
      <input type="hidden" name="intent" value={intent} />
      {answer?.intent === intent ? <ErrorSummary answer={answer} /> : null}
      <FieldConstraints.Provider value={constraints?.[intent] ?? ofPage}>
        {children}
      </FieldConstraints.Provider>
    </form>
  )
}

/** Everything wrong with a form at its top: it takes the focus and links to each field. */
export function ErrorSummary({ answer }: { answer: FormAnswer }) {
  const found = Object.entries(answer.result.error ?? {}).flatMap(([field, texts]) =>
    (texts ?? []).map((text) => ({ field, text })),
  )
  if (found.length === 0) return null
  return (
    // The one place where taking the focus helps: the page came back because something here needs a person.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <div className="note note-bad stack" role="alert" tabIndex={-1} autoFocus>
      <h2>There is a problem</h2>
      <ul>
        {found.map(({ field, text }) => (
          <li key={field + text}>
            {field === '' ? <UpgradeText>{text}</UpgradeText> : <a href={`#${field}`}>{text}</a>}
          </li>
        ))}
      </ul>
    </div>
  )
}

/** What a field shows again after a form was refused. */
export function fieldOf(
  answer: FormAnswer | undefined,
  name: string,
): { value: string | undefined; errors: string[] } {
  const value = answer?.result.initialValue?.[name]
  return {
    value: typeof value === 'string' ? value : undefined,
    errors: answer?.result.error?.[name] ?? [],
  }
}

/** Makes the fields of a form show these values, as if they had been entered. */
export function filledWith(values: Record<string, string>): FormAnswer {
  return { intent: '', result: { initialValue: values } }
}

type FieldProps = {
  name: string
  label: string
  hint?: ReactNode
  answer?: FormAnswer | undefined
  type?: string
  value?: string | undefined
  rows?: number
  className?: string
  autoComplete?: string
  inputMode?: 'text' | 'email' | 'numeric'
  /** Set here only if the schema of the form does not. */
  isRequired?: boolean | undefined
  /** For a file field: whether it accepts several. */
  isMultiple?: boolean
  accept?: string
  enterKeyHint?: 'next' | 'send' | 'go' | 'done'
  /** The one field of a page that asks for nothing else. */
  hasFocus?: boolean
}

/**
 * A labelled field that keeps the entered value. Hint and error follow it, so that in a text browser it is beside its
 * label; the style shows them between the two.
 */
export function Field({
  name,
  label,
  hint,
  answer,
  rows,
  type = 'text',
  value,
  isRequired,
  isMultiple,
  className,
  hasFocus = false,
  ...more
}: FieldProps) {
  const { value: typed, errors } = fieldOf(answer, name)
  const constraint = useContext(FieldConstraints)[name]
  const hasErrors = errors.length > 0
  const describedBy = [hint ? `${name}-hint` : '', hasErrors ? `${name}-error` : ''].filter(Boolean).join(' ')
  const isTypedAnew = type === 'password' || type === 'file' || more.autoComplete === 'one-time-code'
  const shared = {
    id: name,
    name,
    className,
    // A field that was sent empty comes back empty, and so does one with a code, which is never right a second time.
    defaultValue: isTypedAnew ? undefined : (typed ?? (answer ? '' : value)),
    required: isRequired ?? constraint?.required,
    minLength: constraint?.minLength,
    maxLength: constraint?.maxLength,
    multiple: isMultiple,
    // What is wrong takes the focus before it.
    autoFocus: (hasFocus && !hasErrors) || undefined,
    'aria-describedby': describedBy || undefined,
    'aria-invalid': hasErrors || undefined,
    ...more,
  }
  return (
    <div className={hasErrors ? 'field bad-field' : 'field'}>
      <label htmlFor={name}>{label}</label>{' '}
      {rows ? (
        <>
          {/* In text browsers the label would be beside its last line. */}
          <br />
          <textarea rows={rows} {...shared} />
        </>
      ) : type === 'file' ? (
        <DropZone isMultiple={isMultiple}>
          <input type="file" {...shared} />
        </DropZone>
      ) : (
        <input type={type} {...shared} />
      )}
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrors name={name} errors={errors} />
    </div>
  )
}

/**
 * Around the browser's own file field, which takes what is dropped on it. Until something is chosen, the style sheet
 * shows these words in the place of the browser's “No file chosen”, where it can tell.
 */
function DropZone({
  isMultiple = false,
  children,
}: {
  isMultiple?: boolean | undefined
  children: ReactNode
}) {
  return (
    <div className="drop-zone" data-empty={isMultiple ? 'or drop files here' : 'or drop a file here'}>
      {children}
    </div>
  )
}

export function FieldErrors({ name, errors }: { name: string; errors: string[] }) {
  if (errors.length === 0) return null
  return (
    <p className="error" id={`${name}-error`}>
      <span className="unseen">Error: </span>
      <UpgradeText>{errors.join(' ')}</UpgradeText>
    </p>
  )
}

type SubmitProps = {
  children: string
  /** How it looks; by default as the main button of its page. */
  className?: string
  /** Which of several things the button is for: visible from its surroundings, but needed by screen readers. */
  about?: string
  /** The field that says which of several buttons was pressed. */
  name?: string
  /** Whether the form can be sent without its required fields. */
  isUnfinished?: boolean
}

/** The button that sends a form. An input, since lynx repeats a button's content beside it. */
export function Submit({ children, className, about, name, isUnfinished }: SubmitProps) {
  return (
    <input
      type="submit"
      name={name}
      className={className === 'as-link' ? className : `btn ${className ?? 'btn-main'}`}
      value={children}
      aria-label={about && `${children} ${about}`}
      formNoValidate={isUnfinished}
    />
  )
}
