import type { TickBox } from '#server/rules/text/tick-boxes.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { fieldOf } from './form.tsx'

type CheckboxProps = {
  name: TickBox
  label: string
  hint?: string
  /** Whether it is initially on. */
  isOn?: boolean
  answer?: FormAnswer | undefined
}

/** One thing to accept or turn on. */
export function Checkbox({ name, label, hint, isOn = false, answer }: CheckboxProps) {
  const isChecked = answer ? fieldOf(answer, name).value !== undefined : isOn
  return (
    <div className="choice">
      <input type="checkbox" id={name} name={name} value="on" defaultChecked={isChecked} />
      <label htmlFor={name}>
        {label} {hint ? <span className="hint">{hint}</span> : null}
      </label>
    </div>
  )
}
