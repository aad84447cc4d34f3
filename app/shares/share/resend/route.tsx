import { useActionData, useLoaderData } from '@remix-run/react'
import { counted } from '#server/rules/text/format.ts'
import { sendAgainForm } from '#server/shares/trash/bulk-forms.ts'
import { href, routes } from '#app/routes.ts'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, onceAMinute } from '#app/request/action.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { onceReadable } from '#app/view-models/untold.server.ts'

export const loader = load(
  routes.shares.resend,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const { share, recipients } = await context.services.shares.sent.find(user, guid)
    const people = recipients.filter(({ revoked_at }) => revoked_at === null)
    const unopened = people.filter(({ first_viewed_at }) => first_viewed_at === null).length
    return {
      name: share.name,
      back: href(routes.shares.details, { ShareGuid: guid }),
      to: unopened > 0 ? 'unopened' : 'all',
      choices: [
        { value: 'unopened', label: 'People who haven’t opened it', hint: counted(unopened, 'email') },
        { value: 'all', label: 'Everyone on the list', hint: counted(people.length, 'email') },
      ],
    }
  }),
)

export const action = submit(routes.shares.resend, 'user', {
  sendAgain: onceAMinute(sendAgainForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    const sent = await context.services.shares.resending.sendAgain(user, guid, form)
    const { share } = await context.services.shares.sent.find(user, guid)
    const people = sent === 1 ? '1 person' : `${sent} people`
    const once = onceReadable(share)
    const notice = once ? `An email with the link goes to ${people}${once}.` : `Link sent again to ${people}.`
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
})

export const meta = titled('Send link again')

export default function SendAgain() {
  const { name, back, to, choices } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="measure">
      <BackHead back={{ to: back, label: name }} title="Send link again" />
      <div className="card">
        <Form intent="sendAgain" answer={answer}>
          <p>The same email as before, with your message and the same link. Protections don’t change.</p>
          <Choices name="to" legend="Send to" options={choices} standard={to} answer={answer} />
          <Submit>Send again</Submit>
        </Form>
      </div>
    </div>
  )
}
