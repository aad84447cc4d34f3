import type { FormAnswer } from '#app/request/action.server.ts'
import type { AddressesData } from './addresses.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { CodeField, EmailField, PasswordField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

type Chosen = NonNullable<AddressesData['chosen']>
type AddressesTabProps = { data: AddressesData; answer: FormAnswer | undefined }

export function AddressesTab({ data, answer }: AddressesTabProps) {
  if (data.chosen) {
    return (
      <>
        <p className="back">
          <a href={settingsPath('addresses')}>All addresses</a>
        </p>
        {data.chosen.isConfirmed ? (
          <ConfirmedAddress address={data.chosen} primary={data.primary} answer={answer} />
        ) : (
          <WaitingAddress address={data.chosen} answer={answer} />
        )}
      </>
    )
  }
  return (
    <>
      <p className="soft">
        You can sign in with any confirmed address, reset your password with it, and open what was sent to it.
      </p>
      <AddressList {...data} />
      <h3>Add an address</h3>
      <AddAddress hasPassword={data.hasPassword} answer={answer} />
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
          {isConfirmed ? <Badge tone="soft">Confirmed</Badge> : <Badge tone="warn">Not confirmed</Badge>}{' '}
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
      <EmailField hint="We’ll email it a verification code." answer={answer} />
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
      <h3 className="break">Confirm {email}</h3>
      {codeEnd ? (
        <p>
          Enter the verification code we emailed there. It works until{' '}
          <time dateTime={codeEnd.iso} title={codeEnd.title}>
            {codeEnd.text}
          </time>
          . If the email says the address is already in use, it contains no code.
        </p>
      ) : (
        <p>The code we emailed there has expired. Request a new one.</p>
      )}
      <Form intent="confirmAddress" answer={answer}>
        <input type="hidden" name="address" value={guid} />
        <CodeField label="Verification code" hint="Six digits." answer={answer} />
        <Submit>Confirm address</Submit>
      </Form>
      <h3>Didn’t get the email?</h3>
      <p className="soft">Check your spam folder first. Unconfirmed addresses are removed after a day.</p>
      <div className="row">
        <AddressButton intent="sendAddressCode" guid={guid} answer={answer}>
          Send a new code
        </AddressButton>
        <AddressButton intent="removeAddress" guid={guid} answer={answer} isBad>
          Remove address
        </AddressButton>
      </div>
    </>
  )
}

type ConfirmedAddressProps = { address: Chosen; primary: string; answer: FormAnswer | undefined }

function ConfirmedAddress({ address, primary, answer }: ConfirmedAddressProps) {
  const { guid, email } = address
  return (
    <>
      <h3 className="break">{email}</h3>
      <p>
        Emails go to your primary address, and others see it next to your name. If this one becomes primary,{' '}
        <span className="break">{primary}</span> stays on your account.
      </p>
      <AddressButton intent="makePrimaryAddress" guid={guid} answer={answer}>
        Make primary
      </AddressButton>
      <h3>Remove this address</h3>
      <p>
        You won’t be able to sign in with it or open files sent to it. Files you’ve sent aren’t affected. You
        can add it again later.
      </p>
      <AddressButton intent="removeAddress" guid={guid} isBad>
        Remove address
      </AddressButton>
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
      <Submit className={isBad ? 'btn btn-bad' : 'btn'}>{children}</Submit>
    </Form>
  )
}
