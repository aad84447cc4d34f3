import { maxPrints } from '#server/rules/sharing/options.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'

export type AccessOptions = {
  roles: { value: string; label: string; hint: string }[]
  groups: { guid: string; name: string; role: string }[]
  /** Whether people have individual permissions here: in version 1 the room decides for all. */
  hasOwnRights: boolean
  timeZone: string
}
export type AccessValues = Record<
  'role' | 'group' | 'prints' | 'startDate' | 'startTime' | 'endDate' | 'endTime',
  string
>

type Props = { options: AccessOptions; values: AccessValues; answer: FormAnswer | undefined }

/** What one person or several get in a room: role, group, copies, and when. */
export function AccessFields({ options, values, answer }: Props) {
  const { roles, groups, hasOwnRights, timeZone } = options
  return (
    <>
      <Choices name="role" legend="Role" options={roles} standard={values.role} answer={answer} />
      {groups.length > 0 ? (
        <Select
          name="group"
          label="Group (optional)"
          hint="The group’s role and permissions replace the role above. Co-owners can’t be in a group."
          value={values.group}
          answer={answer}
        >
          <option value="">No group</option>
          {groups.map(({ guid, name, role }) => (
            <option key={guid} value={guid}>
              {name} ({role})
            </option>
          ))}
        </Select>
      ) : null}
      {hasOwnRights ? (
        <Field
          name="prints"
          label="Print copies of each document (optional)"
          hint={`0–${maxPrints}, for members who can print. Leave empty for no limit, or the group’s. Each print request counts once.`}
          inputMode="numeric"
          className="in-short"
          value={values.prints}
          answer={answer}
        />
      ) : null}
      <div className="row">
        <Field
          name="startDate"
          label="First day (optional)"
          type="date"
          className="in-short"
          value={values.startDate}
          answer={answer}
        />
        <Field
          name="startTime"
          label="Time (optional)"
          type="time"
          className="in-short"
          value={values.startTime}
          answer={answer}
        />
      </div>
      <div className="row">
        <Field
          name="endDate"
          label="Last day (optional)"
          type="date"
          className="in-short"
          value={values.endDate}
          answer={answer}
        />
        <Field
          name="endTime"
          label="Time (optional)"
          type="time"
          className="in-short"
          value={values.endTime}
          answer={answer}
        />
      </div>
      <p className="hint">
        Times in {timeZone}. Without a first day, access starts right away. A last day without a time lasts
        until the end of that day. Up to 3 years ahead.
      </p>
    </>
  )
}
