import type { SignInOption } from '#app/request/sign-in/sign-in-options.server.ts'
import { Form, Submit } from './form.tsx'

/** A button for each sign-in method. */
export function SignInButtons({ options }: { options: SignInOption[] }) {
  return (
    <ul className="sign-in-options" aria-label="Ways to sign in">
      {options.map(({ method, label, address, intent }) => (
        <li key={method}>
          {intent ? (
            <Form intent={intent} action={address}>
              <Submit className="btn-quiet wide">{label}</Submit>
            </Form>
          ) : (
            <a className="btn wide" href={address}>
              {label}
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
