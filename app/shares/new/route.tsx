import { useActionData, useLoaderData } from '@remix-run/react'
import type { User } from '#server/accounts/accounts.ts'
import { maxMessageLength } from '#server/rules/sharing/options.ts'
import { Findings } from '#server/rules/findings.ts'
import { cancelUploadForm } from '#server/uploads/resumable/upload-forms.ts'
import { shareForm, type ShareForm } from '#server/shares/sending/forms.ts'
import { requireNoContradiction, type NewShares } from '#server/shares/sending/new-share.ts'
import { LeftUploads } from '#app/enhance/uploads/left-uploads.tsx'
import { CloudCopies } from '#app/enhance/uploads/cloud-copies.tsx'
import { UploadTray } from '#app/enhance/uploads/upload-tray.tsx'
import { href, routes } from '#app/routes.ts'
import { CheckedShareView } from './checked-share.tsx'
import { Field, filledWith, Form, Submit } from '#app/ui/forms/form.tsx'
import { protectionText } from '#app/ui/forms/protection-sentence.tsx'
import { protectionNames, Protections } from '#app/ui/forms/protections.tsx'
import { NoteFields } from '#app/ui/forms/note-fields.tsx'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { FileLine } from './file-line.tsx'
import { noteIn, shareable, wantedOf } from './shareable.server.ts'
import { PeopleLine } from './people-line.tsx'
import { previewButton } from './recipient-preview.tsx'
import { PresetPills, SavePreset } from './preset-fields.tsx'
import { FromCloud } from '#app/ui/forms/from-cloud.tsx'
import { AudienceChoice } from '#app/ui/forms/share-fields.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, FormAgain, intent, once, type FormAnswer } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { chooseFromCloud } from './kept-for-cloud.server.ts'
import { checkedShare, pressedPreset, shareFormPage, type ShownBeside } from './share-form.server.ts'

export const loader = load(routes.shares.new, 'user', async ({ user, ...context }) => ({
  ...(await shareFormPage(context, user)),
  constraints: constraintsOf({ share: shareForm }),
}))

export const action = submit(routes.shares.new, 'user', {
  share: once(
    shareForm,
    async ({ form, user, ...context }) => {
      if (form.showWatermark !== undefined) return new FormAgain()
      const preset = await pressedPreset(context, user, form)
      if (preset) return beside({ preset })
      if (form.savePreset !== undefined) return savePreset(context, user, form)
      if (form.fromCloud !== undefined) return chooseFromCloud(context, user, form)
      const wanted = await shareable(context, user, form)
      if (form.check !== undefined)
        return beside({ checked: await checkedShare(context, user, form, wanted) })
      return send(context, user, form, wanted)
    },
    async ({ form, user, ...context }) => {
      await shareable(context, user, form)
    },
  ),
  cancelUpload: intent(cancelUploadForm, async ({ form, user, ...context }) => {
    const uploader = {
      owner: user,
      limitBytes: context.services.config.plans.of(user.tierCode).maxUploadBytes,
    }
    await context.services.files.resumable.cancel(uploader, form.upload)
    return goWithNotice(context.visitor, href(routes.shares.new), 'Upload removed.', 'good')
  }),
})

function beside(shown: ShownBeside): FormAgain {
  return new FormAgain(shown)
}

async function savePreset({ services, now }: RequestContext, user: User, form: ShareForm) {
  const findings = new Findings()
  const { protections } = wantedOf(form, user, now, findings)
  findings.check(() => requireNoContradiction(protections), null)
  findings.throwAny()
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
  const files =
    form.source === 'note' ? [await services.shares.sending.note(user, noteIn(form), wanted)] : form.file
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

/** Who is meant by people that the sender specifies. */
const people = 'Only the people above'

export default function Share() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const { checked, savedPreset, preset } = (answer?.shown ?? {}) as ShownBeside
  const filled = answer ?? (page.filled ? filledWith(page.filled) : undefined)
  const typed = preset ? withChoices(answer, preset.choices) : filled
  const press = page.isNote ? 'Share note' : 'Share file'
  return (
    <>
      <AreaHead
        title={page.isNote ? 'Share a note' : 'Share a file'}
        actions={
          page.isNote ? (
            <a href={href(routes.shares.new)}>Share a file instead</a>
          ) : (
            <a href={href(routes.shares.new, {}, { write: 'note' })}>Write a note instead</a>
          )
        }
      />
      {page.isNote ? null : <LeftUploads left={page.left} />}
      <Form intent="share" answer={answer} isUpload className="compose protects">
        {savedPreset ? (
          <output className="note">
            <p>Preset saved as “{savedPreset}”. Nothing has been shared yet.</p>
          </output>
        ) : null}
        {checked ? <CheckedShareView share={checked} /> : null}
        {page.isNote ? (
          <NoteFields answer={typed} />
        ) : (
          <FileLine
            answer={typed}
            largest={page.largest}
            kept={page.kept}
            kinds={page.kinds}
            asksPassword={(checked?.toTypeAgain.length ?? 0) > 0}
          >
            <UploadTray takesFolders tellsKinds />
            <CloudCopies copies={page.copies} />
            <FromCloud clouds={page.clouds} />
          </FileLine>
        )}
        <PeopleLine answer={typed} recipientLimit={page.recipientLimit} suggestions={page.suggestions} />
        <div className="line">
          <Field
            name="message"
            label="Message"
            hint={`Optional, up to ${maxMessageLength.toLocaleString('en')} characters, no links or addresses. Included in the email.`}
            rows={3}
            answer={typed}
          />
        </div>
        {/* Enter in a field presses the first button of its form: this one, and no preset. Text browsers show it here. */}
        <div className="unseen" aria-hidden="true">
          <p>{protectionText({ answer: typed, people })}. You can change this below.</p>{' '}
          <input type="submit" value={press} tabIndex={-1} />
        </div>
        <PresetPills
          presets={page.presets.map(({ name, isChosen }) => ({
            name,
            isChosen: preset ? preset.name === name : isChosen && answer === undefined,
          }))}
          isStrictest={preset ? preset.name === null : answer === undefined && !page.filled}
        />
        <Protections
          answer={typed}
          isBack={answer !== undefined && !preset}
          people={people}
          timeZone={page.timeZone}
          tomorrow={page.tomorrow}
          hasTeamTerms={page.hasTeamTerms}
          audience={<AudienceChoice answer={typed} />}
        >
          <SavePreset answer={typed} />
        </Protections>
        <div className="row">
          <Submit className="btn-main btn-big">{press}</Submit>{' '}
          <Submit name="check" className="btn-bare">
            {checked ? 'Review again' : 'Review first'}
          </Submit>{' '}
          <Submit name="check" className="btn-bare">
            {previewButton}
          </Submit>
        </div>
      </Form>
    </>
  )
}

/** What was typed, with these choices in the place of those that were sent. */
function withChoices(answer: FormAnswer | undefined, choices: Record<string, string>): FormAnswer {
  const sent = Object.entries(answer?.result.initialValue ?? {})
  const kept = sent.filter(([name]) => !protectionNames.includes(name))
  return { intent: '', result: { initialValue: { ...Object.fromEntries(kept), ...choices } } }
}
