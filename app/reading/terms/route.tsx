import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { acceptTermsForm } from '#server/viewing/entry/forms.ts'
import { href, routes } from '#app/routes.ts'
import { AcceptTerms } from '#app/ui/forms/accept-terms.tsx'
import { SenderHead } from '#app/ui/frame/sender-head.tsx'
import { doorBar } from '#app/view-models/door.server.ts'
import { doorLabels } from '#app/view-models/door-labels.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

/**
 * The terms that come before anything else is shown. A reader who has none to accept is led to the file, which says
 * what is next.
 */
export const loader = load(routes.reading.terms, 'visitor', async ({ services, params, identity }) => {
  const guid = params.ShareGuid
  const requiredStep = await services.viewing.acceptances.requiredStep(identity, guid)
  if (!requiredStep) throw redirect(href(routes.reading.entry, { ShareGuid: guid }), { status: 303 })
  const sender = await services.viewing.personalLinks.senderOf(guid)
  return { ...requiredStep, company: sender?.company ?? null, door: doorBar(sender) }
})

export const action = submit(routes.reading.terms, 'visitor', {
  accept: intent(acceptTermsForm, async ({ form, services, client, params, identity }) => {
    const guid = params.ShareGuid
    await services.viewing.acceptances.accept(identity, guid, form.terms, client)
    return href(routes.reading.entry, { ShareGuid: guid })
  }),
})

export const meta = titled(doorLabels.terms.title)

export default function Terms() {
  const terms = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <SenderHead sender={{ ...terms.sender, company: terms.company }} did="shared a file with you" />
      <h1>{doorLabels.terms.title}</h1>
      <p>{doorLabels.terms.text(terms.sender.name, terms.isTeams)}</p>
      <AcceptTerms terms={terms} answer={answer} />
      <p className="small soft">
        {terms.email ? `You accept as ${terms.email}. ` : 'You accept as a visitor with this link. '}
        The sender gets a record of who accepted which text, when, and from which network address and browser.
        If you do not accept, close this page: nothing is recorded.
      </p>
    </div>
  )
}
