import { addPartForm } from '#server/rooms/adding/adding-forms.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { jsonLoader } from '#app/request/json.server.ts'
import { jsonAction } from '#app/request/json-action.server.ts'

/** There is nothing to read here. */
export const loader = jsonLoader(routes.rooms.addPart, 'anyone', async () => {
  throw new Problem('notFound')
})

/** What the upload tray adds bit by bit, as it arrives; the page about the batch then asks once who is notified. */
export const action = jsonAction(
  routes.rooms.addPart,
  'visitor',
  async ({ fields, identity, ...context }) => {
    const { services, client, params } = context
    const target = { roomGuid: params.RoomGuid, parentGuid: params.ParentGuid }
    const parsed = addPartForm.safeParse({
      ...Object.fromEntries(fields),
      folder: fields.getAll('folder'),
      file: fields.getAll('file'),
      path: fields.getAll('path'),
    })
    if (!parsed.success) throw new Problem('badForm')
    const { batch, from, folder, file, path, sameName, documentPassword } = parsed.data
    const fileGuids = [...new Set(file)]
    const part = { batch, from, newFolders: folder, fileGuids, paths: path, notTaken: [], sameName }
    const done = await services.rooms.adding.addPart(identity, target, { ...part, documentPassword }, client)
    return { ...done, to: href(routes.rooms.emails.notify, { RoomGuid: params.RoomGuid, Batch: done.batch }) }
  },
)
