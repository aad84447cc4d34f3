import { useActionData, useLoaderData } from '@remix-run/react'
import { Eye } from '#app/ui/icons/icons.ts'
import type { Identity } from '#server/accounts/identity.ts'
import { asksForPassword } from '#server/rendering/pdf/asks-for-password.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { originForm } from '#server/clouds/copying/copy-forms.ts'
import { newItemVersionForm } from '#server/rooms/adding/adding-forms.ts'
import { versionForm } from '#server/shares/people/person-forms.ts'
import { changesForm, documentPasswordForm } from '#server/shares/versions/render-failure-forms.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { CloudOrigin } from '#app/ui/forms/cloud-origin.tsx'
import { Facts } from '#app/ui/tables/facts.tsx'
import { PasswordOfFile } from '#app/ui/forms/document-password.tsx'
import { FileField } from '#app/ui/forms/file-field.tsx'
import { ErrorSummary, Form, Submit } from '#app/ui/forms/form.tsx'
import { FoundInDocument } from '#app/ui/found-in-document.tsx'
import { RoomFileFailed } from './room-file-failed.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { VersionTable } from '#app/ui/tables/version-table.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, intent, once, onceAMinute } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext, type ContextAt } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { factsOfFile, shownVersions, stateOfFile } from './room-file.server.ts'
import { checkOrigin, cloudOrigin, setDaily } from '#app/view-models/clouds/cloud-origin.server.ts'
import { foundInDocument } from '#app/view-models/found-in-document.server.ts'
import { arrangePath, commentsPath, folderCrumbs } from '#app/view-models/room-links.server.ts'
import { leadFromClosedRoom } from '#app/view-models/ended.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { shownKinds } from '#app/view-models/shown-kinds.server.ts'

function placeOf({ params }: RequestContext<ParametersOf<'rooms.file'>>) {
  return { roomGuid: params.RoomGuid, itemGuid: params.ShareGuid }
}

export const loader = load(routes.rooms.file, 'member can browse', async ({ identity, ...context }) => {
  const place = placeOf(context)
  const file = await context.services.rooms.itemFiles.find(identity, place).catch(async (error: unknown) => {
    await leadFromClosedRoom(context, place.itemGuid)
    throw error
  })
  const { room, found, versions } = file
  const timeZone = identity.user?.timeZone ?? 'UTC'
  const current = versions.find(({ number }) => number === found.item.version)
  const soFar = current && { ...current, file_kind: current.kind }
  const mayChange = file.mayChange && decideInRoom(room.policyFacts, 'add', context.now) === null
  const state = await stateOfFile(context, file)
  const shown = shownVersions({ ...file, mayChange }, timeZone, context.now)
  return {
    constraints: constraintsOf({ add: newItemVersionForm, givePassword: documentPasswordForm }),
    name: found.item.name,
    head: await roomHead(context, room, { here: 'files' }),
    crumbs: folderCrumbs(room, found.path.slice(0, -1)),
    comments: room.sharesComments ? commentsPath(room.guid, found.item.guid) : null,
    facts: factsOfFile(file, timeZone, context.now),
    state,
    isRetried: mayChange && soFar !== undefined && context.services.rooms.itemFiles.mayRetry(soFar),
    asksPassword: mayChange && soFar !== undefined && asksForPassword(soFar),
    asDownload: mayChange && state?.isFailed === true,
    // In its folder it cannot be ticked.
    remove:
      mayChange && state
        ? `${arrangePath(room.guid, found.item.parent_guid ?? room.guid)}?act=remove&item=${found.item.guid}`
        : null,
    found: mayChange && current ? foundInDocument(current, true) : null,
    mayChange,
    versions: shown,
    origin: mayChange ? await cloudOrigin(context, identity.user, place) : null,
    open: shown.find(({ number }) => number === found.item.version)?.viewHref ?? null,
    largest: fileSize(context.services.config.plans.of(room.owner.tierCode).maxUploadBytes),
    kinds: shownKinds(context),
  }
})

/** An action on this file that leads back to it with this message. */
function act<Form>(run: (context: Adding & { form: Form }, who: Who) => Promise<string>) {
  return async (context: Adding & { form: Form }): Promise<Response> => {
    const place = placeOf(context)
    const { identity } = context
    const notice = await run(context, { identity, place })
    const here = href(routes.rooms.file, { RoomGuid: place.roomGuid, ShareGuid: place.itemGuid })
    return goWithNotice(context.visitor, here, notice, 'good')
  }
}
type Adding = ContextAt<'rooms.file', 'member can add'>
type Who = {
  identity: Identity
  place: ReturnType<typeof placeOf>
}

export const action = submit(routes.rooms.file, 'member can add', {
  add: once(
    newItemVersionForm,
    act(async ({ form, services, client }, { identity, place }) => {
      const text = 'Choose a file to add as the new version.'
      if (!form.file) throw new Problem('fileMissing', { field: 'file', text })
      const file = { fileGuid: form.file, documentPassword: form.documentPassword }
      const number = await services.rooms.itemFiles.addVersion(identity, place, file, client)
      return `Version ${number} added. Members now see it.`
    }),
  ),
  checkOrigin: onceAMinute(originForm, async ({ identity, ...context }) =>
    checkOrigin(context, identity.user, placeOf(context)),
  ),
  setDaily: intent(originForm, async ({ form, identity, ...context }) =>
    setDaily(context, identity.user, placeOf(context), form.isDaily !== undefined),
  ),
  choose: intent(
    versionForm,
    act(async ({ form, services, client }, { identity, place }) => {
      await services.rooms.itemFiles.chooseVersion(identity, place, form.number, client)
      return `Members now see version ${form.number}.`
    }),
  ),
  retry: onceAMinute(
    buttonForm,
    act(async ({ services, client }, { identity, place }) => {
      await services.rooms.itemFiles.retry(identity, place, client)
      return 'Preparing the file again.'
    }),
  ),
  givePassword: intent(
    documentPasswordForm,
    act(async ({ form, services, client }, { identity, place }) => {
      await services.rooms.itemFiles.givePassword(identity, place, form.documentPassword, client)
      return 'Password accepted. Preparing the pages.'
    }),
  ),
  showChanges: onceAMinute(
    changesForm,
    act(async ({ form, services, client }, { identity, place }) => {
      await services.rooms.itemFiles.showChanges(identity, place, form.shows === 'yes', client)
      return 'Preparing the pages again.'
    }),
  ),
  asDownload: onceAMinute(
    buttonForm,
    act(async ({ services, client }, { identity, place }) => {
      await services.rooms.itemFiles.makeDownload(identity, place, client)
      return 'Members with download permission now get the original file.'
    }),
  ),
})

export const meta = titled<typeof loader>((data) => data.name)

export default function RoomFile() {
  const file = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const uploadAnswer = answer?.intent === 'add' ? answer : undefined
  return (
    <>
      <RoomHead
        head={file.head}
        title={file.name}
        crumbs={file.crumbs}
        actions={
          file.open ? (
            <a className="btn btn-main" href={file.open}>
              <Eye className="i" aria-hidden="true" /> Open
            </a>
          ) : null
        }
      />
      <div className="cols">
        <div className="stack-wide">
          {/* The form that was refused is no longer here. */}
          {answer && !file.mayChange ? <ErrorSummary answer={answer} /> : null}
          {file.state ? (
            <section
              className={file.state.isFailed ? 'note note-warn stack' : 'note stack'}
              aria-label="Status"
            >
              <p>{file.state.note}</p>
              <RoomFileFailed {...file} answer={answer} />
              {file.remove ? (
                <p>
                  <a href={file.remove}>Move to trash</a>
                </p>
              ) : null}
            </section>
          ) : null}
          {file.found ? <FoundInDocument found={file.found} answer={answer} /> : null}
          <section aria-label="Versions">
            <VersionTable
              versions={file.versions}
              people="Added by"
              choose={{ intent: 'choose', words: 'Restore version #' }}
              answer={answer}
            />
          </section>
        </div>
        <div className="stack-wide">
          <section className="card" aria-label="Details">
            <Facts facts={file.facts} />
            {file.comments ? (
              <p>
                <a href={file.comments}>Comments</a>
              </p>
            ) : null}
          </section>
          {file.origin ? <CloudOrigin origin={file.origin} answer={answer} /> : null}
          {file.mayChange ? (
            <section className="card stack">
              <h3>Add a new version</h3>
              <p className="soft">
                Members see the latest version; you can restore an older one. The last ten versions are kept.
              </p>
              <Form intent="add" answer={uploadAnswer} isUpload>
                <FileField answer={uploadAnswer} largest={file.largest} kinds={file.kinds} />
                <PasswordOfFile readers="members" answer={uploadAnswer} />
                <Submit>Add version</Submit>
              </Form>
            </section>
          ) : null}
        </div>
      </div>
    </>
  )
}
