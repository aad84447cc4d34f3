export type Fact = { label: string; value: string; note?: string }

/** Facts by name, one under the other. */
export function Facts({ facts }: { facts: Fact[] }) {
  return (
    <dl className="facts">
      {facts.map(({ label, value, note }) => (
        <div key={label}>
          <dt>{label}</dt>
          <dd>
            {value}
            {note ? <span className="hint"> {note}</span> : null}
          </dd>
        </div>
      ))}
    </dl>
  )
}
