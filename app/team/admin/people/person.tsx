import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import type { FormAnswer } from '#app/request/action.server.ts'
import type { PersonData } from './people.server.ts'
import { RoleSelect } from './role-select.tsx'

/** What each act does to the other person, beside its button. */
const hints: Partial<Record<string, string>> = {
  'Approve request': 'They join the team. Without an account here they get an invitation.',
  'Reject request': 'They get an email, and can ask again.',
  'Send invitation again': 'With a new link; the earlier one stops working.',
  'Withdraw invitation': 'The link stops working. No email is sent.',
  Suspend: 'They’re signed out and can’t sign in, and what they shared is closed, until you restore access.',
  'Restore access': 'They can sign in again, and what they shared is open again.',
  'Remove …': 'Their account leaves the team. You choose what happens to what they shared and own.',
}

/** One person of the team: what is known, and what can be done. */
export function Person({ data, answer }: { data: PersonData; answer: FormAnswer | undefined }) {
  const { person, roles, list } = data
  const { acts } = person
  return (
    <>
      <p>
        <a href={list}>All people</a>
      </p>
      <SetRow title={person.name || person.email} words={person.name ? person.email : undefined}>
        <p>
          <Badge tone={person.state.tone}>{person.state.words}</Badge>
        </p>
        <Facts
          facts={[
            { label: 'Role', value: person.role },
            ...(person.since
              ? [{ label: 'Since', value: person.since, note: person.by && `by ${person.by}` }]
              : []),
            ...(person.hasAccount
              ? [
                  { label: 'Two-step verification', value: person.hasSecondFactor ? 'On' : 'Off' },
                  { label: 'Signs in with', value: person.methods || 'Nothing yet' },
                  { label: 'Last sign-in', value: person.signedIn ?? 'Never' },
                ]
              : []),
          ]}
        />
      </SetRow>
      {acts.includes('Change role') ? (
        <SetRow
          title="Role"
          words="Owners can do everything. Admins manage people and settings. Members share files and own data rooms."
        >
          <Form intent="people" answer={answer} className="row">
            <input type="hidden" name="person" value={person.guid} />
            <RoleSelect roles={roles} value={person.roleCode} answer={answer} />
            <Submit name="act">Change role</Submit>
          </Form>
        </SetRow>
      ) : null}
      {acts
        .filter((act) => act !== 'Change role')
        .map((act) => (
          <SetRow key={act} title={act.replace(' …', '')} words={hints[act]}>
            <Form intent="people" answer={answer} className="row">
              <input type="hidden" name="person" value={person.guid} />
              <Submit name="act" className={act === 'Remove …' ? 'btn-bad' : ''}>
                {act}
              </Submit>
            </Form>
          </SetRow>
        ))}
    </>
  )
}
