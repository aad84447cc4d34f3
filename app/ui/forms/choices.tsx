import type { ReactNode } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { fieldOf, FieldErrors } from './form.tsx'

type Option = { value: string; label: string; hint?: ReactNode; inside?: ReactNode }
type ChoicesProps = {
  name: string
  legend: string
  options: Option[]
  standard: string
  answer?: FormAnswer | undefined
}

/** A choice with its consequence; fields of one option are right under it. */
export function Choices({ name, legend, options, standard, answer }: ChoicesProps) {
  const { value: chosen = standard, errors } = fieldOf(answer, name)
  const hasErrors = errors.length > 0
  return (
    <fieldset
      id={name}
      className={hasErrors ? 'bad-field' : undefined}
      aria-describedby={hasErrors ? `${name}-error` : undefined}
    >
      <legend className="label">{legend}</legend>
      <FieldErrors name={name} errors={errors} />
      {options.map(({ value, label, hint, inside }) => (
        <div className="opt" key={value}>
          <div className="choice">
            <input
              type="radio"
              id={`${name}-${value}`}
              name={name}
              value={value}
              defaultChecked={chosen === value}
            />
            <label htmlFor={`${name}-${value}`}>
              {label} {hint ? <span className="hint">{hint}</span> : null}
            </label>
          </div>
          {inside ? <div className="nested stack">{inside}</div> : null}
        </div>
      ))}
    </fieldset>
  )
}

/** Whether text is available, of a file or in a data room. */
export function TextChoice({ answer }: Pick<ChoicesProps, 'answer'>) {
  return (
    <Choices
      name="readText"
      legend="Text of the pages"
      standard="no"
      answer={answer}
      options={[
        {
          value: 'no',
          label: 'Off (page images only)',
          hint: 'Screen readers and text browsers can’t read page images.',
        },
        {
          value: 'yes',
          label: 'Included with the pages',
          hint: 'For screen readers, text browsers and searching in the document. Text can be copied; it carries the reader’s address.',
        },
      ]}
    />
  )
}
