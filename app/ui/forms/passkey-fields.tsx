import type { FormAnswer } from '#app/request/action.server.ts'
import { Field } from './form.tsx'

type Part = { answer?: FormAnswer | undefined }

/** Choosing a passkey, with everything to know before. */
export function PasskeyFields({ answer }: Part) {
  return (
    <>
      <p className="small">
        A passkey is a password for this file, which you tell people yourself, by phone for instance; we never
        email it. For PDF, PNG, JPG, JPEG, BMP and GIF files up to 30,000,000 bytes.
      </p>
      <p className="small">
        <strong>We can’t recover it.</strong> Without the passkey no one can open the file again: not you, not
        us, not your administrator. The file and its pages are stored encrypted with it. While someone has the
        file open, the server has the passkey’s key and could read the file.
      </p>
      <ChosenPasskey answer={answer} />
    </>
  )
}

/** A passkey typed twice. Never sent back, and not kept by browsers. */
export function ChosenPasskey({ label = 'Passkey', answer }: Part & { label?: string }) {
  return (
    <>
      <PasskeyField
        label={label}
        hint="At least 8 characters. Several words with spaces are easy to say and to enter."
        answer={answer}
      />
      <PasskeyField name="passkeyAgain" label={`${label} again`} answer={answer} />
    </>
  )
}

type PasskeyFieldProps = Part & {
  name?: 'passkey' | 'passkeyAgain' | 'oldPasskey'
  label: string
  hint?: string
  hasFocus?: boolean
}

export function PasskeyField({ name = 'passkey', ...more }: PasskeyFieldProps) {
  return <Field name={name} type="password" autoComplete="off" {...more} />
}
