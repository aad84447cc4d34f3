import { useLoaderData } from '@remix-run/react'
import { trashDays } from '#server/rules/sharing/trash.ts'
import { href, routes } from '#app/routes.ts'
import { BulkPage } from '#app/ui/tables/bulk.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, buttonForm, once } from '#app/request/action.server.ts'
import { trashConsequences } from '#app/view-models/trash-labels.server.ts'
import { confirmationOf, deleteQuestion } from '#app/view-models/bulk.server.ts'
import { orTrash } from '#app/view-models/ended.server.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'

export const loader = load(
  routes.shares.delete,
  'user',
  orTrash(async ({ user, ...context }) => {
    const guid = context.params.ShareGuid
    const names = await context.services.shares.sent.namesOf(user, [guid])
    const answer = confirmationOf([guid], names, deleteQuestion)
    const back = { to: href(routes.shares.details, { ShareGuid: guid }), label: names.get(guid)! }
    return {
      answer,
      back,
      here: href(routes.shares.delete, { ShareGuid: guid }),
      consequences: trashConsequences,
    }
  }),
)

export const action = submit(routes.shares.delete, 'user', {
  deleteShare: once(buttonForm, async ({ user, ...context }) => {
    await context.services.shares.trash.put(user, context.params.ShareGuid)
    const notice = `Moved to trash. No one can open it; it’s deleted after ${trashDays} days.`
    return goWithNotice(context.visitor, href(routes.shares.index), notice, 'good')
  }),
})

export const meta = titled('Delete file')

export default function DeleteShare() {
  const { answer, back, here, consequences } = useLoaderData<typeof loader>()
  return (
    <BulkPage
      answer={answer}
      intent="deleteShare"
      action={here}
      verb="Delete"
      consequences={consequences}
      back={back}
    />
  )
}
