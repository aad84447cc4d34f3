import type { FormAnswer } from '#app/request/action.server.ts'
import { Field } from '#app/ui/forms/form.tsx'

/** Where someone enters the name of a room, to confirm that this one is meant. */
export function RoomNameField({ name, answer }: { name: string; answer: FormAnswer | undefined }) {
  return (
    <Field
      name="roomName"
      label="Enter the name of the data room"
      hint={
        <>
          The name is <strong className="break">{name}</strong>.
        </>
      }
      autoComplete="off"
      answer={answer}
    />
  )
}
