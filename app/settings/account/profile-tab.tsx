import type { ShownTime } from '#server/rules/text/format.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import type { TimeZoneGroup, TimeZoneOption } from './time-zones.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetEnd, SetRow } from '#app/ui/frame/set-row.tsx'
import { SetupFields } from '#app/ui/forms/setup-fields.tsx'
import { Select } from '#app/ui/forms/select.tsx'

type ProfileTabProps = {
  data: {
    firstName: string
    lastName: string
    timeZone: string
    clock: ShownTime
    groups: TimeZoneGroup[]
    team: { words: string; label: string; to: string } | null
  }
  answer: FormAnswer | undefined
}

export function ProfileTab({ data, answer }: ProfileTabProps) {
  const { firstName, lastName, timeZone, clock, groups, team } = data
  return (
    <Form intent="changeProfile" answer={answer} className="settings-form">
      <SetRow title="Your name" words="Shown to everyone you share a file with.">
        <SetupFields firstName={firstName} lastName={lastName} password={null} answer={answer} />
      </SetRow>
      <SetRow title="Time" words="For times on pages and in emails.">
        <Select
          name="timeZone"
          label="Time zone"
          hint={
            <>
              In the selected zone it’s now{' '}
              <time dateTime={clock.iso} title={clock.title}>
                {clock.text}
              </time>
              .
            </>
          }
          value={timeZone}
          answer={answer}
        >
          {groups.map(({ region, zones }) =>
            region === '' ? (
              <ZoneOptions key={region} zones={zones} />
            ) : (
              <optgroup key={region} label={region}>
                <ZoneOptions zones={zones} />
              </optgroup>
            ),
          )}
        </Select>
      </SetRow>
      {team ? (
        <SetRow title="Team" words="People who share sign-in rules, colours and terms.">
          <p>
            {team.words} <a href={team.to}>{team.label}</a>
          </p>
        </SetRow>
      ) : null}
      <SetEnd>
        <Submit>Save profile</Submit>
      </SetEnd>
    </Form>
  )
}

function ZoneOptions({ zones }: { zones: TimeZoneOption[] }) {
  return zones.map(({ value, label }) => (
    <option key={value} value={value}>
      {label}
    </option>
  ))
}
