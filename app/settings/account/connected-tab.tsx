import type { ShownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { Time } from '#app/ui/tables/time.tsx'

type Listed = {
  guid: string
  label: string
  email: string
  since: ShownTime
  used: ShownTime
  mayRemove: boolean
}
type ConnectedTabProps = {
  data: { identities: Listed[]; providers: { name: string; label: string }[] }
}

export function ConnectedTab({ data: { identities, providers } }: ConnectedTabProps) {
  return (
    <>
      <p className="soft">
        Accounts at other servers that open this one. Whoever signs in there gets in here.
      </p>
      {identities.length === 0 ? <p>Nothing is connected.</p> : null}
      {identities.map((identity) => (
        <Identity key={identity.guid} {...identity} />
      ))}
      {providers.length > 0 ? <h3>Connect another</h3> : null}
      {providers.map(({ name, label }) => (
        <Form key={name} intent="connectVia" action={href(routes.access.providers.start, { provider: name })}>
          <Submit className="btn-quiet">{`Connect ${label}`}</Submit>
        </Form>
      ))}
    </>
  )
}

function Identity({ guid, label, email, since, used, mayRemove }: Listed) {
  return (
    <div className="stack identity">
      <h3>
        {label}: {email}
      </h3>
      <p className="small soft">
        Connected <Time {...since} />, last used <Time {...used} />
      </p>
      {mayRemove ? (
        <Form intent="disconnect">
          <input type="hidden" name="identity" value={guid} />
          <Submit className="btn-quiet btn-small">{`Remove ${label} as ${email}`}</Submit>
        </Form>
      ) : (
        <p className="small">
          This is the only way into your account. Choose a password or connect another one before you remove
          it.
        </p>
      )}
    </div>
  )
}
