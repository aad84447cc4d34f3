import { maxMessageLength } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import type { PeopleData } from './people.server.ts'
import { RoleSelect } from './role-select.tsx'

type Props = { data: PeopleData; answer: FormAnswer | undefined }

/** Invites pasted people, all with the same role. */
export function InvitePeople({ data, answer }: Props) {
  return (
    <Form intent="invite" answer={answer} className="card stack-wide">
      <h2>Invite people</h2>
      <Field
        name="people"
        label="People"
        hint="Email addresses, one per line or separated by commas or semicolons, with or without names. Up to 100 at a time."
        rows={5}
        autoComplete="off"
        answer={answer}
      />
      <RoleSelect roles={data.roles} value="2" answer={answer} />
      <Field
        name="message"
        label="Message (optional)"
        hint={`Up to ${maxMessageLength} characters, no links or addresses.`}
        rows={3}
        answer={answer}
      />
      <p className="small soft">
        Each gets an email with a link that works once, for 14 days. People without an account create one with
        it.
      </p>
      <div className="row">
        <Submit>Send invitations</Submit> <a href={data.list}>Cancel</a>
      </div>
    </Form>
  )
}
