import type { MetaFunction } from '@remix-run/node'
import { useActionData, useLoaderData } from '@remix-run/react'
import { day, localDate } from '#server/rules/expiry.ts'
import { fileSize } from '#server/rules/format.ts'
import { longestMessage } from '#server/rules/options.ts'
import { planOf } from '#server/rules/plans.ts'
import { Problem } from '#server/rules/problems.ts'
import { productName } from '#server/rules/product.ts'
import { shareForm } from '#server/shares/forms.ts'
import { chosenPasskey } from '#server/shares/passkey-forms.ts'
import { protectionsOf } from '#server/shares/protections.ts'
import { UploadTray } from '../../enhance/upload-tray.tsx'
import { href } from '../../routes.ts'
import { Field, Form, Submit } from '../../ui/form.tsx'
import { FileField } from '../../ui/file-field.tsx'
import { AudienceChoice, EndChoice, ReaderRights, WatermarkChoice } from '../../ui/share-fields.tsx'
import { action as submit, intent } from '../../web/action.server.ts'
import { loader as load, requireUser } from '../../web/loader.server.ts'
import { goWithNotice } from '../../web/notice.server.ts'

export const loader = load(async (given) => {
  const user = await requireUser(given)
  const plan = planOf(user.tierCode)
  const tomorrow = localDate(given.now + day, user.timeZone)
  return {
    largest: fileSize(plan.maxUploadBytes),
    mostRecipients: plan.maxRecipients,
    timeZone: user.timeZone,
    tomorrow,
  }
})

export const action = submit({
  share: intent(shareForm, async ({ form, ...given }) => {
    const user = await requireUser(given)
    if (!form.file) throw new Problem('fileMissing', { field: 'file' })
    const guid = await given.services.shares.create(user, {
      fileGuid: form.file,
      protections: protectionsOf(form, user.timeZone, given.now),
      recipients: form.recipients ?? '',
      message: form.message ?? '',
      ...(form.visibility === 'passkey' && { passkey: chosenPasskey(form, user) }),
    })
    return goWithNotice(given.visitor, href('shareDetails', { ShareGuid: guid }), 'The file is shared.')
  }),
})

export const meta: MetaFunction = () => [{ title: `Share a file – ${productName}` }]

/** The upload tray needs script; the form does not. */
export const handle = { hydrate: true }

export default function Share() {
  const { largest, mostRecipients, timeZone, tomorrow } = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <div className="page page-narrow">
      <div className="page-head">
        <h1>Share a file</h1>
      </div>
      <div className="sheet sheet-roomy">
        <Form intent="share" answer={answer} isUpload className="stack-wide">
          <FileField answer={answer} largest={largest} />
          <AudienceChoice answer={answer} mostRecipients={mostRecipients} />
          <ReaderRights answer={answer} />
          <WatermarkChoice answer={answer} />
          <EndChoice answer={answer} timeZone={timeZone} tomorrow={tomorrow} />
          <Field
            name="message"
            label="Message (optional)"
            hint={`Plain words, at most ${longestMessage} characters, without links or addresses. It stands in the mail.`}
            rows={4}
            maxLength={longestMessage}
            answer={answer}
          />
          <UploadTray />
          <Submit>Share file</Submit>
        </Form>
      </div>
    </div>
  )
}
