import { href } from '../routes.ts'
import type { Posted } from '../web/context.ts'
import { Submit } from './form.tsx'

/** A form whose session has ended: sign in beside it, then send it once more. */
export function SignInAgain({ address, fields }: Posted) {
  return (
    <>
      <p>
        What you typed is kept on this page.{' '}
        <a href={href('login')} target="_blank" rel="noreferrer">
          Sign in
        </a>{' '}
        in another window, then come back here and send it again. A file that had not arrived is chosen again
        afterwards.
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
