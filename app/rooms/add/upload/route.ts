import { routes } from '#app/routes.ts'
import { Problem } from '#server/rules/problems.ts'
import { uploadForm } from '#server/shares/sending/forms.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { uploadAction } from '#app/request/json-action.server.ts'

const receive = submit(routes.rooms.upload, 'visitor', {
  upload: intent(uploadForm, async ({ form, identity, ...context }) => {
    const { RoomGuid: roomGuid, ParentGuid: parentGuid } = context.params
    if (!form.file) throw new Problem('fileMissing', { field: 'file' })
    const { adding } = context.services.rooms
    await adding.place(identity, { roomGuid, parentGuid }).catch(async (error: unknown) => {
      await adding.drop(identity, roomGuid, [form.file!])
      throw error
    })
    return Response.json({ file: form.file })
  }),
})

/** Accepts one file before its form is sent and answers its ID, for the upload tray. */
export const action = uploadAction(receive)
