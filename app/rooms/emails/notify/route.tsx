import { useActionData, useLoaderData } from '@remix-run/react'
import { newsForm, retryForm } from '#server/rooms/adding/adding-forms.ts'
import { rowsOnScreen } from '#server/rules/sharing/options.ts'
import { counted } from '#server/rules/text/format.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { Problem } from '#server/rules/problems.ts'
import { decideInRoom } from '#server/rules/rooms/room-policy.ts'
import { href, routes, type ParametersOf } from '#app/routes.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Choices } from '#app/ui/forms/choices.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import type { Crumb } from '#app/ui/frame/area-head.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { action as submit, once, type FormAnswer, onceAMinute } from '#app/request/action.server.ts'
import { Pager } from '#app/ui/tables/pager.tsx'
import { arrivedLine, batchHeading, linesOn, type ArrivedLine } from './arrived-lines.server.ts'
import { loader as load, type RequestContext } from '#app/request/loader.server.ts'
import { goWithNotice } from '#app/request/notice.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { folderCrumbs } from '#app/view-models/room-links.server.ts'

function namesIn({ params }: RequestContext<ParametersOf<'rooms.emails.notify'>>) {
  return { roomGuid: params.RoomGuid, batchGuid: params.Batch }
}

export const loader = load(
  routes.rooms.emails.notify,
  'member can browse',
  async ({ identity, ...context }) => {
    const { roomGuid, batchGuid } = namesIn(context)
    const { room, batch } = await context.services.rooms.news.batch(identity, roomGuid, batchGuid)
    const added = batch.lines.filter(({ item_guid: item }) => item !== null).length
    const mayAdd = decideInRoom(room.policyFacts, 'add', context.now) === null
    const last = Math.max(0, Math.ceil(batch.lines.length / rowsOnScreen) - 1)
    const page = Math.min(
      last,
      Number(/^\d{1,6}$/.exec(context.url.searchParams.get('page') ?? '')?.[0] ?? 0),
    )
    const at = (number: number) =>
      href(routes.rooms.emails.notify, { RoomGuid: roomGuid, Batch: batchGuid }, { page: String(number) })
    return {
      heading: batchHeading(added, batch.lines.length),
      lines: linesOn(batch.lines, page).map((line) => arrivedLine(line, { roomGuid, mayAdd })),
      previous: page > 0 ? at(page - 1) : null,
      next: page < last ? at(page + 1) : null,
      asksAbout: mayAdd && batch.choice === null && added > 0 ? counted(added, 'new file') : null,
      standard: room.newsChoice,
      answered: batch.choice === null ? null : answers[batch.choice],
      again: mayAdd ? href(routes.rooms.add, { RoomGuid: roomGuid, ParentGuid: batch.parent_guid }) : null,
      later: mayAdd ? href(routes.rooms.emails.pending, { RoomGuid: roomGuid }) : null,
      head: await roomHead(context, room, { here: 'files' }),
      crumbs: await crumbsTo(context, room, batch.parent_guid),
    }
  },
)

/** The path to the folder, as long as it exists and this person can see it. */
async function crumbsTo({ services }: RequestContext, room: RoomAccess, folder: string): Promise<Crumb[]> {
  try {
    const { path } = await services.rooms.all.item(room, folder)
    return folderCrumbs(room, path)
  } catch (error) {
    if (error instanceof Problem) return []
    throw error
  }
}

const answers = {
  all: 'Members who can see these files get an email.',
  nobody: 'No notification is sent.',
  later: 'You can still notify members about these files.',
}

export const action = submit(routes.rooms.emails.notify, 'member can add', {
  tell: once(newsForm, async ({ form, identity, ...context }) => {
    const { roomGuid, batchGuid } = namesIn(context)
    const wanted = { roomGuid, batchGuid, choice: form.choice }
    const people = await context.services.rooms.news.choose(identity, wanted, context.client)
    const here = href(routes.rooms.emails.notify, { RoomGuid: roomGuid, Batch: batchGuid })
    return goWithNotice(context.visitor, here, notifiedText(form.choice, people), 'good')
  }),
  retry: onceAMinute(retryForm, async ({ form, identity, ...context }) => {
    const { roomGuid, batchGuid } = namesIn(context)
    const which = { roomGuid, batch: batchGuid, place: form.place }
    await context.services.rooms.adding.retry(identity, which, context.client)
    return href(routes.rooms.emails.notify, { RoomGuid: roomGuid, Batch: batchGuid })
  }),
})

function notifiedText(choice: 'all' | 'nobody' | 'later', people: number): string {
  if (choice === 'later')
    return 'Saved for later. You can notify members from this page or from “Notify members”.'
  if (choice === 'nobody') return 'No notification is sent.'
  if (people === 0) return 'No other member can see these files, so no one is notified.'
  return `${people === 1 ? '1 person gets' : `${people} people get`} an email.`
}

export const meta = titled<typeof loader>((data) => data.heading)

export default function Notify() {
  const page = useLoaderData<typeof loader>()
  const answer = useActionData<typeof action>()
  return (
    <>
      <RoomHead
        head={page.head}
        title={page.heading}
        crumbs={page.crumbs}
        actions={
          page.again ? (
            <a className="btn" href={page.again}>
              Add more
            </a>
          ) : null
        }
      />
      <div className="measure stack-wide">
        {page.lines.length > 0 ? (
          <ArrivedFiles {...page} answer={answer?.intent === 'retry' ? answer : undefined} />
        ) : null}
        <Pager label="Pages of the files" previous={page.previous} next={page.next} where="" />
        {page.asksAbout ? (
          <Form intent="tell" answer={answer?.intent === 'tell' ? answer : undefined}>
            <Choices
              name="choice"
              legend={`Notify members about ${page.asksAbout}?`}
              standard={page.standard}
              answer={answer?.intent === 'tell' ? answer : undefined}
              options={[
                {
                  value: 'all',
                  label: 'All who can see them',
                  hint: 'One email each, listing only what that member can see. At most one email every 30 minutes.',
                },
                { value: 'nobody', label: 'No one' },
                {
                  value: 'later',
                  label: 'Later',
                  hint: 'Saved to a list, so you can notify members later.',
                },
              ]}
            />
            <Submit>Continue</Submit>
          </Form>
        ) : null}
        {page.answered ? (
          <p>
            {page.answered} {page.later ? <a href={page.later}>Notify members about saved files</a> : null}
          </p>
        ) : null}
      </div>
    </>
  )
}

type ArrivedProps = { lines: ArrivedLine[]; again: string | null; answer: FormAnswer | undefined }

/** What became of each file. That it was added needs no badge. */
function ArrivedFiles({ lines, again, answer }: ArrivedProps) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">File</th>
            <th scope="col" className="r">
              Status
            </th>
          </tr>
        </thead>
        <tbody>
          {lines.map((line) => (
            <tr key={line.place}>
              <td className="nm">
                {line.to ? (
                  <a className="name plain break" href={line.to}>
                    {line.name}
                  </a>
                ) : (
                  <span className="name break">{line.name}</span>
                )}
                {line.note ? <p className="meta">{line.note}</p> : null}
                {line.isRetried ? (
                  <Form intent="retry" answer={answer} className="inline">
                    <input type="hidden" name="place" value={line.place} />
                    <Submit className="btn-small">Retry</Submit>
                  </Form>
                ) : null}
                {line.isMissing && again ? (
                  <p className="small">
                    <a href={again}>Choose the file again</a>
                  </p>
                ) : null}
              </td>
              <td className="r nowrap soft">
                {line.isAdded ? line.state : <Badge tone="bad">{line.state}</Badge>}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
