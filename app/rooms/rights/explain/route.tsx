import { useLoaderData } from '@remix-run/react'
import { CircleCheck, CircleX } from '#app/ui/icons/icons.ts'
import { href, routes } from '#app/routes.ts'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { answerLabels, rightLabel } from '#app/rooms/rights/shared/explain-labels.server.ts'

export const loader = load(routes.rooms.rights.explain, 'member can manage', async ({ room, ...context }) => {
  const { RoomGuid: guid, Member: member, ShareGuid: item } = context.params
  const found = await context.services.rooms.why.find(room, member, item)
  const { as, path } = found
  const last = path.at(-1)!
  const folder = path.at(-2)?.guid ?? guid
  return {
    head: await roomHead(context, room, { here: 'rights' }),
    permissions: href(
      routes.rooms.rights.holder,
      { RoomGuid: guid, Holder: member },
      { folder: folder === guid ? undefined : folder, files: 'yes' },
    ),
    viewAs: href(routes.rooms.rights.viewAs, { RoomGuid: guid, Member: member }),
    title: `What ${as.member.email} can do with ${last.guid === guid ? room.name : last.name}`,
    place: path.map(({ guid: step, name }) => (step === guid ? room.name : name)).join(' / '),
    right: rightLabel(found),
    answers: answerLabels(found),
  }
})

export const meta = titled<typeof loader>((data) => data.title)

export default function RoomWhy() {
  const { head, permissions, viewAs, title, place, right, answers } = useLoaderData<typeof loader>()
  return (
    <>
      <RoomHead
        head={head}
        title={title}
        crumbs={[{ to: permissions, label: 'Permissions of this member' }]}
        actions={
          <a className="btn" href={viewAs}>
            View as this member
          </a>
        }
      />
      <div className="measure card stack">
        <p>
          Effective here: <strong>{right}</strong>
          <br />
          <span className="small soft break">{place}</span>
        </p>
        <ul className="lines">
          {answers.map(({ act, isAllowed, why }) => (
            <li key={act} className={isAllowed ? 'why why-yes' : 'why why-no'}>
              {isAllowed ? (
                <CircleCheck className="i" aria-hidden="true" />
              ) : (
                <CircleX className="i" aria-hidden="true" />
              )}
              <div>
                <strong>
                  {act}: {isAllowed ? 'yes' : 'no'}
                </strong>
                <div className="small soft break">{why}</div>
              </div>
            </li>
          ))}
        </ul>
      </div>
    </>
  )
}
