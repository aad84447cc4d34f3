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
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { identify, loader as load } from '#app/request/loader.server.ts'
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
  return {
    constraints: constraintsOf({ unlock: passkeyForm }),
    sender: isOwner ? null : `${found.sender.name} (${found.sender.email})`,
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

export const meta = titled('Type the passkey')

export default function Passkey() {
  const { sender, email, asksEmail, back } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      {sender ? <p className="soft">{sender} shares a file with you</p> : null}
      <h1>Type the passkey</h1>
      <p>
        {sender
          ? 'The file is encrypted with a passkey. The sender tells it to you, in another way than by our mail.'
          : 'You encrypted this file with a passkey. It opens for you with the passkey too, and only with it.'}
      </p>
      <Form intent="unlock" answer={answer}>
        {asksEmail ? (
          <EmailField
            label="Your e-mail address"
            hint="The sender sees it, marked as not verified, and it may stand on the pages you read."
            answer={answer}
          />
        ) : null}
        <PasskeyField label="Passkey" answer={answer} />
        <Submit className="btn-main wide">Continue</Submit>
      </Form>
      <p className="small soft">
        This browser then opens the file without the passkey for 12 hours, or until you{' '}
        <a href={href(routes.access.logout)}>sign out</a>. While it is open, the server has its key; as it is
        stored, nobody can read it without the passkey.
        {sender
          ? ` The sender sees ${email ? `that you, ${email},` : 'when somebody'} ${email ? 'open' : 'opens'} the file, which pages are looked at, and the network address. Wrong passkeys are counted and shown to the sender.`
          : ''}
      </p>
      {back ? (
        <p className="small">
          <a href={back}>Back to the page of the file</a>
        </p>
      ) : null}
    </div>
  )
}
