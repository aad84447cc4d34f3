import { useActionData, useLoaderData } from '@remix-run/react'
import { day, localDate } from '#server/rules/sharing/expiry.ts'
import { counted } from '#server/rules/text/format.ts'
import { maxMessageLength, rowsOnScreen } from '#server/rules/sharing/options.ts'
import { editedProtections, editForm } from '#server/shares/edit-form.ts'
import type { Edited } from '#server/shares/editing.ts'
import { formValuesOf } from '#server/shares/sending/form-values.ts'
import { wishesOf } from '#server/shares/protections.ts'
import { href, routes } from '#app/routes.ts'
import { EditedAudience, EditedPeople } from './edit-fields.tsx'
import { Field, filledWith, Form, Submit } from '#app/ui/forms/form.tsx'
import { Protections } from '#app/ui/forms/protections.tsx'
import { seenRevision } from '#app/ui/forms/seen-revision.ts'
import { titled } from '#app/request/titled.ts'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { action as submit, FormAgain, type FormAnswer, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { onceReadable } from '#app/view-models/untold.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'

export const loader = load(
  routes.shares.edit,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const { services, now } = context
    const { share, state, hasTeamTerms } = await services.shares.editing.find(user, guid)
    const { people } = await services.shares.people.page(user, guid, { page: 1, pageSize: rowsOnScreen })
    const listed = people.filter((person) => person.revoked_at === null)
    return {
      constraints: constraintsOf({ edit: editForm }),
      name: share.name,
      head: await shareHead(context, user, share),
      revision: String(share.revision),
      fields: {
        ...formValuesOf(state.protections, state, user.timeZone),
        name: state.name,
        message: state.message,
      },
      visibility: state.protections.visibility,
      people: listed.map(({ guid: person, email, name }) => ({ guid: person, email, name })),
      notListed: Number(share.recipient_count) - listed.length,
      recipientLimit: context.services.config.plans.of(user.tierCode).maxRecipients,
      hasTeamTerms: hasTeamTerms || state.protections.terms === 'team',
      timeZone: user.timeZone,
      tomorrow: localDate(now + day, user.timeZone),
    }
  }),
)

export const action = submit(routes.shares.edit, 'user', {
  edit: once(editForm, async ({ form, user, ...context }) => {
    if (form.showWatermark !== undefined) return new FormAgain()
    const guid = context.params.ShareGuid
    const { editing } = context.services.shares
    const { state } = await editing.find(user, guid)
    const change = {
      name: form.name ?? '',
      message: form.message ?? '',
      protections: editedProtections(form, state.protections, user.timeZone, context.now),
      ...wishesOf(form),
      added: form.recipients ?? '',
      removed: form.remove ?? [],
    }
    const edited = await editing.update(user, guid, change, form.revision)
    const once = edited.added > 0 ? onceReadable((await editing.find(user, guid)).share) : ''
    const notice = noticeOf(edited, once)
    return goWithNotice(context.visitor, href(routes.shares.details, { ShareGuid: guid }), notice, 'good')
  }),
})

/** What an edit did, in words. */
function noticeOf({ fields, added, removed }: Edited, once: string): string {
  const changes = [
    ...(fields.length > 0 ? ['Changes saved. They apply from the next page anyone opens.'] : []),
    ...(added > 0
      ? [
          `An email with the link goes to ${counted(added, 'more person').replace(/persons$/, 'people')}${once}.`,
        ]
      : []),
    ...(removed > 0 ? [`Access removed for ${removed === 1 ? '1 person' : `${removed} people`}.`] : []),
  ]
  return changes.join(' ') || 'No changes to save.'
}

export const meta = titled<typeof loader>((data) => `Edit ${data.name}`)

export default function Edit() {
  const share = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  // The share's current settings, until something else was entered.
  const shown: FormAnswer = answer ?? filledWith(share.fields)
  return (
    <>
      <ShareHead head={share.head} here="Protection" />
      <Form intent="edit" answer={answer} className="compose protects">
        <input
          type="hidden"
          name="revision"
          value={seenRevision(answer, share.revision, 'changedMeanwhile')}
        />
        <div className="line">
          <Field name="name" label="Display name" hint="The file extension stays the same." answer={shown} />
        </div>
        <EditedPeople
          answer={shown}
          people={share.people}
          notListed={share.notListed}
          recipientLimit={share.recipientLimit}
        />
        <div className="line">
          <Field
            name="message"
            label="Message"
            hint={`Optional, up to ${maxMessageLength.toLocaleString('en')} characters, no links or addresses.`}
            rows={3}
            answer={shown}
          />
        </div>
        <Protections
          answer={shown}
          isBack={answer !== undefined}
          people="Only people I specify"
          timeZone={share.timeZone}
          tomorrow={share.tomorrow}
          hasTeamTerms={share.hasTeamTerms}
          audience={<EditedAudience answer={shown} visibility={share.visibility} />}
        />
        <div>
          <Submit className="btn-main btn-big">Save changes</Submit>
        </div>
      </Form>
    </>
  )
}
