import type { FormAnswer } from '#app/request/action.server.ts'
import { Select } from '#app/ui/forms/select.tsx'

type Props = { roles: { value: string; label: string }[]; value: string; answer: FormAnswer | undefined }

/** The roles that the reader can give. */
export function RoleSelect({ roles, value, answer }: Props) {
  return (
    <Select name="role" label="Role" value={value} answer={answer}>
      {roles.map((role) => (
        <option key={role.value} value={role.value}>
          {role.label}
        </option>
      ))}
    </Select>
  )
}
