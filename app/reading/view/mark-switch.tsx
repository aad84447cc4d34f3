import type { FormAnswer } from '#app/request/action.server.ts'
import type { MarkSwitchState } from '#app/reading/shared/unmarked.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'

type Props = { state: MarkSwitchState | null; answer: FormAnswer | undefined }

/** Lets the sender see the pages without their watermark, and with it again. */
export function MarkSwitch({ state, answer }: Props) {
  if (!state) return null
  if (state.isOff) {
    return (
      <a className="btn btn-small" href={state.address}>
        Show with watermark
      </a>
    )
  }
  return (
    <Form intent="unmark" action={state.address} answer={answer} className="row">
      <Submit className="btn-quiet btn-small">Show without watermark</Submit>
    </Form>
  )
}
