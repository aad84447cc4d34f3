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
        <div className="named">
          <div>
            <a className="name" href={room.to}>
              {room.name}
            </a>
            <p className="meta">
              {[room.owner === 'You' ? 'You own it' : `Owner: ${room.owner}`, room.description]
                .filter(Boolean)
                .join(' · ')}
            </p>
          </div>
        </div>
      </td>
      <td className="o2 nowrap">{room.role}</td>
      <td className="nowrap">
        {state.tone === 'good' ? <span className="soft">{state.words}</span> : <Badge {...toned(state)} />}
      </td>
      <td className="o3 nowrap">{room.people}</td>
      <td className="o1 nowrap soft" data-label="Last visit">
        {room.visited ? <Time {...room.visited} /> : null}
      </td>
    </tr>
  )
}

/** Only what is out of the ordinary gets a badge. */
function toned({ tone, words }: ListedRoom['state']) {
  return { tone, children: words }
}
