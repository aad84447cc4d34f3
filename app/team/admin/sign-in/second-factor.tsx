import type { FormAnswer } from '#app/request/action.server.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { People } from './people.tsx'
import type { SignInData } from './sign-in.server.ts'

type Props = { rule: SignInData['secondFactor']; here: string; answer: FormAnswer | undefined }

/** Whether members need two-step verification, from when, and who has none. */
export function SecondFactorRow({ rule, here, answer: given }: Props) {
  const answer = given?.intent === 'teamSecondFactor' ? given : undefined
  return (
    <SetRow
      title="Two-step verification"
      words="A code from an app, in addition to the sign-in method. Members without it get an email when you save, a week before and a day before."
    >
      {rule.from ? <p className="note note-warn">Required from {rule.from}.</p> : null}
      <Form intent="teamSecondFactor" action={here} answer={answer}>
        <Choices
          name="requirement"
          legend="Two-step verification is"
          standard={rule.choice}
          answer={answer}
          options={[
            { value: 'optional', label: 'Optional' },
            {
              value: 'now',
              label: 'Required',
              hint: 'Members without it can only open their settings until they set it up.',
            },
            {
              value: 'date',
              label: 'Required from a date',
              inside: (
                <Field
                  name="date"
                  label="Day"
                  type="date"
                  className="in-short"
                  hint={`It begins then in the time zone ${rule.timeZone}.`}
                  value={rule.date}
                  answer={answer}
                />
              ),
            },
          ]}
        />
        <Submit>Save rule</Submit>
      </Form>
      {rule.lacking.total === 0 ? <p>Every member has it.</p> : null}
      <People people={rule.lacking} one="1 member doesn’t have it" many="members don’t have it" />
      {rule.lacking.more > 0 ? (
        <p>
          <a href={rule.list}>Members without it</a>
        </p>
      ) : null}
    </SetRow>
  )
}
