import type { ListedRoom } from '#app/view-models/lists/listed-rooms.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'

/** Data rooms as a table; on phones each row is a card. */
export function RoomTable({ rooms }: { rooms: ListedRoom[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Data room</th>
            <th scope="col" className="o2">
              Your role
            </th>
            <th scope="col">Status</th>
            <th scope="col" className="o3">
              Members
            </th>
            <th scope="col" className="o1">
              Your last visit
            </th>
          </tr>
        </thead>
        <tbody>
          {rooms.map((room) => (
            <RoomRow key={room.guid} room={room} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function RoomRow({ room }: { room: ListedRoom }) {
  const { state } = room
  return (
    <tr>
      <td className="nm">
        <a className="name plain" href={room.to}>
          {room.name}
        </a>
        <p className="tiny soft break">{factsOf(room)}</p>
      </td>
      <td className="o2 nowrap">{room.role}</td>
      {/* Only what is out of the ordinary gets a badge. */}
      <td className="nowrap">
        {state.tone === 'good' ? (
          <span className="soft">{state.words}</span>
        ) : (
          <Badge tone={state.tone}>{state.words}</Badge>
        )}
      </td>
      <td className="o3 nowrap">{room.people}</td>
      <td className="o1 nowrap soft" data-label="Last visit">
        {room.visited ? <Time {...room.visited} /> : null}
      </td>
    </tr>
  )
}

function factsOf({ owner, description }: ListedRoom): string {
  const whose = owner === 'You' ? 'You own it' : `Owner: ${owner}`
  return [whose, description].filter(Boolean).join(' · ')
}
