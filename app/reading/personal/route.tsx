import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { maskedAddress } from '#server/rules/accounts/email.ts'
import { personalCodeForm } from '#server/viewing/entry/forms.ts'
import type { PersonalLink } from '#server/viewing/entry/personal-links.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent, proof } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { doorBar } from '#app/view-models/door.server.ts'
import { PersonalCode } from './personal-code.tsx'
import { PersonalDoor } from './personal-door.tsx'
import { pathInside, wayInside } from './way-inside.server.ts'

/**
 * The sign-in page for someone who follows the link in their own email: it names the sender, and knows where the code
 * goes without revealing more of the address than its owner needs. Viewing it sends nothing. Any other link leads to the
 * sign-in page of the file.
 */
export const loader = load(routes.reading.personal, 'visitor', async ({ identity, ...context }) => {
  const { services, params, url } = context
  const known = await wayInside(services, identity, params.ShareGuid)
  if (known) throw redirect(known, { status: 303 })
  const { email, sender } = await requireLink(context)
  return {
    step: url.searchParams.get('step') === 'code' ? ('code' as const) : ('ask' as const),
    sender: { name: sender.name, firstName: sender.firstName, email: sender.email, company: sender.company },
    email: maskedAddress(email),
    door: doorBar(sender),
    constraints: constraintsOf({ prove: personalCodeForm }),
    otherAddress: href(routes.access.fileLogin, {}, { share: params.ShareGuid }),
    signIn: href(
      routes.access.login,
      {},
      { to: href(routes.reading.entry, { ShareGuid: params.ShareGuid }) },
    ),
  }
})

export const action = submit(routes.reading.personal, 'visitor', {
  ask: intent(buttonForm, async (context) => {
    const { services, client, params } = context
    const { email } = await requireLink(context)
    await services.viewing.codes.ask(client, params.ShareGuid, email, params.Recipient)
    return href(routes.reading.personal, params, { step: 'code' })
  }),
  prove: proof(personalCodeForm, async ({ form, identity, ...context }) => {
    const { services, client, params, visitor } = context
    const guid = params.ShareGuid
    const link = await requireLink(context)
    const email = await services.viewing.codes.prove(client, guid, link.email, form.code)
    const id = await services.viewing.readers.start(client, email)
    const headers = { 'Set-Cookie': await visitor.cookies.reader.serialize(id) }
    const target = await pathInside(services, { ...identity, readerEmail: email }, guid, client)
    return redirect(target, { status: 303, headers })
  }),
})

/** Whatever is wrong with a link, it leads to the page that strangers see. */
async function requireLink(context: RequestContext<ParametersOf<'reading.personal'>>): Promise<PersonalLink> {
  const { ShareGuid: guid, Recipient: recipient } = context.params
  const link = await context.services.viewing.personalLinks.find(guid, recipient)
  if (!link) throw redirect(href(routes.reading.entry, { ShareGuid: guid }), { status: 303 })
  return link
}

export const meta = titled<typeof loader>(({ step, sender }) =>
  step === 'code' ? 'Enter the code' : `${sender.name} shared a file with you`,
)

export default function Personal() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      {page.step === 'code' ? (
        <PersonalCode {...page} answer={answer} />
      ) : (
        <PersonalDoor {...page} answer={answer} />
      )}
    </div>
  )
}
