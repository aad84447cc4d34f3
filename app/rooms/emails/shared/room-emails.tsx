import type { FormAnswer } from '#app/request/action.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type Props = {
  /** Null if the page says it already. */
  room: string | null
  email: string
  isQuiet: boolean
  answer: FormAnswer | undefined
}

/** Whether a member gets emails about new files in a room, and the button that changes it. */
export function RoomEmails({ room, email, isQuiet, answer }: Props) {
  return (
    <div className="card stack">
      {room === null ? null : <h1 className="break">Emails about {room}</h1>}
      <p>
        {isQuiet
          ? `Emails about new files in this data room aren’t sent to ${email}.`
          : `Emails about new files in this data room are sent to ${email}.`}{' '}
        You’ll still get codes and invitations.
      </p>
      <Form intent={isQuiet ? 'goOn' : 'stop'} answer={answer}>
        <Submit className="btn-main wide">{isQuiet ? 'Resume emails' : 'Unsubscribe'}</Submit>
      </Form>
    </div>
  )
}
