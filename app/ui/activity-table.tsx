import type { ListedEvent } from '../web/listed-activity.server.ts'
import { Badge } from './badge.tsx'

/** Records of what happened to a share, the newest first. */
export function ActivityTable({ events }: { events: ListedEvent[] }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">When</th>
          <th scope="col">Who</th>
          <th scope="col">What</th>
          <th scope="col">From</th>
          <th scope="col" className="number">
            Record
          </th>
        </tr>
      </thead>
      <tbody>
        {events.map((event) => (
          <tr key={event.number}>
            <td>
              <span className="label">When</span>
              <time title={event.at.title}>{event.at.text}</time>
            </td>
            <td className="breaks">
              <span className="label">Who</span>
              {event.who}
            </td>
            <td className="breaks">
              <span className="label">What</span>
              {event.isRefused ? <Badge tone="bad">Refused</Badge> : null} {event.what}
            </td>
            <td>
              <span className="label">From</span>
              {event.from || '–'}
            </td>
            <td className="number">
              <span className="label">Record</span>
              {event.number}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
