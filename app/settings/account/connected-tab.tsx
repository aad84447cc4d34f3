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
        Accounts with other providers that you can sign in with. Anyone who can sign in there can sign in
        here.
      </p>
      {identities.length === 0 ? <p>No accounts connected.</p> : null}
      {identities.map((identity) => (
        <Identity key={identity.guid} {...identity} />
      ))}
      {providers.length > 0 ? <h3>Connect another provider</h3> : null}
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
          <Submit className="btn-quiet btn-small">{`Disconnect ${label} (${email})`}</Submit>
        </Form>
      ) : (
        <p className="small">
          This is your only sign-in method. Set a password or connect another provider first.
        </p>
      )}
    </div>
  )
}
