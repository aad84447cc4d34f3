import { useActionData, useLoaderData } from '@remix-run/react'
import { fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { originForm } from '#server/clouds/copying/copy-forms.ts'
import { newVersionForm } from '#server/shares/sending/forms.ts'
import { versionForm } from '#server/shares/people/person-forms.ts'
import { UploadTray } from '#app/enhance/uploads/upload-tray.tsx'
import { href, routes } from '#app/routes.ts'
import { PasswordOfFile } from '#app/ui/forms/document-password.tsx'
import { CloudOrigin } from '#app/ui/forms/cloud-origin.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { PasskeyField } from '#app/ui/forms/passkey-fields.tsx'
import { ShareHead } from '#app/shares/share/shared/share-head.tsx'
import { VersionTable } from '#app/ui/tables/version-table.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, intent, once, onceAMinute } from '#app/request/action.server.ts'
import { listedVersion } from '#app/view-models/lists/listed-versions.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { checkOrigin, cloudOrigin, setDaily } from '#app/view-models/clouds/cloud-origin.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { shownKinds } from '#app/view-models/shown-kinds.server.ts'
import { shareHead } from '#app/shares/share/shared/share-head.server.ts'

export const loader = load(
  routes.shares.versions,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const { share, versions } = await context.services.shares.versions.list(user, guid)
    const readers = await context.services.tracking.versionReaders(guid)
    return {
      constraints: constraintsOf({ add: newVersionForm }),
      name: share.name,
      head: await shareHead(context, user, share),
      largest: fileSize(context.services.config.plans.of(user.tierCode).maxUploadBytes),
      kinds: shownKinds(context),
      origin: await cloudOrigin(context, user, { shareGuid: guid }),
      isSealed: share.needs_passkey === 1,
      versions: versions.map((version) =>
        listedVersion(version, share, readers.get(version.number) ?? [], user.timeZone, context.now),
      ),
    }
  }),
)

export const action = submit(routes.shares.versions, 'user', {
  add: once(newVersionForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    if (!form.file)
      throw new Problem('fileMissing', { field: 'file', text: 'Choose a file for the new version.' })
    const { file: fileGuid, passkey = '', documentPassword = '' } = form
    const version = { shareGuid: guid, fileGuid, passkey, documentPassword }
    const number = await context.services.shares.versions.add(user, version, context.client)
    const notice = `Version ${number} uploaded. Recipients get it as soon as it’s ready.`
    return goWithNotice(context.visitor, href(routes.shares.versions, { ShareGuid: guid }), notice, 'good')
  }),
  checkOrigin: onceAMinute(originForm, async ({ user, ...context }) =>
    checkOrigin(context, user, { shareGuid: context.params.ShareGuid }),
  ),
  setDaily: intent(originForm, async ({ form, user, ...context }) =>
    setDaily(context, user, { shareGuid: context.params.ShareGuid }, form.isDaily !== undefined),
  ),
  makeCurrent: intent(versionForm, async ({ form, user, ...context }) => {
    const guid = context.params.ShareGuid
    await context.services.shares.versions.makeCurrent(user, guid, form.number)
    const notice = `Recipients now see version ${form.number}.`
    return goWithNotice(context.visitor, href(routes.shares.versions, { ShareGuid: guid }), notice, 'good')
  }),
})

export const meta = titled<typeof loader>((data) => `Versions of ${data.name}`)

/** The upload tray needs script; the form does not. */
export const handle = { hydrate: true }

export default function Versions() {
  const share = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const uploadAnswer = answer?.intent === 'add' ? answer : undefined
  return (
    <>
      <ShareHead head={share.head} here="Versions" />
      <div className="cols">
        <section aria-labelledby="here">
          <VersionTable
            versions={share.versions}
            people="Seen by"
            choose={{ intent: 'makeCurrent', words: 'Restore version #' }}
            answer={answer}
          />
        </section>
        <section className="card stack">
          {share.origin ? (
            <CloudOrigin origin={share.origin} answer={answer} isSealed={share.isSealed} />
          ) : null}
          <h3>Add a new version</h3>
          <p className="soft">
            The link, people and protections stay the same. Recipients see the newest version, even while
            they’re reading; you can go back to an older one. Ten older versions are kept.
          </p>
          <Form intent="add" answer={uploadAnswer} isUpload>
            <FileField answer={uploadAnswer} largest={share.largest} kinds={share.kinds} />
            <PasswordOfFile answer={uploadAnswer} />
            {share.isSealed ? (
              <PasskeyField
                label="This file’s passkey"
                hint="The new version is encrypted with the same passkey. Recipients don’t need a new one."
                answer={uploadAnswer}
              />
            ) : null}
            <UploadTray />
            <Submit>Add version</Submit>
          </Form>
        </section>
      </div>
    </>
  )
}
