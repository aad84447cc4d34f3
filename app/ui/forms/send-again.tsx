import { href, routes } from '#app/routes.ts'
import type { Posted } from '#app/request/context.ts'
import { Submit } from './form.tsx'

/** A form that could not be accepted, and continues as it is: after signing in beside it, or a little later. */
export function SendAgain({ address, fields, needsSignIn }: Posted & { needsSignIn: boolean }) {
  return (
    <>
      <p>
        What you entered is still on this page, except passwords.{' '}
        {needsSignIn ? (
          <>
            <a href={href(routes.access.login)} target="_blank" rel="noreferrer">
              Sign in
            </a>{' '}
            in another window, then come back here and try again.
          </>
        ) : (
          'Keep it open and try again in a minute.'
        )}{' '}
        If a file hadn’t finished uploading, you’ll choose it again afterwards.
      </p>
      <form method="post" action={address}>
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Submit>Try again</Submit>
      </form>
    </>
  )
}
