import type { FormAnswer } from '#app/request/action.server.ts'
import { CodeField } from '#app/ui/forms/credential-fields.tsx'
import { doorLabels } from '#app/view-models/door-labels.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type Props = { email: string; otherAddress: string; answer: FormAnswer | undefined }

/** The one field between the email and the file. */
export function PersonalCode({ email, otherAddress, answer }: Props) {
  return (
    <>
      <h1>{doorLabels.code.title}</h1>
      <Form intent="prove" answer={answer}>
        <p>
          {doorLabels.code.text} <b>{email}</b>. It’s in the subject line and works for 15 minutes.
        </p>
        <CodeField label="Verification code" enterKeyHint="go" hasFocus answer={answer} />
        <Submit className="btn-main btn-big wide">{doorLabels.code.press}</Submit>
      </Form>{' '}
      <Form intent="ask" answer={answer} className="small">
        <p className="soft">
          No email after a minute? Check your spam folder, or{' '}
          <Submit className="as-link">send a new code</Submit>
        </p>
      </Form>
      <p className="small">
        <a href={otherAddress}>Not your address?</a>
      </p>
    </>
  )
}
