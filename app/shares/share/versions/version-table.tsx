import type { FormAnswer } from '#app/request/action.server.ts'
import type { ListedVersion } from './listed-versions.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { fieldOf, Form, Submit } from '#app/ui/forms/form.tsx'

type Props = { versions: ListedVersion[]; answer: FormAnswer | undefined }

/** The versions of a file, the newest first, with who saw which. */
export function VersionTable({ versions, answer }: Props) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">State</th>
          <th scope="col">Seen by</th>
          <th scope="col">Look at it</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.number}>
            <td>
              <span className="name">Version {version.number}</span>
              <div className="small soft breaks">{version.name}</div>
              <div className="small soft">
                {version.facts}, <time title={version.at.title}>{version.at.text}</time>
              </div>
            </td>
            <td data-label="State">
              <Badge tone={version.state.tone}>{version.state.words}</Badge>
              {version.note ? <div className="small">{version.note}</div> : null}
            </td>
            <td className="breaks" data-label="Seen by">
              {version.seenBy.join(', ') || 'Nobody'}
              {version.seenByMore > 0 ? ` + ${version.seenByMore} more` : ''}
            </td>
            <td>
              {version.viewHref ? (
                <a href={version.viewHref}>
                  {version.look}
                  <span className="unseen"> version {version.number}</span>
                </a>
              ) : null}{' '}
              {version.downloadHref ? (
                <a href={version.downloadHref}>
                  Download<span className="unseen"> version {version.number}</span>
                </a>
              ) : null}
            </td>
            <td>{version.mayBeCurrent ? <MakeCurrent number={version.number} answer={answer} /> : null}</td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function MakeCurrent({ number, answer }: { number: number; answer: FormAnswer | undefined }) {
  const isOwn = fieldOf(answer, 'number').value === String(number)
  return (
    <Form intent="makeCurrent" answer={isOwn ? answer : undefined}>
      <input type="hidden" name="number" value={number} />
      <Submit className="button-quiet button-small">{`Show version ${number} again`}</Submit>
    </Form>
  )
}
