import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { passkeyForm } from '#server/viewing/entry/forms.ts'
import { Unlocking } from '#server/viewing/entry/unlocking.ts'
import type { ShareAccess } from '#server/viewing/access/facts.ts'
import { href, routes } from '#app/routes.ts'
import { EmailField } from '#app/ui/forms/credential-fields.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { PasskeyField } from '#app/ui/forms/passkey-fields.tsx'
import { SenderHead } from '#app/ui/frame/sender-head.tsx'
import { doorLabels } from '#app/view-models/door-labels.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { identify, loader as load } from '#app/request/loader.server.ts'
import { doorBar } from '#app/view-models/door.server.ts'
import { askIdentity, leadToStep } from '#app/view-models/reading.server.ts'

/** Asks for the passkey, and for nothing if it is not needed. Viewing this starts nothing and names no file. */
export const loader = load(routes.reading.passkey, 'visitor', async ({ identity, ...context }) => {
  const { services, params } = context
  const guid = params.ShareGuid
  const { found, refusal } = await services.viewing.pages.look(identity, guid)
  if (refusal === 'identityNeeded') return identify(context, guid)
  // People who are not on the list learn no more than if there were no share.
  if (!found || refusal === 'notRecipient') throw new Problem(refusal ?? 'notFound')
  if (refusal !== 'passkeyNeeded') {
    leadToStep(refusal, guid)
    throw redirect(placeAfter(found, guid))
  }
  const isOwner = found.policyFacts.relationship === 'owner'
  const sender = await services.viewing.personalLinks.senderOf(guid)
  return {
    constraints: constraintsOf({ unlock: passkeyForm }),
    sender: isOwner ? null : { ...found.sender, company: sender?.company ?? null },
    door: isOwner ? null : doorBar(sender),
    email: found.email,
    asksEmail: Unlocking.asksEmail(found),
    back: isOwner ? href(routes.shares.details, { ShareGuid: guid }) : null,
  }
})

export const action = submit(routes.reading.passkey, 'visitor', {
  unlock: intent(passkeyForm, async ({ form, identity, ...context }) => {
    const { visitor, services, client, params } = context
    const guid = params.ShareGuid
    const typed = { passkey: form.passkey ?? '', email: form.email ?? '' }
    const keyHolder = await services.viewing.unlocking
      .open(identity, guid, typed, client)
      .catch((error: unknown) => askIdentity(context, error, guid))
    const { found } = await services.viewing.pages.look({ ...identity, keyHolder }, guid)
    const next = placeAfter(found, guid)
    if (keyHolder === null) return next
    const cookie = await visitor.cookies.keys.serialize(keyHolder)
    return redirect(next, { status: 303, headers: { 'Set-Cookie': cookie } })
  }),
})

/** Its owner reads immediately; anyone else sees first what the file is. */
function placeAfter(found: ShareAccess | null, guid: string): string {
  return href(found?.policyFacts.relationship === 'owner' ? routes.reading.view : routes.reading.entry, {
    ShareGuid: guid,
  })
}

export const meta = titled(doorLabels.passkey.title)

export default function Passkey() {
  const { sender, email, asksEmail, back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      {sender ? <SenderHead sender={sender} did="shared a file with you" /> : null}
      <h1>{doorLabels.passkey.title}</h1>
      <p>
        {sender
          ? doorLabels.passkey.text
          : 'You encrypted this file with a passkey: a password for this file. It opens only with the passkey, even for you.'}
      </p>
      <Form intent="unlock" answer={answer}>
        {asksEmail ? (
          <EmailField
            label="Your email address"
            hint="The sender sees it, marked as not verified, and it can appear on the pages you read."
            answer={answer}
          />
        ) : null}
        <PasskeyField label="Passkey" hasFocus={!asksEmail} answer={answer} />
        <Submit className="btn-main btn-big wide">{doorLabels.passkey.press}</Submit>
      </Form>
      <p className="small soft">
        After that, this browser won’t ask for it again for 12 hours, or until you{' '}
        <a href={href(routes.access.logout)}>sign out</a>. While the file is open, the server has its key;
        without the passkey, no one can read the stored file.
        {sender
          ? ` The sender sees when you open the file${email ? ` as ${email}` : ''}, which pages you read and for how long, your network address, and how often a wrong passkey was entered.`
          : ''}
      </p>
      {back ? (
        <p className="small">
          <a href={back}>Back to the file’s page</a>
        </p>
      ) : null}
    </div>
  )
}
