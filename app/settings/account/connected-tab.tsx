import type { ShownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { SetRow } from '#app/ui/frame/set-row.tsx'
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
      <SetRow
        title="Connected accounts"
        words="Accounts with other providers that you can sign in with. Anyone who can sign in there can sign in here."
      >
        {identities.length === 0 ? (
          <p className="soft">No accounts connected.</p>
        ) : (
          <ul className="lines">
            {identities.map((identity) => (
              <Identity key={identity.guid} {...identity} />
            ))}
          </ul>
        )}
      </SetRow>
      {providers.length > 0 ? (
        <SetRow title="Connect another" words="You sign in there once to confirm that the account is yours.">
          <div className="row">
            {providers.map(({ name, label }) => (
              <Form
                key={name}
                intent="connectVia"
                action={href(routes.access.providers.start, { provider: name })}
                className="inline"
              >
                <Submit className="btn-quiet">{`Connect ${label}`}</Submit>
              </Form>
            ))}
          </div>
        </SetRow>
      ) : null}
    </>
  )
}

function Identity({ guid, label, email, since, used, mayRemove }: Listed) {
  return (
    <li>
      <div className="grow">
        <p className="strong break">
          {label}: {email}
        </p>
        <p className="small soft">
          Connected <Time {...since} />, last used <Time {...used} />
        </p>
        {mayRemove ? null : (
          <p className="small">
            This is your only sign-in method. Set a password or connect another provider first.
          </p>
        )}
      </div>
      {mayRemove ? (
        <Form intent="disconnect" className="inline">
          <input type="hidden" name="identity" value={guid} />
          <Submit className="btn-small" about={`${label} (${email})`}>
            Disconnect
          </Submit>
        </Form>
      ) : null}
    </li>
  )
}
