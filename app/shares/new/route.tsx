import { useActionData, useLoaderData } from '@remix-run/react'
import type { User } from '#server/accounts/accounts.ts'
import { maxMessageLength } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { shareForm, type ShareForm } from '#server/shares/sending/forms.ts'
import { requireNoContradiction, type NewShares } from '#server/shares/sending/new-share.ts'
import { UploadTray } from '#app/enhance/upload-tray.tsx'
import { href, routes } from '#app/routes.ts'
import { CheckedShareView } from './checked-share.tsx'
import { PasswordOfFile } from '#app/ui/forms/document-password.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { Field, filledWith, Form, Submit } from '#app/ui/forms/form.tsx'
import { MoreProtections } from '#app/ui/forms/more-protections.tsx'
import { NoteFields } from '#app/ui/forms/note-fields.tsx'
import { PresetLinks, SavePreset } from './preset-fields.tsx'
import { AudienceChoice, EndChoice, ReaderRights, WatermarkChoice } from '#app/ui/forms/share-fields.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, FormAgain, once } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { checkedShare, shareFormPage, wantedOf, type ShownBeside } from './share-form.server.ts'

export const loader = load(routes.shares.new, 'user', async ({ user, ...context }) => ({
  ...(await shareFormPage(context, user)),
  constraints: constraintsOf({ share: shareForm }),
}))

export const action = submit(routes.shares.new, 'user', {
  share: once(shareForm, async ({ form, user, ...context }) => {
    const wanted = wantedOf(form, user, context.now)
    if (form.savePreset !== undefined) return savePreset(context, user, form, wanted)
    if (form.check !== undefined) return beside({ checked: await checkedShare(context, user, form, wanted) })
    return send(context, user, form, wanted)
  }),
})

function beside(shown: ShownBeside): FormAgain {
  return new FormAgain(shown)
}

async function savePreset(
  { services }: RequestContext,
  user: User,
  form: ShareForm,
  { protections }: NewShares,
) {
  requireNoContradiction(protections)
  const { presetName = '' } = form
  await services.shares.presets.save(user, presetName, form)
  return beside({ savedPreset: presetName.trim() })
}

/** One file leads to its share; several lead to the outcome of each. */
async function send(
  context: RequestContext,
  user: User,
  form: ShareForm,
  wanted: NewShares,
): Promise<Response> {
  const { services, visitor, refusedFiles } = context
  const note = { title: form.noteTitle ?? '', text: form.noteText ?? '' }
  const files = form.source === 'note' ? [await services.shares.sending.note(user, note, wanted)] : form.file
  if (files.length === 0) throw new Problem('fileMissing', { field: 'file' })
  if (files.length === 1 && refusedFiles.length === 0) {
    const guid = await services.shares.sending.create(user, { ...wanted, fileGuid: files[0]! })
    const what = form.source === 'note' ? 'Note shared.' : 'File shared.'
    return goWithNotice(visitor, href(routes.shares.details, { ShareGuid: guid }), what, 'good')
  }
  const notTaken = refusedFiles.map(({ name, problem }) => ({ name, reason: problem.text }))
  const sending = await services.shares.sending.createAll(user, { ...wanted, fileGuids: files, notTaken })
  const isWhole = await services.shares.sending.isWhole(user, sending)
  const notice = isWhole ? 'Files shared.' : 'Some files weren’t shared. See below which ones and why.'
  return goWithNotice(
    visitor,
    href(routes.shares.sent, { SendingGuid: sending }),
    notice,
    isWhole ? 'good' : 'warn',
  )
}

export const meta = titled('Share a file')

/** The upload tray needs script; the form does not. */
export const handle = { hydrate: true }

export default function Share() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const typed = answer ?? (page.filled ? filledWith(page.filled) : undefined)
  const { checked, savedPreset } = (answer?.shown ?? {}) as ShownBeside
  return (
    <div className="measure">
      <div className="head">
        <h1>{page.isNote ? 'Share a note' : 'Share a file'}</h1>
        <p className="small">
          {page.isNote ? (
            <a href={href(routes.shares.new)}>Share a file instead</a>
          ) : (
            <a href={href(routes.shares.new, {}, { write: 'note' })}>Write a note instead</a>
          )}
        </p>
      </div>
      <div className="card stack-wide">
        <PresetLinks presets={page.presets} />
        <Form intent="share" answer={answer} isUpload className="stack-wide">
          {savedPreset ? (
            <output className="note">
              <p>Preset saved as “{savedPreset}”. Nothing has been shared yet.</p>
            </output>
          ) : null}
          {checked ? <CheckedShareView share={checked} /> : null}
          {page.isNote ? (
            <NoteFields answer={typed} />
          ) : (
            <>
              <FileField answer={typed} largest={page.largest} kept={page.kept} kinds={page.kinds} />
              <PasswordOfFile answer={answer} isOpen={(checked?.toTypeAgain.length ?? 0) > 0} />
            </>
          )}
          <AudienceChoice answer={typed} recipientLimit={page.recipientLimit} />
          <ReaderRights answer={typed} />
          <WatermarkChoice answer={typed} />
          <EndChoice answer={typed} timeZone={page.timeZone} tomorrow={page.tomorrow} />
          <MoreProtections answer={typed} hasTeamTerms={page.hasTeamTerms} />
          <Field
            name="message"
            label="Message (optional)"
            hint={`Up to ${maxMessageLength.toLocaleString('en')} characters, no links or addresses. Included in the email.`}
            rows={4}
            answer={typed}
          />
          {page.isNote ? null : <UploadTray tellsKinds />}
          <div className="row">
            <Submit>{page.isNote ? 'Share note' : 'Share file'}</Submit>{' '}
            <Submit name="check" className="btn-quiet">
              {checked ? 'Review again' : 'Review first'}
            </Submit>
          </div>
          {/* Behind the button that sends: Enter in a field presses the first one. */}
          <SavePreset answer={typed} />
        </Form>
      </div>
    </div>
  )
}
