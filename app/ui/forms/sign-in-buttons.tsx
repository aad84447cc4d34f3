import type { SignInWay } from '#app/request/sign-in/sign-in-ways.server.ts'
import { Form, Submit } from './form.tsx'

/** A button for each sign-in method. */
export function SignInButtons({ ways }: { ways: SignInWay[] }) {
  return (
    <ul className="sign-in-ways" aria-label="Ways to sign in">
      {ways.map(({ method, label, address, intent }) => (
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
