import type { FormAnswer } from '#app/request/action.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Select } from '#app/ui/forms/select.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import type { SignInData } from './sign-in.server.ts'

type Props = { rule: SignInData['signOut']; here: string; answer: FormAnswer | undefined }

/** After how long members sign in again. */
export function SignOutRow({ rule, here, answer: given }: Props) {
  const answer = given?.intent === 'teamSignOut' ? given : undefined
  return (
    <SetRow
      title="Sign out"
      words="Applies right away to browsers and programs, also where someone chose to stay signed in. Access tokens aren’t affected."
    >
      <Form intent="teamSignOut" action={here} answer={answer} className="stack">
        <Select name="hours" label="Sign out after" value={rule.value} answer={answer}>
          {rule.options.map(({ value, label }) => (
            <option key={value} value={value}>
              {label}
            </option>
          ))}
        </Select>
        <div className="row">
          <Submit>Save sign-out rule</Submit>
        </div>
      </Form>
    </SetRow>
  )
}
