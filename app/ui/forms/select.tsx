import type { ReactNode } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { FieldErrors, fieldOf } from './form.tsx'

type SelectProps = {
  name: string
  label: string
  hint?: ReactNode
  value: string
  answer?: FormAnswer | undefined
  /** Options, in groups or not. */
  children: ReactNode
}

/** A labelled list to select one thing from; the selection is kept. */
export function Select({ name, label, hint, value, answer, children }: SelectProps) {
  const { value: chosen, errors } = fieldOf(answer, name)
  const hasErrors = errors.length > 0
  const describedBy = [hint ? `${name}-hint` : '', hasErrors ? `${name}-error` : ''].filter(Boolean).join(' ')
  return (
    <div className={hasErrors ? 'field bad-field' : 'field'}>
      <label htmlFor={name}>{label}</label>{' '}
      <select
        id={name}
        name={name}
        defaultValue={chosen ?? value}
        aria-describedby={describedBy || undefined}
        aria-invalid={hasErrors || undefined}
      >
        {children}
      </select>
      {hint ? (
        <p className="hint" id={`${name}-hint`}>
          {hint}
        </p>
      ) : null}
      <FieldErrors name={name} errors={errors} />
    </div>
  )
}
