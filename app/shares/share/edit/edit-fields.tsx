import { visibilityChoices, type Visibility } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field, FieldErrors, fieldOf } from '#app/ui/forms/form.tsx'

type Part = { answer: FormAnswer }
export type NamedPerson = { guid: string; email: string; name: string }

type PeopleProps = Part & {
  people: NamedPerson[]
  /** How many more there are than are listed here. */
  notListed: number
  recipientLimit: number
}

/** The people of an existing share: some can be removed and others added. */
export function EditedPeople({ answer, people, notListed, recipientLimit }: PeopleProps) {
  return (
    <>
      <TakeAway answer={answer} people={people} notListed={notListed} />
      <div className="line">
        <Field
          name="recipients"
          label="Add people"
          hint={`Email addresses, with or without names, or a pasted list; up to ${recipientLimit} people in all. New people get an email with the link, and so does anyone whose access you restore.`}
          rows={2}
          autoComplete="off"
          answer={answer}
        />
      </div>
    </>
  )
}

/** Who has access to an existing share: everyone or named people. */
export function EditedAudience({ answer, visibility }: Part & { visibility: Visibility }) {
  if (visibility === 'passkey') return <Sealed answer={answer} />
  return (
    <div className="stack">
      <Choices
        name="visibility"
        legend="Who can open it"
        standard={visibility}
        options={visibilityChoices.filter(({ value }) => value !== 'passkey')}
        answer={answer}
      />
      <p className="hint">
        You can’t add a passkey to a file stored without one. Share the file again to use a passkey.
      </p>
    </div>
  )
}

function Sealed({ answer }: Part) {
  return (
    <div>
      <p className="label">Who can open it</p>
      <FieldErrors name="visibility" errors={fieldOf(answer, 'visibility').errors} />
      <input type="hidden" name="visibility" value="passkey" />
      <p>
        Anyone with the passkey. You can’t change this: the file is encrypted with the passkey, which isn’t
        stored anywhere. To share it in another way, share the file again.
      </p>
    </div>
  )
}

function TakeAway({ answer, people, notListed }: Omit<PeopleProps, 'recipientLimit'>) {
  if (people.length === 0) return null
  const chosen = [answer.result.initialValue?.['remove'] ?? []].flat()
  return (
    <fieldset className="line" aria-labelledby="remove">
      <span className="label" id="remove">
        Remove access
      </span>
      <div>
        {people.map(({ guid, email, name }) => (
          <div className="choice" key={guid}>
            <input
              type="checkbox"
              id={`remove-${guid}`}
              name="remove"
              value={guid}
              defaultChecked={chosen.includes(guid)}
            />
            <label htmlFor={`remove-${guid}`} className="break">
              {name ? `${name} (${email})` : email}
            </label>
          </div>
        ))}
        {notListed > 0 ? (
          <p className="hint">{notListed} more are on the overview, where you can remove their access.</p>
        ) : null}
      </div>
    </fieldset>
  )
}
