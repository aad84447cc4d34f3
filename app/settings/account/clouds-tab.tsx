import type { ShownTime } from '#server/rules/text/format.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Time } from '#app/ui/tables/time.tsx'

type Connected = {
  cloud: string
  label: string
  accountName: string
  since: ShownTime
  isLost: boolean
  again: string | null
}
type CloudsTabProps = {
  data: { connected: Connected[]; others: { label: string; to: string }[]; missing: string[] }
}

/** The cloud storage from which files can be added to shares and data rooms. */
export function CloudsTab({ data: { connected, others, missing } }: CloudsTabProps) {
  return (
    <>
      <SetRow
        title="Connected cloud storage"
        words="You can add files from there to shares and data rooms. This server reads only what you open or choose."
      >
        {connected.length === 0 ? (
          <p className="soft">No cloud storage connected.</p>
        ) : (
          <ul className="lines">
            {connected.map((one) => (
              <Connection key={one.cloud} {...one} />
            ))}
          </ul>
        )}
      </SetRow>
      {others.length > 0 ? (
        <SetRow title="Connect another" words="You sign in there and allow this server to read your files.">
          <div className="row">
            {others.map(({ label, to }) => (
              <a key={label} className="btn btn-quiet" href={to}>
                {`Connect ${label}`}
              </a>
            ))}
          </div>
        </SetRow>
      ) : null}
      {missing.length > 0 ? (
        <SetRow title="Not available">
          <p className="soft">
            {missing.join(', ')}: this server isn’t registered there. Your administrator can set that up.
          </p>
        </SetRow>
      ) : null}
    </>
  )
}

function Connection({ cloud, label, accountName, since, isLost, again }: Connected) {
  return (
    <li>
      <div className="grow">
        <p className="strong break">
          {label}: {accountName}
        </p>
        <p className="small soft">
          Connected <Time {...since} />
        </p>
        {isLost ? (
          <p className="small">
            {label} no longer gives access.{' '}
            {again === null ? null : <a href={again}>{`Connect ${label} again`}</a>}
          </p>
        ) : null}
      </div>
      <Form intent="disconnectCloud" className="inline">
        <input type="hidden" name="cloud" value={cloud} />
        <Submit className="btn-small" about={`${label} (${accountName})`}>
          Disconnect
        </Submit>
      </Form>
    </li>
  )
}
