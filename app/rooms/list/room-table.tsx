import type { ListedRoom } from '#app/view-models/lists/listed-rooms.server.ts'
import { Badge } from '#app/ui/badge.tsx'

/** Data rooms as a table; on phones each row is a card. */
export function RoomTable({ rooms }: { rooms: ListedRoom[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Data room</th>
          <th scope="col">Owner</th>
          <th scope="col">Your role</th>
          <th scope="col">Status</th>
          <th scope="col">Members</th>
          <th scope="col">Your last visit</th>
        </tr>
      </thead>
      <tbody>
        {rooms.map((room) => (
          <RoomRow key={room.guid} room={room} />
        ))}
      </tbody>
    </table>
  )
}

function RoomRow({ room }: { room: ListedRoom }) {
  return (
    <tr>
      <td>
        <a className="name" href={room.to}>
          {room.name}
        </a>
        {room.description ? <div className="small soft room-about">{room.description}</div> : null}
      </td>
      <td className="break" data-label="Owner">
        {room.owner}
      </td>
      <td data-label="Your role">{room.role}</td>
      <td data-label="Status">
        <Badge tone={room.state.tone}>{room.state.words}</Badge>
      </td>
      <td data-label="Members">{room.people ?? '–'}</td>
      <td data-label="Last visit">
        {room.visited ? (
          <time dateTime={room.visited.iso} title={room.visited.title}>
            {room.visited.text}
          </time>
        ) : (
          '–'
        )}
      </td>
    </tr>
  )
}
