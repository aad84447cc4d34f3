import { useLoaderData } from '@remix-run/react'
import { CircleCheck, CircleX } from 'lucide-react'
import { href, routes } from '#app/routes.ts'
import { RightsWays } from '#app/rooms/rights/shared/rights-ways.tsx'
import { RoomHead } from '#app/ui/frame/room-head.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { roomHead } from '#app/rooms/shared/room-head.server.ts'
import { answersInWords, rightWords } from '#app/rooms/rights/shared/why-words.server.ts'

export const loader = load(routes.rooms.rights.explain, 'member can manage', async ({ room, ...context }) => {
  const { RoomGuid: guid, Member: member, ShareGuid: item } = context.params
  const found = await context.services.rooms.why.find(room, member, item)
  const { as, way } = found
  const last = way.at(-1)!
  const folder = way.at(-2)?.guid ?? guid
  const query = { folder: folder === guid ? undefined : folder }
  return {
    head: roomHead(context, room, { here: 'rights' }),
    ways: {
      links: [
        {
          label: 'Permissions of this member',
          to: href(
            routes.rooms.rights.holder,
            { RoomGuid: guid, Holder: member },
            { ...query, files: 'yes' },
          ),
        },
        {
          label: 'View as this member',
          to: href(routes.rooms.rights.viewAs, { RoomGuid: guid, Member: member }),
        },
      ],
    },
    title: `What ${as.member.email} can do with ${last.guid === guid ? room.name : last.name}`,
    place: way.map(({ guid: step, name }) => (step === guid ? room.name : name)).join(' / '),
    right: rightWords(found),
    answers: answersInWords(found),
  }
})

export const meta = titled<typeof loader>((data) => data.title)

export default function RoomWhy() {
  const { head, ways, title, place, right, answers } = useLoaderData<typeof loader>()
  return (
    <div className="measure stack-wide">
      <RoomHead head={head} title={title} />
      <RightsWays {...ways} />
      <p className="soft break">{place}</p>
      <p>
        Effective here: <strong>{right}</strong>
      </p>
      <ul className="stack">
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
              <div className="break">{why}</div>
            </div>
          </li>
        ))}
      </ul>
    </div>
  )
}
