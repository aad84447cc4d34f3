import type { FormAnswer } from '#app/request/action.server.ts'
import type { ShownDevice } from './sessions.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Time } from '#app/ui/tables/time.tsx'

type SessionsTabProps = { data: { devices: ShownDevice[] }; answer: FormAnswer | undefined }

export function SessionsTab({ data: { devices }, answer }: SessionsTabProps) {
  return (
    <>
      <p className="soft">
        The devices where you’re signed in. If you don’t recognise one, sign it out, then change your
        password.
      </p>
      <ul className="devices">
        {devices.map((device) => (
          <li key={device.key}>
            <Device {...device} answer={answer} />
          </li>
        ))}
      </ul>
      {devices.length > 1 ? (
        <Form intent="endOtherSessions" answer={answer}>
          <Submit className="btn-bad">Sign out all other devices</Submit>
        </Form>
      ) : (
        <p>You’re not signed in anywhere else.</p>
      )}
    </>
  )
}

function Device({ answer, ...device }: ShownDevice & { answer: FormAnswer | undefined }) {
  return (
    <div className="device">
      <div>
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
        <Form intent="endSession" answer={answer}>
          <input type="hidden" name="key" value={device.key} />
          <Submit className="btn-quiet btn-small">Sign out</Submit>
        </Form>
      )}
    </div>
  )
}
