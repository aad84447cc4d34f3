import { maxPrints } from '#server/rules/sharing/options.ts'
import { maxGroupNameLength } from '#server/rules/rooms/room-people.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Field } from '#app/ui/forms/form.tsx'

type Props = {
  roles: { value: string; label: string; hint: string }[]
  values: { name: string; role: string; prints: string }
  answer: FormAnswer | undefined
}

/** The name of a group and what its members get. */
export function GroupFields({ roles, values, answer }: Props) {
  return (
    <>
      <Field
        name="name"
        label="Name"
        hint={`Up to ${maxGroupNameLength} characters. Only the owner and co-owners see it.`}
        autoComplete="off"
        value={values.name}
        answer={answer}
      />
      <Choices name="role" legend="Role" options={roles} standard={values.role} answer={answer} />
      <Field
        name="prints"
        label="Print copies of each document (optional)"
        hint={`0–${maxPrints}, for each member without a limit of their own. Leave empty for no limit.`}
        inputMode="numeric"
        className="in-short"
        value={values.prints}
        answer={answer}
      />
    </>
  )
}
