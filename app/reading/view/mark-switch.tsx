import type { MarkSwitchState } from '#app/reading/shared/unmarked.server.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'

/** Lets the sender see the pages without their watermark, and with it again. */
export function MarkSwitch({ state }: { state: MarkSwitchState | null }) {
  if (!state) return null
  return (
    <li>
      {state.isOff ? (
        <a href={state.address}>Show with watermark</a>
      ) : (
        <Form intent="unmark" action={state.address} className="menu-form">
          <Submit className="btn-bare">Show without watermark</Submit>
        </Form>
      )}
    </li>
  )
}
