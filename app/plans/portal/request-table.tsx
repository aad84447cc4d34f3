import type { ShownTime } from '#server/rules/text/format.ts'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'

export type OwnRequest = {
  key: string
  what: string
  message: string
  status: { words: string; tone: Tone }
  at: ShownTime
  /** What the operator said about it. */
  note: string
}

export function RequestTable({ requests }: { requests: OwnRequest[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="nm">
              You asked for
            </th>
            <th scope="col">Decision</th>
            <th scope="col">Sent</th>
          </tr>
        </thead>
        <tbody>
          {requests.map(({ key, what, message, status, at, note }) => (
            <tr key={key}>
              <td className="nm break">
                <span className="name">{what}</span>
                {message ? <p className="meta">“{message}”</p> : null}
              </td>
              <td data-label="Decision">
                <Badge tone={status.tone}>{status.words}</Badge>
                {note ? <p className="meta break">{note}</p> : null}
              </td>
              <td className="nowrap" data-label="Sent">
                <Time {...at} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
