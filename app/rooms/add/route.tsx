import { useActionData, useLoaderData } from '@remix-run/react'
import { cancelUploadForm } from '#server/uploads/resumable/upload-forms.ts'
import { leftForRoom } from '#app/view-models/left-uploads.server.ts'
import { CloudCopies } from '#app/enhance/uploads/cloud-copies.tsx'
import { LeftUploads } from '#app/enhance/uploads/left-uploads.tsx'
import { addFilesForm, addFolderForm, addNoteForm } from '#server/rooms/adding/adding-forms.ts'
import { fileSize } from '#server/rules/text/format.ts'
import { maxFilesInFolders } from '#server/rules/sharing/options.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { fromCloudForm } from '#server/clouds/copying/copy-forms.ts'
import { cloudLabelled } from '#server/rules/files/clouds.ts'
import { Problem } from '#server/rules/problems.ts'
import { FromCloud } from '#app/ui/forms/from-cloud.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { offeredClouds } from '#app/view-models/clouds/offered-clouds.server.ts'
import { AddFiles, AddFolder, AddNote } from './add-forms.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, guarded, intent, once, onceAMinute } from '#app/request/action.server.ts'
import { constraintsOf } from '#app/request/constraints.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { inRoom } from '#app/request/room.server.ts'
import { folderPath } from '#app/view-models/room-links.server.ts'
import { shownKinds } from '#app/view-models/shown-kinds.server.ts'

function targetOf({ params }: RequestContext<ParametersOf<'rooms.add'>>) {
  return { roomGuid: params.RoomGuid, parentGuid: params.ParentGuid }
}

export const loader = load(routes.rooms.add, 'member can add', async ({ identity, ...context }) => {
  const target = targetOf(context)
  const { room, folder } = await context.services.rooms.adding.place(identity, target)
  const posted = (wanted: string) =>
    (context.posted?.fields ?? []).flatMap(([name, value]) => (name === wanted ? [value] : []))
  const sent = posted('file').slice(0, maxFilesInFolders)
  const waiting = await context.services.rooms.adding.waiting(identity, room.guid, sent)
  const paths = posted('path').slice(0, maxFilesInFolders)
  return {
    constraints: constraintsOf({ addNote: addNoteForm, addFolder: addFolderForm }),
    room: room.name,
    folder: folder.item.name,
    isHidden: room.hidesNewFolders,
    largest: fileSize(context.services.config.plans.of(room.owner.tierCode).maxUploadBytes),
    kinds: shownKinds(context),
    waiting: waiting.map(({ guid, name }) => ({
      guid,
      name,
      path: paths.find((path) => path.startsWith(`${guid}/`)) ?? null,
    })),
    place: { room: target.roomGuid, folder: target.parentGuid },
    ...(await offeredClouds(context, identity.user, room.guid)),
    left: await leftForRoom(context, identity, { room: room.guid, folder: target.parentGuid }),
    head: await roomHead(context, room, { here: 'files' }),
    back: { to: folderPath(room, folder.item.guid), label: folder.item.name || room.name },
  }
})

export const action = submit(routes.rooms.add, 'member can add', {
  addFiles: guarded(
    routes.rooms.add,
    'visitor',
    once(addFilesForm, async ({ form, identity, ...context }) => {
      const target = targetOf(context)
      const notTaken = context.refusedFiles.map(({ name, problem }) => ({ name, reason: problem.text }))
      const { file: fileGuids, path: paths, sameName, documentPassword } = form
      const files = { fileGuids, paths, notTaken, sameName, documentPassword }
      // The service asks the gate and removes what has arrived where it says no; then the door helps, if it can.
      const batch = await context.services.rooms.adding
        .addFiles(identity, target, files, context.client)
        .catch(async (error: unknown) => {
          await inRoom(context, target.roomGuid, 'add')
          throw error
        })
      return href(routes.rooms.emails.notify, { RoomGuid: target.roomGuid, Batch: batch })
    }),
  ),
  cancelUpload: intent(cancelUploadForm, async ({ form, identity, ...context }) => {
    const target = targetOf(context)
    const uploader = await context.services.rooms.adding.receiving(identity, target)
    await context.services.files.resumable.cancel(uploader, form.upload)
    const here = href(routes.rooms.add, { RoomGuid: target.roomGuid, ParentGuid: target.parentGuid })
    return goWithNotice(context.visitor, here, 'Upload removed.', 'good')
  }),
  fromCloud: onceAMinute(fromCloudForm, async ({ form, identity, ...context }) => {
    const cloud = cloudLabelled(form.fromCloud)
    const { user } = identity
    if (!cloud || !user) throw new Problem('cloudNotOffered')
    const { copies } = context.services.clouds
    const copy = await copies.begin({ ...identity, user }, cloud, targetOf(context), context.client)
    return href(routes.clouds.pick, { CopyGuid: copy })
  }),
  addNote: once(addNoteForm, async ({ form, identity, ...context }) => {
    const target = targetOf(context)
    const note = { title: form.noteTitle ?? '', text: form.noteText ?? '', sameName: form.sameName }
    const batch = await context.services.rooms.adding.addNote(identity, target, note, context.client)
    return href(routes.rooms.emails.notify, { RoomGuid: target.roomGuid, Batch: batch })
  }),
  addFolder: once(addFolderForm, async ({ form, identity, ...context }) => {
    const target = targetOf(context)
    const guid = await context.services.rooms.adding.addFolder(identity, target, form.name, context.client)
    const into = href(routes.rooms.add, { RoomGuid: target.roomGuid, ParentGuid: guid })
    return goWithNotice(context.visitor, into, 'Folder created. Add files to it here, or go back.', 'good')
  }),
})

export const meta = titled<typeof loader>((data) => `Add to ${data.folder || data.room}`)

/** The upload tray needs script; the forms do not. */
export const handle = { hydrate: true }

export default function Add() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  const answerOf = (name: string) => (answer?.intent === name ? answer : undefined)
  return (
    <>
      <RoomHead head={page.head} title={`Add to ${page.folder || page.room}`} crumbs={[page.back]} />
      <SetRow
        title="Add files"
        words="Members see them right away, as far as their permissions allow."
        id="files"
      >
        <LeftUploads left={page.left} />
        <CloudCopies copies={page.copies} />
        {page.clouds.length > 0 ? (
          <Form intent="fromCloud" answer={answerOf('fromCloud')}>
            <FromCloud clouds={page.clouds} />
          </Form>
        ) : null}
        <AddFiles
          answer={answerOf('addFiles')}
          largest={page.largest}
          kinds={page.kinds}
          waiting={page.waiting}
          place={page.place}
        />
      </SetRow>
      <SetRow
        title="New folder"
        words={
          page.isHidden
            ? 'In this data room, members see a new folder only once they’re given access to it.'
            : 'Access is inherited from the folder it’s in.'
        }
        id="folder"
      >
        <AddFolder answer={answerOf('addFolder')} />
      </SetRow>
      <SetRow title="New note" words="A short text that members read as a document." id="note">
        <AddNote answer={answerOf('addNote')} />
      </SetRow>
    </>
  )
}
