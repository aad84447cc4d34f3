import type { ShownTime } from '#server/rules/text/format.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Address } from '#app/ui/address.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { fieldOf, Form, Submit } from '#app/ui/forms/form.tsx'
import { Time } from './time.tsx'

/** A version of a file, ready to display. */
export type ListedVersion = {
  number: number
  /** The file's name, if that is not shown elsewhere. */
  name?: string
  facts: string
  at: ShownTime
  state: { words: string; tone: Tone }
  note?: string
  /** Who saw it, or who added it. */
  people: string
  look: 'Read' | 'Play' | 'Open'
  viewHref: string | null
  downloadHref?: string | null
  mayBeCurrent: boolean
}

type Props = {
  versions: ListedVersion[]
  /** Whom the table lists. */
  people: 'Seen by' | 'Added by'
  /** The form that shows an older version again, and the label of its button. */
  choose: { intent: string; words: string }
  answer: FormAnswer | undefined
}

/** The versions of a file, the newest first. */
export function VersionTable({ versions, people, choose, answer }: Props) {
  const isAdder = people === 'Added by'
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">Version</th>
            <th scope="col">Status</th>
            <th scope="col" className="o1">
              {people}
            </th>
            <th scope="col">
              <span className="unseen">View</span>
            </th>
            <th scope="col">
              <span className="unseen">Restore</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {versions.map((version) => (
            <tr key={version.number}>
              <td className="nm">
                <span className="name">Version {version.number}</span>
                {version.name ? <div className="small soft break">{version.name}</div> : null}
                <div className="small soft">
                  {version.facts}
                  {isAdder ? null : (
                    <>
                      , <Time {...version.at} />
                    </>
                  )}
                </div>
              </td>
              <td data-label="Status">
                <Badge tone={version.state.tone}>{version.state.words}</Badge>
                {version.note ? <div className="small">{version.note}</div> : null}
              </td>
              <td className="break o1" data-label={people}>
                <Address of={version.people} />
                {isAdder ? (
                  <div className="small soft">
                    <Time {...version.at} />
                  </div>
                ) : null}
              </td>
              <td className="nowrap">
                <Looks {...version} />
              </td>
              <td className="nowrap">
                {version.mayBeCurrent ? (
                  <Form
                    intent={choose.intent}
                    answer={fieldOf(answer, 'number').value === String(version.number) ? answer : undefined}
                  >
                    <input type="hidden" name="number" value={version.number} />
                    <Submit className="btn-quiet btn-small">
                      {choose.words.replace('#', String(version.number))}
                    </Submit>
                  </Form>
                ) : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Looks({ number, look, viewHref, downloadHref }: ListedVersion) {
  return (
    <>
      {viewHref ? (
        <a href={viewHref}>
          {look}
          <span className="unseen"> version {number}</span>
        </a>
      ) : null}{' '}
      {downloadHref ? (
        <a href={downloadHref}>
          Download<span className="unseen"> version {number}</span>
        </a>
      ) : null}
    </>
  )
}
