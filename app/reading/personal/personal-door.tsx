import type { FormAnswer } from '#app/request/action.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { doorLabels } from '#app/view-models/door-labels.ts'
import { SenderHead } from '#app/ui/frame/sender-head.tsx'

type Props = {
  sender: { name: string; firstName: string; email: string; company: string | null }
  email: string
  otherAddress: string
  signIn: string
  answer: FormAnswer | undefined
}

/** Who sent the file, where the code goes, and what is recorded. */
export function PersonalDoor({ sender, email, otherAddress, signIn, answer }: Props) {
  return (
    <>
      <SenderHead sender={sender} />
      <h1>{doorLabels.confirm.title(sender)}</h1>
      <Form intent="ask" answer={answer}>
        <p>
          {doorLabels.confirm.text} <b>{email}</b>.
        </p>{' '}
        <Submit className="btn-main btn-big wide">{doorLabels.confirm.press}</Submit>
      </Form>
      <p className="small soft">
        {sender.firstName || sender.name} sees when you open the file, which pages you read and for how long,
        and your network address.
      </p>
      <p className="small">
        <a href={otherAddress}>Not your address?</a> · <a href={signIn}>Sign in instead</a>
      </p>
    </>
  )
}
