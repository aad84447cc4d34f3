import { maxMessageLength } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Checkbox } from '#app/ui/forms/checkbox.tsx'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { UpgradeText } from '#app/ui/forms/upgrade-text.tsx'
import { AccessFields, type AccessOptions, type AccessValues } from './shared/member-fields.tsx'

type Props = {
  options: AccessOptions
  values: AccessValues
  answer: FormAnswer | undefined
  back: string
}

/** Adds pasted people to a room, all with the same access. */
export function AddMembers({ options, values, answer, back }: Props) {
  return (
    <Form intent="add" answer={answer} className="card stack-wide">
      <h2>Add people</h2>
      <Field
        name="people"
        label="People"
        hint="Email addresses, one per line or separated by commas or semicolons, with or without names. Up to 100 at a time; you can paste from a spreadsheet."
        rows={5}
        autoComplete="off"
        answer={answer}
      />
      <AccessFields options={options} values={values} answer={answer} />
      {options.hasOwnRights ? (
        <Checkbox
          name="onlySome"
          label="Only folders I choose"
          hint="They see nothing until you give them access to folders under Permissions. Co-owners always see everything."
          answer={answer}
        />
      ) : null}
      <Choices
        name="notify"
        legend="Invitation"
        standard="yes"
        answer={answer}
        options={[
          {
            value: 'yes',
            label: 'Send by email now',
            hint: 'With the link, your message, and when their access starts and ends.',
            inside: (
              <Field
                name="message"
                label="Message (optional)"
                hint={`Up to ${maxMessageLength} characters, no links or addresses.`}
                rows={3}
                answer={answer}
              />
            ),
          },
          {
            value: 'no',
            label: 'Don’t send',
            hint: 'Tell them yourself, or send the invitation later.',
          },
        ]}
      />
      <div className="row">
        <Submit>Add people</Submit> <a href={back}>Cancel</a>
      </div>
    </Form>
  )
}

export type OutcomeLine = {
  key: string
  typed: string
  words: string
  isDone: boolean
  to: string | null
  rights: string | null
}
export type AddedAnswer = { kind: 'added'; heading: string; lines: OutcomeLine[] }

export function isAddedAnswer(answer: unknown): answer is AddedAnswer {
  return typeof answer === 'object' && answer !== null && 'kind' in answer && answer.kind === 'added'
}

/** The outcome of each line of the list. */
export function AddedPeople({ answer, back }: { answer: AddedAnswer; back: string }) {
  return (
    <div className="card stack-wide">
      <h2>{answer.heading}</h2>
      <output>
        <ul className="stack">
          {answer.lines.map(({ key, typed, words, isDone, to, rights }) => (
            <li key={key}>
              <Badge tone={isDone ? 'good' : 'warn'}>{isDone ? 'Added' : 'Not added'}</Badge>{' '}
              <strong className="break">{to ? <a href={to}>{typed}</a> : typed}</strong>
              <div className="small soft">
                <UpgradeText>{words}</UpgradeText>{' '}
                {rights ? <a href={rights}>Choose folders for {typed}</a> : null}
              </div>
            </li>
          ))}
        </ul>
      </output>
      <p className="row">
        <a href={back}>All members</a> <a href={`${back}?panel=add`}>Add more people</a>
      </p>
    </div>
  )
}
