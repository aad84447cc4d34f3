import { href, routes } from '#app/routes.ts'
import type { Posted } from '#app/request/context.ts'
import { Submit } from './form.tsx'

/** A form that could not be accepted, and continues as it is: after signing in beside it, or a little later. */
export function SendAgain({ address, fields, needsSignIn }: Posted & { needsSignIn: boolean }) {
  return (
    <>
      <p>
        What you typed is kept on this page, but for passwords.{' '}
        {needsSignIn ? (
          <>
            <a href={href(routes.access.login)} target="_blank" rel="noreferrer">
              Sign in
            </a>{' '}
            in another window, then come back here and send it again.
          </>
        ) : (
          'Leave it open, and send it again from here in a minute.'
        )}{' '}
        A file that had not arrived is chosen again afterwards.
      </p>
      <form method="post" action={address}>
        {fields.map(([name, value], index) => (
          <input key={index} type="hidden" name={name} value={value} />
        ))}
        <Submit>Send again</Submit>
      </form>
    </>
  )
}
