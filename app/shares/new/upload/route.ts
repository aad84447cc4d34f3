import { routes } from '#app/routes.ts'
import { Problem } from '#server/rules/problems.ts'
import { uploadForm } from '#server/shares/sending/forms.ts'
import { action as submit, intent } from '#app/request/action.server.ts'
import { uploadAction } from '#app/request/json-action.server.ts'

const receive = submit(routes.shares.upload, 'user', {
  upload: intent(uploadForm, async ({ form }) => {
    if (!form.file) throw new Problem('fileMissing', { field: 'file' })
    return Response.json({ file: form.file })
  }),
})

/** Accepts one file before its form is sent and answers its ID, for the upload tray. */
export const action = uploadAction(receive)
