import type { FormAnswer } from '#app/request/action.server.ts'
import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type ConfirmationProps = {
  heading: string
  /** What will happen, in sentences. */
  consequences: string[]
  /** A warning that deserves attention. */
  warning?: string | null
  intent: string
  verb: string
  back: string
  answer: FormAnswer | undefined
}

/** Asks for confirmation before something is done, and says what will happen. */
export function Confirmation(props: ConfirmationProps) {
  const { heading, consequences, warning = null, intent, verb, back, answer } = props
  return (
    <section className="card measure stack">
      <h2>{heading}</h2>
      <Consequences lines={consequences} />
      {warning ? <p className="note note-warn">{warning}</p> : null}
      <Form intent={intent} answer={answer} className="row">
        <Submit className="btn-bad">{verb}</Submit> <a href={back}>Cancel</a>
      </Form>
    </section>
  )
}
