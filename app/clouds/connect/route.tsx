import type { HeadersFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { cloudLabels, isCloudName, type CloudName } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { action as submit, buttonForm, intent, type FormAnswer } from '#app/request/action.server.ts'
import { loader as load, ownPath, type RequestContext } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { routes, type ParametersOf } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

export const loader = load(routes.clouds.connect, 'user', async ({ user, ...context }) => {
  const name = cloudIn(context)
  const connected = (await context.services.clouds.connections.list(user)).find(({ cloud }) => cloud === name)
  return {
    label: cloudLabels[name],
    back: backIn(context),
    as: connected && !connected.isLost ? connected.accountName : null,
  }
})

export const action = submit(routes.clouds.connect, 'user', {
  connectCloud: intent(buttonForm, async ({ user, ...context }) => {
    const { services, visitor } = context
    const visit = { browserId: visitor.browserId, sessionId: visitor.sessionId ?? '' }
    const { connections } = services.clouds
    const { href: address } = await connections.begin(user, visit, cloudIn(context), backIn(context))
    // A page and no redirect: `form-action` would have to name every address that a provider leads people through.
    return Response.json({ address }, { headers: { Refresh: `0; url=${address}` } })
  }),
})

/** The provider of the address. Throws cloudNotOffered. */
function cloudIn({ params, services }: RequestContext<ParametersOf<'clouds.connect'>>): CloudName {
  const name = isCloudName(params.Cloud) ? params.Cloud : null
  if (name && services.clouds.connections.offered().includes(name)) return name
  throw new Problem('cloudNotOffered')
}

/** The page of ours on which someone was. */
function backIn({ url }: RequestContext): string {
  const to = url.searchParams.get('to')
  return to === null ? settingsPath('clouds') : ownPath(to)
}

export const headers: HeadersFunction = ({ actionHeaders }) => {
  const refresh = actionHeaders.get('Refresh')
  return refresh ? { Refresh: refresh } : new Headers()
}

export const meta = titled<typeof loader>(({ label }) => `Connect ${label}`)

export default function Connect() {
  const { label, back, as } = useLoaderData<typeof loader>()
  const answer = useActionData() as FormAnswer | { address: string } | undefined
  return (
    <>
      <AreaHead title={`Connect ${label}`} crumbs={[{ to: back, label: 'Back' }]} />
      <div className="stack">
        {answer && 'address' in answer ? (
          <>
            <p>Taking you to {label}. You’ll come back here afterwards.</p>
            <p>
              <a href={answer.address}>Continue to {label}</a>
            </p>
          </>
        ) : (
          <>
            <p>
              You sign in at {label} and allow this server to read your files there. It can’t change anything,
              and copies only what you choose.
            </p>
            {as === null ? null : (
              <p>
                {label} is connected as <strong className="break">{as}</strong>. Connecting again replaces
                that.
              </p>
            )}
            <p className="soft">You can disconnect it at any time in Settings.</p>
            <Form intent="connectCloud" answer={answer}>
              <Submit className="btn-main">{`Continue to ${label}`}</Submit>
            </Form>
          </>
        )}
      </div>
    </>
  )
}
