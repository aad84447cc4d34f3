import type { FormAnswer } from '#app/request/action.server.ts'
import { Field } from './form.tsx'

type Part = { answer?: FormAnswer | undefined }

/** Choosing a passkey, with everything to know before. */
export function PasskeyFields({ answer }: Part) {
  return (
    <>
      <p className="small">
        For PDF, PNG, JPG, JPEG, BMP and GIF files of at most 30,000,000 bytes. Tell the passkey to your
        readers yourself, by telephone for instance; it never stands in a mail of ours.
      </p>
      <p className="small">
        <strong>We cannot recover it.</strong> Without the passkey nobody opens the file again: not you, not
        us, not whoever runs this server. As it is stored, the file and its pages are encrypted with it. While
        somebody has the file open, the server has the passkey's key and could read the file.
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
        hint="At least 8 characters. Several words with spaces between them are easy to tell and to type."
        answer={answer}
      />
      <PasskeyField name="passkeyAgain" label={`${label}, once more`} answer={answer} />
    </>
  )
}

type PasskeyFieldProps = Part & {
  name?: 'passkey' | 'passkeyAgain' | 'oldPasskey'
  label: string
  hint?: string
}

export function PasskeyField({ name = 'passkey', label, hint, answer }: PasskeyFieldProps) {
  return <Field name={name} label={label} hint={hint} type="password" autoComplete="off" answer={answer} />
}
