import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import type { RemovalQuestion } from './removing.server.ts'

type Props = { answer: RemovalQuestion; list: string }

/** Asks whether people are to be removed, and what becomes of what they shared and own. */
export function RemovePeople({ answer, list }: Props) {
  const { has, heirs, to, isSeen, preview, problem } = answer.removal
  return (
    <div className="measure card stack-wide">
      <h2>{answer.heading}</h2>
      {problem === null ? null : (
        <p className="note note-bad" role="alert">
          {problem}
        </p>
      )}
      <ul className="bullets">
        {answer.shares.map(({ guid, name }) => (
          <li key={guid} className="break">
            {name}
          </li>
        ))}
      </ul>
      {has === null ? null : <p>{has}</p>}
      <Consequences
        title="What will happen"
        lines={[
          ...preview,
          isSeen
            ? 'They leave the team right away and get an email. They keep their account, without what you transfer.'
            : 'They leave the team right away and get an email. They keep their account, with everything they shared and own unless you transfer it.',
          'Single sign-on of the team no longer works for them. With an address at a domain that the team has locked they can’t sign in any more.',
          'You can invite them again.',
        ]}
      />
      <Form intent="removePeople" action={list} className="stack">
        {answer.shares.map(({ guid }) => (
          <input key={guid} type="hidden" name="person" value={guid} />
        ))}
        {isSeen ? <input type="hidden" name="seen" value={to} /> : null}
        {heirs.length === 0 ? null : (
          <Select
            name="to"
            label="What they shared and own"
            hint="You’ll see what a transfer does before it happens."
            value={to}
          >
            <option value="">Stays with their account</option>
            {heirs.map(({ value, label }) => (
              <option key={value} value={value}>
                Transfer to {label}
              </option>
            ))}
          </Select>
        )}
        <div className="row">
          <Submit className="btn-bad">{isSeen ? 'Remove and transfer' : 'Remove'}</Submit>{' '}
          <a href={list}>Cancel</a>
        </div>
      </Form>
    </div>
  )
}
