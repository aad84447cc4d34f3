import type { ListedEvent } from './listed-activity.server.ts'
import { Badge } from '#app/ui/badge.tsx'

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
            <td data-label="When">
              <time title={event.at.title}>{event.at.text}</time>
            </td>
            <td className="breaks" data-label="Who">
              {event.who}
            </td>
            <td className="breaks" data-label="What">
              {event.isRefused ? <Badge tone="bad">Refused</Badge> : null} {event.what}
            </td>
            <td data-label="From">{event.from || '–'}</td>
            <td className="number" data-label="Record">
              {event.number}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
