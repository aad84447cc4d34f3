import type { FormAnswer } from '#app/request/action.server.ts'
import type { AddressesData } from './addresses.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { CodeField, EmailField, PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

type Chosen = NonNullable<AddressesData['chosen']>
type AddressesTabProps = { data: AddressesData; answer: FormAnswer | undefined }

export function AddressesTab({ data, answer }: AddressesTabProps) {
  const { chosen, primary } = data
  if (chosen) {
    return (
      <>
        <p className="above-list">
          <a href={settingsPath('addresses')}>All addresses</a>
        </p>
        {chosen.isConfirmed ? (
          <ConfirmedAddress address={chosen} primary={primary} answer={answer} />
        ) : (
          <WaitingAddress address={chosen} answer={answer} />
        )}
      </>
    )
  }
  return (
    <>
      <SetRow
        title="Your addresses"
        words="You can sign in with any confirmed address, reset your password with it, and open what was sent to it."
      >
        <AddressList {...data} />
      </SetRow>
      <SetRow title="Add an address" words="We’ll email it a verification code.">
        <AddAddress hasPassword={data.hasPassword} answer={answer} />
      </SetRow>
    </>
  )
}

function AddressList({ primary, further }: AddressesData) {
  return (
    <ul className="lines">
      <li>
        <span className="break">{primary}</span> <Badge tone="good">Primary</Badge>
      </li>
      {further.map(({ guid, email, isConfirmed, to }) => (
        <li key={guid}>
          <span className="break">{email}</span>{' '}
          {isConfirmed ? null : <Badge tone="warn">Not confirmed</Badge>}{' '}
          <a className="push" href={to}>
            {isConfirmed ? 'Change' : 'Enter code'}
            <span className="unseen"> for {email}</span>
          </a>
        </li>
      ))}
    </ul>
  )
}

function AddAddress({ hasPassword, answer }: { hasPassword: boolean; answer: FormAnswer | undefined }) {
  return (
    <Form intent="addAddress" answer={answer}>
      <EmailField answer={answer} />
      {hasPassword ? (
        <PasswordField
          label="Your password"
          hint="We ask because an added address can be used to take over your account."
          answer={answer}
          isRequired
        />
      ) : null}
      <Submit>Add address</Submit>
    </Form>
  )
}

function WaitingAddress({ address, answer }: { address: Chosen; answer: FormAnswer | undefined }) {
  const { guid, email, codeEnd } = address
  return (
    <>
      <SetRow
        title={`Confirm ${email}`}
        words={
          codeEnd ? (
            <>
              Enter the verification code we emailed there. It works until{' '}
              <time dateTime={codeEnd.iso} title={codeEnd.title}>
                {codeEnd.text}
              </time>
              . If the email says the address is already in use, it contains no code.
            </>
          ) : (
            'The code we emailed there has expired. Request a new one.'
          )
        }
      >
        <Form intent="confirmAddress" answer={answer}>
          <input type="hidden" name="address" value={guid} />
          <CodeField label="Verification code" hint="Six digits." answer={answer} />
          <Submit>Confirm address</Submit>
        </Form>
      </SetRow>
      <SetRow
        title="Didn’t get the email?"
        words="Check your spam folder first. Unconfirmed addresses are removed after a day."
      >
        <div className="row">
          <AddressButton intent="sendAddressCode" guid={guid} answer={answer}>
            Send a new code
          </AddressButton>{' '}
          <AddressButton intent="removeAddress" guid={guid} answer={answer} isBad>
            Remove address
          </AddressButton>
        </div>
      </SetRow>
    </>
  )
}

type ConfirmedAddressProps = { address: Chosen; primary: string; answer: FormAnswer | undefined }

function ConfirmedAddress({ address, primary, answer }: ConfirmedAddressProps) {
  const { guid, email } = address
  return (
    <>
      <SetRow title={email} words="Emails go to your primary address, and others see it next to your name.">
        <p>
          If this one becomes primary, <span className="break">{primary}</span> stays on your account.
        </p>
        <AddressButton intent="makePrimaryAddress" guid={guid} answer={answer}>
          Make primary
        </AddressButton>
      </SetRow>
      <SetRow
        title="Remove this address"
        words="You won’t be able to sign in with it or open files sent to it. Files you’ve sent aren’t affected. You can add it again later."
      >
        <AddressButton intent="removeAddress" guid={guid} isBad>
          Remove address
        </AddressButton>
      </SetRow>
    </>
  )
}

type AddressButtonProps = {
  intent: string
  guid: string
  answer?: FormAnswer | undefined
  isBad?: boolean
  children: string
}

function AddressButton({ intent, guid, answer, isBad, children }: AddressButtonProps) {
  return (
    <Form intent={intent} answer={answer}>
      <input type="hidden" name="address" value={guid} />
      <Submit className={isBad ? 'btn-bad' : 'btn-quiet'}>{children}</Submit>
    </Form>
  )
}
