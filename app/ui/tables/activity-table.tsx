import type { ShownTime } from '#server/rules/text/format.ts'
import { Address } from '#app/ui/address.tsx'
import { Badge } from '#app/ui/badge.tsx'
import { Time } from './time.tsx'
import { TimeRead } from '#app/ui/time-read.tsx'

/** Something that happened, ready to display. */
export type ListedEvent = {
  key: string
  at: ShownTime
  who: string
  what: string
  isRefused?: boolean
  from: string
  browser?: string
  /** What in a data room it was about. */
  about?: string
  /** Its place in the chain of records. */
  record?: number
  /** For a visit: how long it was. */
  time?: string
  /** How the time is known; nothing without a time. */
  timeNote?: string
}

/** What a table shows of each event besides when, who, what and from where. */
type Column = 'About' | 'Time' | 'Record'
type Props = { events: ListedEvent[]; column: Column }

/** What happened, the newest first. */
export function ActivityTable({ events, column }: Props) {
  const head = (
    <th scope="col" className={column === 'About' ? undefined : 'r'}>
      {column}
    </th>
  )
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">When</th>
            <th scope="col">Who</th>
            <th scope="col">What</th>
            {column === 'Record' ? null : head}
            <th scope="col">From</th>
            {column === 'Record' ? head : null}
          </tr>
        </thead>
        <tbody>
          {events.map((event) => (
            <EventRow key={event.key} event={event} column={column} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function EventRow({ event, column }: { event: ListedEvent; column: Column }) {
  const { at, who, what, isRefused, from, browser, about, record, time = '', timeNote = '' } = event
  return (
    <tr>
      <td className="nowrap">
        <Time {...at} />
      </td>
      <td className="break where" data-label="Who">
        <Address of={who} />
      </td>
      <td className="break" data-label="What">
        {isRefused ? <Badge tone="bad">Blocked</Badge> : null} {what}
      </td>
      {column === 'About' ? (
        <td className="break" data-label={column}>
          {about === undefined ? null : <Address of={about} />}
        </td>
      ) : null}
      {column === 'Time' ? (
        <td className="r nowrap" data-label={column}>
          <TimeRead time={time} timeNote={timeNote} />
        </td>
      ) : null}
      <td data-label="From">
        {from}
        {browser === undefined ? null : <div className="small soft">{browser}</div>}
      </td>
      {column === 'Record' ? (
        <td className="r" data-label={column}>
          {record}
        </td>
      ) : null}
    </tr>
  )
}
