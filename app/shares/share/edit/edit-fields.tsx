import { visibilityChoices, type Visibility } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field, FieldErrors, fieldOf } from '#app/ui/forms/form.tsx'

type Part = { answer: FormAnswer }
export type NamedPerson = { guid: string; email: string; name: string }

type AudienceProps = Part & {
  visibility: Visibility
  people: NamedPerson[]
  /** How many more there are than are listed here. */
  notListed: number
  recipientLimit: number
}

/** Who has access to an existing share: everyone or named people, and who these are. */
export function EditedAudience({ answer, visibility, people, notListed, recipientLimit }: AudienceProps) {
  return (
    <div className="stack">
      {visibility === 'passkey' ? (
        <Sealed answer={answer} />
      ) : (
        <>
          <Choices
            name="visibility"
            legend="Who may see it"
            standard={visibility}
            options={visibilityChoices.filter(({ value }) => value !== 'passkey')}
            answer={answer}
          />
          <p className="hint">
            A passkey cannot be put on a file that is stored without one. Share the file anew for that.
          </p>
        </>
      )}
      <TakeAway answer={answer} people={people} notListed={notListed} />
      <Field
        name="recipients"
        label="Add people"
        hint={`E-mail addresses, one a line or with commas; at most ${recipientLimit} people in all. Each who is new gets a mail with the link, and so does each from whom the file was taken away.`}
        rows={3}
        autoComplete="off"
        answer={answer}
      />
    </div>
  )
}

function Sealed({ answer }: Part) {
  return (
    <div>
      <p className="label">Who may see it</p>
      <FieldErrors name="visibility" errors={fieldOf(answer, 'visibility').errors} />
      <input type="hidden" name="visibility" value="passkey" />
      <p>
        Anyone with the passkey. This stays so: the file is encrypted with the passkey, which is kept nowhere.
        To open it to others, share it anew.
      </p>
    </div>
  )
}

function TakeAway({ answer, people, notListed }: Pick<AudienceProps, 'answer' | 'people' | 'notListed'>) {
  if (people.length === 0) return null
  const chosen = [answer.result.initialValue?.['remove'] ?? []].flat()
  return (
    <fieldset>
      <legend className="label">Take the file away from</legend>
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
        <p className="hint">{notListed} more are on the overview, where each can be taken away.</p>
      ) : null}
    </fieldset>
  )
}
