import type { FormAnswer } from '#app/request/action.server.ts'
import type { ShownDevice } from './sessions.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Time } from '#app/ui/tables/time.tsx'

type SessionsTabProps = { data: { devices: ShownDevice[] }; answer: FormAnswer | undefined }

export function SessionsTab({ data: { devices }, answer }: SessionsTabProps) {
  return (
    <SetRow
      title="Where you’re signed in"
      words="If you don’t recognise a device, sign it out, then change your password."
    >
      <ul className="lines">
        {devices.map((device) => (
          <Device key={device.key} device={device} answer={answer} />
        ))}
      </ul>
      {devices.length > 1 ? (
        <Form intent="endOtherSessions" answer={answer}>
          <Submit className="btn-bad">Sign out all other devices</Submit>
        </Form>
      ) : (
        <p className="soft">You’re not signed in anywhere else.</p>
      )}
    </SetRow>
  )
}

function Device({ device, answer }: { device: ShownDevice; answer: FormAnswer | undefined }) {
  return (
    <li>
      <div className="grow">
        <h3>
          {device.device} {device.isCurrent ? <Badge tone="good">This device</Badge> : null}
        </h3>
        <p className="small soft">
          {device.place}
          {device.address ? ` (${device.address})` : ''} · {device.method}
          {device.isRemembered ? ' · stays signed in for 30 days' : ''}
        </p>
        <p className="small soft">
          Signed in <Time {...device.signedIn} />, last used <Time {...device.lastUse} />
        </p>
      </div>
      {device.isCurrent ? null : (
        <Form intent="endSession" answer={answer} className="inline">
          <input type="hidden" name="key" value={device.key} />
          <Submit className="btn-small" about={device.device}>
            Sign out
          </Submit>
        </Form>
      )}
    </li>
  )
}
