import { Address } from '#app/ui/address.tsx'

/** "Anna invited ben@example.net." */
export function Invited({ inviter, email }: { inviter: string; email: string }) {
  return (
    <>
      <b className="break">
        <Address of={inviter} />
      </b>{' '}
      invited{' '}
      <b className="break">
        <Address of={email} />
      </b>
      .
    </>
  )
}
