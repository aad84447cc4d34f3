/** One thing to agree to or switch on. */
export function Checkbox({ name, label, hint }: { name: string; label: string; hint?: string }) {
  return (
    <div className="choice">
      <input type="checkbox" id={name} name={name} />
      <label htmlFor={name}>
        {label}
        {hint ? <span className="hint">{hint}</span> : null}
      </label>
    </div>
  )
}
