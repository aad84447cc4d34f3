import { useLoaderData } from '@remix-run/react'
import { counted, fileSize } from '#server/rules/text/format.ts'
import { Problem } from '#server/rules/problems.ts'
import { href, routes } from '#app/routes.ts'
import { BackHead } from '#app/ui/frame/back-head.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { titled } from '#app/request/titled.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { isTeamAdmin } from '#server/rules/accounts/team-roles.ts'

export const loader = load(routes.rooms.team.index, 'user', async ({ user, ...context }) => {
  if (!isTeamAdmin(user)) throw new Problem('notFound')
  const page = pageNumber(context.url)
  const { rooms, hasMore } = await context.services.rooms.ofTeam.list(user, page)
  if (page > 1 && rooms.length === 0) throw new Problem('notFound')
  return {
    rooms: rooms.map((room) => ({
      guid: room.guid,
      name: room.name,
      to: href(routes.rooms.team.room, { RoomGuid: room.guid }),
      owner: room.owner.name || room.owner.email,
      ownerEmail: room.owner.email,
      holds: `${counted(room.files, 'file')}, ${fileSize(room.size)}`,
      members: counted(room.members, 'member'),
      isArchived: room.isArchived,
    })),
    previous: page > 1 ? href(routes.rooms.team.index, {}, { page: page - 1 }) : null,
    next: hasMore ? href(routes.rooms.team.index, {}, { page: page + 1 }) : null,
    where: `Page ${page}`,
  }
})

export const meta = titled('Team data rooms')

export default function TeamRooms() {
  const { rooms, previous, next, where } = useLoaderData<typeof loader>()
  return (
    <>
      <BackHead
        back={{ to: href(routes.rooms.index), label: 'Data rooms' }}
        title="Team data rooms"
        facts="Owned by other people in your team. To look into one, give a reason; the owner sees it."
      />
      {rooms.length === 0 ? (
        <p className="card empty">Data rooms owned by others in your team appear here.</p>
      ) : (
        <RoomTable rooms={rooms} />
      )}
      <Pager label="Pages of data rooms" previous={previous} next={next} where={where} />
    </>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['rooms'][number]

function RoomTable({ rooms }: { rooms: Shown[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Data room</th>
            <th scope="col">Owner</th>
            <th scope="col">Contents</th>
            <th scope="col">Members</th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <tr key={room.guid}>
              <td className="nm">
                <a className="name plain break" href={room.to}>
                  {room.name}
                </a>
                {room.isArchived ? <p className="meta">Archived</p> : null}
              </td>
              <td className="where" data-label="Owner">
                <span className="break" title={room.ownerEmail}>
                  {room.owner}
                </span>
              </td>
              <td className="nowrap">{room.holds}</td>
              <td className="nowrap">{room.members}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
