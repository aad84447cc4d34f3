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
      {room === null ? null : <h1 className="break">Letters about {room}</h1>}
      <p>
        {isQuiet
          ? `Letters about new files in this data room do not come to ${email}.`
          : `Letters about new files in this data room come to ${email}.`}{' '}
        Codes and invitations always come.
      </p>
      <Form intent={isQuiet ? 'goOn' : 'stop'} answer={answer}>
        <Submit className="btn-main wide">{isQuiet ? 'Send them again' : 'Stop these letters'}</Submit>
      </Form>
    </div>
  )
}
