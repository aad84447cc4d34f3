import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import type { BulkAnswer } from '#app/ui/tables/bulk.tsx'

type Props = { answer: Extract<BulkAnswer, { kind: 'asked' }>; list: string }

/** Asks whether people are to be removed. */
export function RemovePeople({ answer, list }: Props) {
  return (
    <div className="measure card stack-wide">
      <h2>{answer.heading}</h2>
      <ul className="bullets">
        {answer.shares.map(({ guid, name }) => (
          <li key={guid} className="break">
            {name}
          </li>
        ))}
      </ul>
      <Consequences
        title="What will happen"
        lines={[
          'They leave the team right away and get an email. Their account stays, with everything they shared and own.',
          'Single sign-on of the team no longer works for them. With an address at a domain that the team has locked they can’t sign in any more.',
          'You can invite them again.',
        ]}
      />
      <Form intent="removePeople" action={list} className="row">
        {answer.shares.map(({ guid }) => (
          <input key={guid} type="hidden" name="person" value={guid} />
        ))}
        <Submit className="btn-bad">Remove</Submit> <a href={list}>Cancel</a>
      </Form>
    </div>
  )
}
