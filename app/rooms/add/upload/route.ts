import type { ActionFunctionArgs } from '@remix-run/node'
import { Problem } from '#server/rules/problems.ts'
import { uploadForm } from '#server/shares/sending/forms.ts'
import { action as submit, intent } from '#app/request/action.server.ts'

const receive = submit({
  upload: intent(uploadForm, async ({ form, ...given }) => {
    const { RoomGuid: roomGuid = '', ParentGuid: parentGuid = '' } = given.params
    const identity = await given.visitor.identity()
    if (!form.file) throw new Problem('fileMissing', { field: 'file' })
    const { adding } = given.services
    await adding.place(identity, { roomGuid, parentGuid }).catch(async (error: unknown) => {
      await adding.drop(identity, roomGuid, [form.file!])
      throw error
    })
    return Response.json({ file: form.file })
  }),
})

/** Takes one file ahead of its form and answers its id, for the upload tray. */
export async function action(received: ActionFunctionArgs): Promise<Response> {
  const answer = await receive(received)
  return answer instanceof Response ? answer : Response.json(answer.data, answer.init ?? {})
}
