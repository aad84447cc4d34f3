import type { Posted } from '#app/request/context.ts'
import { Submit } from './form.tsx'

/** What has to be done before a form is accepted, and where. */
export type FirstStep = { to: string; label: string }

/** A form that could not be accepted, and continues as it is: after a first step in another window, or a little later. */
export function SendAgain({ address, fields, first }: Posted & { first: FirstStep | null }) {
  return (
    <>
      <p>
        What you entered is still on this page, except passwords.{' '}
        {first ? (
          <>
            <a href={first.to} target="_blank" rel="noreferrer">
              {first.label}
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
