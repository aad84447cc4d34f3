import { redirect } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { introductionForm } from '#server/viewing/entry/forms.ts'
import { href, routes } from '#app/routes.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { SetupFields } from '#app/ui/forms/setup-fields.tsx'
import { SenderHead } from '#app/ui/frame/sender-head.tsx'
import { doorBar } from '#app/view-models/door.server.ts'
import { doorLabels } from '#app/view-models/door-labels.ts'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load } from '#app/request/loader.server.ts'

/**
 * Asks for a name, if the sender requires one first. Readers who need not give one are led to the file, which says what
 * is next.
 */
export const loader = load(routes.reading.name, 'visitor', async ({ services, params, identity }) => {
  const guid = params.ShareGuid
  const step = await services.viewing.introductions.requiredStep(identity, guid)
  if (!step) throw redirect(href(routes.reading.entry, { ShareGuid: guid }), { status: 303 })
  const { firstName = '', lastName = '' } = identity.user ?? {}
  const constraints = constraintsOf({ introduce: introductionForm })
  const sender = await services.viewing.personalLinks.senderOf(guid)
  const shown = { ...step.sender, company: sender?.company ?? null }
  return { sender: shown, door: doorBar(sender), reader: step.email, firstName, lastName, constraints }
})

export const action = submit(routes.reading.name, 'visitor', {
  introduce: intent(introductionForm, async ({ form, services, client, params, identity }) => {
    const guid = params.ShareGuid
    await services.viewing.introductions.give(identity, guid, form, client)
    return href(routes.reading.entry, { ShareGuid: guid })
  }),
})

export const meta = titled(doorLabels.name.title)

export default function Name() {
  const { sender, reader, firstName, lastName } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="card stack">
      <SenderHead sender={sender} did="shared a file with you" />
      <h1>{doorLabels.name.title}</h1>
      <p>{doorLabels.name.text(sender.name)}</p>
      <Form intent="introduce" answer={answer}>
        <SetupFields firstName={firstName} lastName={lastName} password={null} answer={answer} />
        {reader === null ? (
          <Field
            name="email"
            type="email"
            label="Email address (optional)"
            hint="The sender sees it, marked as not verified."
            autoComplete="email"
            answer={answer}
          />
        ) : null}
        <Submit className="btn-main btn-big wide">{doorLabels.name.press}</Submit>
      </Form>
      <p className="small soft">
        The sender sees this name next to {reader ?? 'your visit'}, marked as not verified, and it appears in
        the watermark. You can’t change it later.
      </p>
    </div>
  )
}
