import { Form, Submit } from '#app/ui/forms/form.tsx'

/** What a change of permissions would do, ready to display. */
export type ShownPreview = {
  headline: string
  /** The request, in words; and how many more. */
  wishes: string[]
  moreWishes: number
  changes: {
    who: string
    role: string
    shifts: { place: string; what: string; names: string; from: string; to: string }[]
    more: number
  }[]
  moreChanges: number
  /** The request, to be sent again. */
  fields: { name: string; value: string }[]
  isEmpty: boolean
}

/** What a change of permissions does, for whom, before it is saved. */
export function RightsPreview({ preview }: { preview: ShownPreview }) {
  const { headline, wishes, moreWishes, changes, moreChanges, fields, isEmpty } = preview
  return (
    // The page came back because someone wants to read this.
    // oxlint-disable-next-line jsx-a11y/no-autofocus
    <section className="card stack section" aria-labelledby="preview" tabIndex={-1} autoFocus>
      <h2 id="preview">{isEmpty ? 'Nothing to change' : 'Review changes'}</h2>
      <p>{isEmpty ? 'These permissions are already set.' : <strong>{headline}</strong>}</p>
      {changes.map(({ who, role, shifts, more }) => (
        <details key={who + role} className="preview-change">
          <summary>
            {who} <span className="soft">{role}</span>
          </summary>
          <ul className="bullets small">
            {shifts.map(({ place, what, names, from, to }) => (
              <li key={place + what + from + to}>
                <strong>
                  {what} in {place}
                </strong>
                : from {from} to {to} <span className="soft break">({names})</span>
              </li>
            ))}
            {more > 0 ? <li>and {more} more places</li> : null}
          </ul>
        </details>
      ))}
      {moreChanges > 0 ? <p className="small">Same for {moreChanges} more groups of people.</p> : null}
      {isEmpty ? null : (
        <>
          <h3>Your changes</h3>
          <ul className="bullets small">
            {wishes.map((wish) => (
              <li key={wish} className="break">
                {wish}
              </li>
            ))}
            {moreWishes > 0 ? <li>and {moreWishes} more</li> : null}
          </ul>
          <Form intent="saveRights" className="row">
            {fields.map(({ name, value }) => (
              <input key={name + value} type="hidden" name={name} value={value} />
            ))}
            <Submit>Save permissions</Submit> <span className="small soft">Or change your selection.</span>
          </Form>
        </>
      )}
    </section>
  )
}
