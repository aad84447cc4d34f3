import type { FormAnswer } from '#app/request/action.server.ts'
import { href, routes } from '#app/routes.ts'
import { PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type PasswordTabProps = {
  data: { leastCharacters: number; hasPassword: boolean }
  answer: FormAnswer | undefined
}

export function PasswordTab({ data, answer }: PasswordTabProps) {
  if (!data.hasPassword) return <NoPassword />
  return (
    <SetRow title="Change password" words="Your other devices will be signed out.">
      <Form intent="changePassword" answer={answer}>
        <PasswordField label="Current password" answer={answer} />
        <PasswordField
          name="newPassword"
          label="New password"
          isNew
          hint={`At least ${data.leastCharacters} characters.`}
          answer={answer}
        />
        <Submit>Change password</Submit>
      </Form>
    </SetRow>
  )
}

/** Someone at an unattended browser must not be able to set a password for the account: the link is emailed. */
function NoPassword() {
  return (
    <SetRow title="Set a password" words="Your account has none. You sign in with a connected account.">
      <p>
        To set one as well, <a href={href(routes.access.reset)}>request a link by email</a>.
      </p>
    </SetRow>
  )
}
