import type { ComponentProps } from 'react'
import type { ShownTime } from '#server/rules/text/format.ts'
import { ExportLinks, type ExportTo } from './export-links.tsx'
import { Message } from './lines.tsx'
import { Pager } from './pager.tsx'
import { Time } from './time.tsx'

export type ListedAcceptance = {
  key: string
  who: string
  at: ShownTime
  /** The name of the text, and where it is. */
  text: string
  to: string
  sha256: string
  ip: string
  browser: string
}

type AcceptancesProps = {
  rows: ListedAcceptance[]
  pager: Omit<ComponentProps<typeof Pager>, 'label'>
  exportTo: ExportTo | null
}

/** A page of who accepted which terms; `exportTo` leads to all of them as a file. */
export function Acceptances({ rows, pager, exportTo }: AcceptancesProps) {
  return (
    <section className="section" aria-labelledby="accepted">
      <header>
        <h2 id="accepted">Who accepted</h2> {exportTo ? <ExportLinks to={exportTo} /> : null}
      </header>
      {rows.length > 0 ? <AcceptanceTable rows={rows} /> : <p className="soft">No one yet.</p>}
      <Pager label="Pages of acceptances" {...pager} />
    </section>
  )
}

type AcceptedTextProps = {
  text: { text: string; label: string; sha256: string; isOlder: boolean }
  /** Where the current text is. */
  current: string
}

/** The text of terms that is accepted now, or that someone accepted. */
export function AcceptedText({ text: { text, label, sha256, isOlder }, current }: AcceptedTextProps) {
  return (
    <>
      <p>
        {label} {isOlder ? <a href={current}>Back to the current terms</a> : null}
      </p>
      <Message as="div" text={text} />
      <p className="small soft break">SHA-256 {sha256}</p>
    </>
  )
}

/** When and from where. */
function AcceptanceTable({ rows }: { rows: ListedAcceptance[] }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Who</th>
            <th scope="col">When</th>
            <th scope="col">Terms</th>
            <th scope="col">From</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.key}>
              <td className="nm break">{row.who}</td>
              <td data-label="When">
                <Time {...row.at} />
              </td>
              <td data-label="Terms">
                <a href={row.to}>{row.text}</a>
                <div className="small soft figures">{row.sha256.slice(0, 16)}…</div>
              </td>
              <td data-label="From">
                {row.ip}
                <div className="small soft break">{row.browser}</div>
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
