import type { ShownTime } from '#server/rules/text/format.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Time } from '#app/ui/tables/time.tsx'
import { Checkbox } from './checkbox.tsx'
import { Form, Submit } from './form.tsx'

export type OriginShown = { cloud: string; isDaily: boolean; checked: ShownTime; note: string }

type Props = {
  origin: OriginShown
  answer: FormAnswer | undefined
  /** Whether the file opens with a passkey, without which no job can add a version. */
  isSealed?: boolean
}

/** From which cloud storage a file was copied, and how another version of it comes here. */
export function CloudOrigin({ origin, answer, isSealed = false }: Props) {
  const { cloud, isDaily, checked, note } = origin
  if (isSealed)
    return (
      <section className="card stack">
        <h3>Copied from {cloud}</h3>
        <p className="soft">
          Changes there don’t arrive here. The file opens with a passkey, which isn’t stored on this server,
          so a new version can’t be copied automatically: download it from {cloud}, and add it below with the
          passkey.
        </p>
      </section>
    )
  return (
    <section className="card stack">
      <h3>Copied from {cloud}</h3>
      <p className="soft">
        Changes there aren’t picked up automatically. Last checked <Time {...checked} />. {note}
      </p>
      <Form intent="checkOrigin" answer={answer}>
        <Submit className="btn-quiet">Check for a new version</Submit>
      </Form>{' '}
      <Form intent="setDaily" answer={answer}>
        <Checkbox name="isDaily" label="Check every day" isOn={isDaily} />
        <Submit className="btn-small">Save</Submit>
      </Form>
    </section>
  )
}
