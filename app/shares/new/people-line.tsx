import { Fragment } from 'react'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { Field } from '#app/ui/forms/form.tsx'

/** Someone that the sender has shared with before; `value` is what the form sends. */
export type Suggestion = { name: string; initials: string; email: string; value: string }

type Props = {
  answer: FormAnswer | undefined
  recipientLimit: number
  suggestions: Suggestion[]
}

/** Who gets the file: addresses as typed or pasted, and people of earlier shares to tick. */
export function PeopleLine({ answer, recipientLimit, suggestions }: Props) {
  const ticked = [answer?.result.initialValue?.['to'] ?? []].flat()
  return (
    <div className="line">
      <Field
        name="recipients"
        label="People"
        hint={`Email addresses, with or without names, or a pasted list; up to ${recipientLimit}. Each person gets an email with the link.`}
        rows={2}
        autoComplete="off"
        answer={answer}
      />
      {suggestions.length > 0 ? (
        <fieldset className="chips" aria-labelledby="recent">
          <span className="tiny soft" id="recent">
            Recent
          </span>{' '}
          {suggestions.map(({ name, initials, email, value }) => (
            <Fragment key={value}>
              <label className="chip" title={email}>
                <Avatar name={email} initials={initials} />
                <input type="checkbox" name="to" value={value} defaultChecked={ticked.includes(value)} />{' '}
                <span>{name}</span>
              </label>{' '}
            </Fragment>
          ))}
        </fieldset>
      ) : null}
    </div>
  )
}
