import type { FormAnswer } from '../web/action.server.ts'
import { fieldOf } from './form.tsx'

type CheckboxProps = { name: string; label: string; hint?: string; answer?: FormAnswer | undefined }

/** One thing to agree to or switch on. */
export function Checkbox({ name, label, hint, answer }: CheckboxProps) {
  const isChecked = fieldOf(answer, name).value !== undefined
  return (
    <div className="choice">
      <input type="checkbox" id={name} name={name} defaultChecked={isChecked} />
      <label htmlFor={name}>
        {label}
        {hint ? <span className="hint">{hint}</span> : null}
      </label>
    </div>
  )
}
