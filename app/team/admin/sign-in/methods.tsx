import type { FormAnswer } from '#app/request/action.server.ts'
import { Consequences } from '#app/ui/consequences.tsx'
import { FieldErrors, fieldOf, Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { People } from './people.tsx'
import type { SignInData } from './sign-in.server.ts'

type Answered = { here: string; answer: FormAnswer | undefined }

/** By which methods members sign in. */
export function MethodsRow({ methods, here, answer }: { methods: SignInData['methods'] } & Answered) {
  const own = answer?.intent === 'teamMethods' ? answer : undefined
  const chosen = own ? [own.result.initialValue?.['method'] ?? []].flat() : null
  const { errors } = fieldOf(own, 'method')
  return (
    <SetRow
      title="Sign-in methods"
      words="How members can sign in, from their next sign-in. Anyone already signed in stays signed in."
    >
      <Form intent="teamMethods" action={here} answer={answer}>
        <fieldset
          id="method"
          className={errors.length > 0 ? 'bad-field' : undefined}
          aria-describedby={errors.length > 0 ? 'method-error' : undefined}
        >
          <legend className="label">Members sign in with</legend>
          <FieldErrors name="method" errors={errors} />
          {methods.map(({ method, label, hint, isAllowed }) => (
            <div className="choice" key={method}>
              <input
                type="checkbox"
                id={`method-${method}`}
                name="method"
                value={method}
                defaultChecked={chosen?.includes(method) ?? isAllowed}
              />
              <label htmlFor={`method-${method}`}>
                {label} {hint ? <span className="hint">{hint}</span> : null}
              </label>
            </div>
          ))}
        </fieldset>
        <Submit name="act">Change methods …</Submit>
      </Form>
    </SetRow>
  )
}

/** Asks whether only these methods are to be allowed, with who would be shut out. */
export function ChangeMethods({
  change,
  here,
  answer,
}: { change: NonNullable<SignInData['change']> } & Answered) {
  const { methods, labels, shutOut, withPassword, refusal } = change
  return (
    <div className="measure card stack-wide">
      <h2>Change the sign-in methods?</h2>
      <Consequences
        lines={[
          `Members sign in with: ${labels.join(', ')}.`,
          'It applies from the next sign-in. Everyone can still open files that were shared with them, using a code.',
        ]}
      />
      <People people={shutOut} one="1 member is locked out" many="members are locked out" />
      {shutOut.total === 0 ? <p>No member is locked out.</p> : null}
      <People
        people={withPassword}
        one="1 member has to set a password first, with “Forgot your password?”"
        many="members have to set a password first, with “Forgot your password?”"
      />
      {refusal ? <p className="note note-warn">{refusal}</p> : null}
      <Form intent="teamMethods" answer={answer} className="row">
        {methods.map((method) => (
          <input key={method} type="hidden" name="method" value={method} />
        ))}
        {refusal ? null : (
          <Submit name="act" className={shutOut.total > 0 ? 'btn-bad' : 'btn-main'}>
            Change methods
          </Submit>
        )}{' '}
        <a href={here}>Cancel</a>
      </Form>
    </div>
  )
}
