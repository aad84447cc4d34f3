import type { FormAnswer } from '#app/request/action.server.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { Consequences } from '#app/ui/consequences.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import type { TeamData } from './team.server.ts'

type Props = { data: TeamData; answer: unknown }

function Team({ data, answer: given }: Props) {
  const answer = given as FormAnswer | undefined
  if (data.isClosing) return <CloseTeam data={data} answer={answer} />
  return (
    <>
      {data.isOwner ? <OwnersRows data={data} answer={answer} /> : null}
      <SetRow title="Leave team" words="Your account stays, with what you shared and own.">
        <p>
          <a className="btn" href={data.leave}>
            Leave team …
          </a>
        </p>
      </SetRow>
      {data.isOwner ? (
        <SetRow title="Close team" words="Everyone leaves it. Accounts stay.">
          <p>
            <a className="btn btn-bad" href={data.close}>
              Close team …
            </a>
          </p>
        </SetRow>
      ) : (
        <p className="soft">Only owners can rename, hand over or close the team.</p>
      )}
    </>
  )
}

function OwnersRows({ data, answer }: { data: TeamData; answer: FormAnswer | undefined }) {
  return (
    <>
      <SetRow title="Name" words="Shown in invitations, in emails and on your data rooms.">
        <Form intent="renameTeam" answer={answer}>
          <Field name="name" label="Team name" value={data.name} answer={answer} />
          <Submit>Rename</Submit>
        </Form>
      </SetRow>
      <SetRow title="Hand over" words="The other person becomes an owner, and you an admin.">
        {data.heirs.length > 0 ? (
          <Form intent="handOverTeam" answer={answer}>
            <Select name="to" label="New owner" value="" answer={answer}>
              <option value="">Choose a member</option>
              {data.heirs.map(({ value, label }) => (
                <option key={value} value={value}>
                  {label}
                </option>
              ))}
            </Select>
            <Submit>Hand over</Submit>
          </Form>
        ) : (
          <p className="soft">There’s no other active member yet.</p>
        )}
      </SetRow>
    </>
  )
}

function CloseTeam({ data, answer }: { data: TeamData; answer: FormAnswer | undefined }) {
  return (
    <div className="measure card stack-wide">
      <h2 className="break">Close the team {data.name}?</h2>
      <Consequences lines={data.consequences} />
      <Form intent="closeTeam" answer={answer}>
        <Field
          name="teamName"
          label="Name of the team"
          hint={`Enter ${data.name} to confirm.`}
          autoComplete="off"
          answer={answer}
        />
        <div className="row">
          <Submit className="btn-bad">Close team</Submit> <a href={data.here}>Cancel</a>
        </div>
      </Form>
    </div>
  )
}

export const teamView = { View: Team } satisfies TeamView<TeamData>
