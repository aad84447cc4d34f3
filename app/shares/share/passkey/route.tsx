import { useActionData, useLoaderData } from '@remix-run/react'
import { Problem } from '#server/rules/problems.ts'
import { changePasskeyForm, chosenPasskey } from '#server/shares/passkeys/passkey-forms.ts'
import { href, routes } from '#app/routes.ts'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { ChosenPasskey, PasskeyField } from '#app/ui/forms/passkey-fields.tsx'
import { titled } from '#app/request/titled.ts'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'

export const loader = load(
  routes.shares.passkey,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const share = await context.services.shares.sent.one(user, guid)
    if (share.needs_passkey !== 1) throw new Problem('notFound')
    const constraints = constraintsOf({ change: changePasskeyForm })
    return { head: await shareHead(context, user, share), constraints }
  }),
)

export const action = submit(routes.shares.passkey, 'user', {
  change: intent(changePasskeyForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    const passkey = chosenPasskey(form, user)
    const passkeys = { oldPasskey: form.oldPasskey ?? '', passkey }
    await context.services.shares.passkeys.change(user, guid, passkeys, context.client)
    const notice = 'Passkey changed. Tell your recipients the new one; the old one no longer works.'
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
})

export const meta = titled('Change passkey')

export default function SharePasskey() {
  const { head } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <ShareHead head={head} here="Change passkey" />
      <div className="card stack measure">
        <p>
          You need the old passkey: without it, no one can open the file or change its passkey. If you’ve lost
          it, <a href={href(routes.shares.new)}>share the file again</a> with a new passkey.
        </p>
        <Form intent="change" answer={answer}>
          <PasskeyField name="oldPasskey" label="Old passkey" answer={answer} />
          <ChosenPasskey label="New passkey" answer={answer} />
          <Submit>Change passkey</Submit>
        </Form>
        <p className="small soft">
          Anyone who has the file open must enter the new passkey before the next page. We can’t recover it.
        </p>
      </div>
    </>
  )
}
