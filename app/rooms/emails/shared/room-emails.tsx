import type { FormAnswer } from '#app/request/action.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type Props = { email: string; isQuiet: boolean; isWide?: boolean; answer: FormAnswer | undefined }

/** Whether a member gets emails about new files in a room, and the button that changes it. */
export function RoomEmails({ email, isQuiet, isWide = false, answer }: Props) {
  return (
    <>
      <p className="break">
        {isQuiet
          ? `Emails about new files in this data room aren’t sent to ${email}.`
          : `Emails about new files in this data room are sent to ${email}.`}{' '}
        You’ll still get codes and invitations.
      </p>
      <Form intent={isQuiet ? 'goOn' : 'stop'} answer={answer}>
        <Submit className={isWide ? 'btn-main wide' : 'btn-main'}>
          {isQuiet ? 'Resume emails' : 'Unsubscribe'}
        </Submit>
      </Form>
    </>
  )
}
