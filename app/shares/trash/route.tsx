import { useActionData, useLoaderData } from '@remix-run/react'
import { Trash2 } from '#app/ui/icons/icons.ts'
import { fileSize, recentTime, type ShownTime } from '#server/rules/text/format.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { Problem } from '#server/rules/problems.ts'
import { trashActions, trashBulkForm, chosenForm } from '#server/shares/trash/bulk-forms.ts'
import { href, routes } from '#app/routes.ts'
import { AreaHead } from '#app/ui/frame/area-head.tsx'
import { TrashTable } from '#app/ui/tables/trash-table.tsx'
import { BulkActs, BulkPage, isBulkAnswer } from '#app/ui/tables/bulk.tsx'
import { Form } from '#app/ui/forms/form.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, type FormAnswer, once, onceAMinute } from '#app/request/action.server.ts'
import { trashExplained, erasureConsequences, inTrash } from '#app/view-models/trash-labels.server.ts'
import { trashBulk, eraseEach } from '#app/view-models/bulk.server.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { filesListed, maxListed, pageText } from '#app/view-models/sent-list.server.ts'

export const loader = load(routes.shares.trash, 'user', async ({ user, ...context }) => {
  const page = pageNumber(context.url)
  const range = { page, pageSize: rowsOnScreen, countTo: maxListed + 1 }
  const { shares, total } = await context.services.shares.trash.list(user, range)
  if (page > 1 && shares.length === 0) throw new Problem('notFound')
  const isFull = shares.length === rowsOnScreen && total !== page * rowsOnScreen
  return {
    shares: shares.map(({ guid, name, size, kind, created_at, binned_at }) => ({
      guid,
      name,
      kind,
      note: fileSize(size),
      sentAt: recentTime(created_at, user.timeZone, context.now),
      ...inTrash(binned_at, { timeZone: user.timeZone, now: context.now }),
    })),
    counted: filesListed(total),
    explained: trashExplained,
    where: pageText(page, total),
    previous: page > 1 ? href(routes.shares.trash, {}, { page: page - 1 }) : null,
    next: isFull ? href(routes.shares.trash, {}, { page: page + 1 }) : null,
    acts: trashActions,
    consequences: erasureConsequences,
  }
})

export const action = submit(routes.shares.trash, 'user', {
  bulk: onceAMinute(trashBulkForm, async ({ form, user, ...context }) =>
    Response.json(await trashBulk(context, user, form)),
  ),
  eraseChosen: once(chosenForm, async ({ form, user, ...context }) =>
    Response.json(await eraseEach(context, user, form.share)),
  ),
})

export const meta = titled('Trash')

function sentAt(row: { sentAt: ShownTime }) {
  return <Time {...row.sentAt} />
}

export default function Trash() {
  const list = useLoaderData<typeof loader>()
  const answer: unknown = useActionData()
  if (isBulkAnswer(answer)) {
    return (
      <BulkPage
        answer={answer}
        intent="eraseChosen"
        verb="Delete permanently"
        consequences={list.consequences}
        back={{ to: href(routes.shares.trash), label: 'Trash' }}
      />
    )
  }
  return (
    <>
      <AreaHead title="Trash" facts={list.shares.length > 0 ? list.counted : null} />
      {list.shares.length === 0 ? (
        <div className="card empty stack">
          <Trash2 className="i" aria-hidden="true" />
          <h2>Trash is empty</h2>
          <p className="soft">{list.explained}</p>
          <p>
            <a className="btn" href={href(routes.shares.index)}>
              Sent files
            </a>
          </p>
        </div>
      ) : (
        <>
          <p className="small soft above-list">{list.explained}</p>
          <Form intent="bulk" answer={answer as FormAnswer | undefined} className="list choosing">
            <TrashTable
              rows={list.shares}
              what="File"
              choose="share"
              column={{ label: 'Sent', of: sentAt }}
            />
            <BulkActs acts={list.acts} />
          </Form>
        </>
      )}
      <Pager label="Pages of trash" previous={list.previous} next={list.next} where={list.where} />
    </>
  )
}
