import type { FormAnswer } from '#app/request/action.server.ts'
import type { RoomVersionShown } from './room-file.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { fieldOf, Form, Submit } from '#app/ui/forms/form.tsx'

type Props = { versions: RoomVersionShown[]; answer: FormAnswer | undefined }

/** The versions of a file in a room, the newest first. */
export function RoomVersions({ versions, answer }: Props) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">Version</th>
          <th scope="col">State</th>
          <th scope="col">Added by</th>
          <th scope="col">Look at it</th>
          <th scope="col">Change</th>
        </tr>
      </thead>
      <tbody>
        {versions.map((version) => (
          <tr key={version.number}>
            <td>
              <span className="name">Version {version.number}</span>
              <div className="small soft">{version.facts}</div>
            </td>
            <td data-label="State">
              <Badge tone={version.tone}>{version.state}</Badge>
            </td>
            <td className="breaks" data-label="Added by">
              {version.by}
              <div className="small soft">
                <time dateTime={version.at.iso} title={version.at.title}>
                  {version.at.text}
                </time>
              </div>
            </td>
            <td>
              {version.viewHref ? (
                <a href={version.viewHref}>
                  Open<span className="unseen"> version {version.number}</span>
                </a>
              ) : null}
            </td>
            <td>
              {version.mayBeCurrent ? (
                <Form
                  intent="choose"
                  answer={fieldOf(answer, 'number').value === String(version.number) ? answer : undefined}
                >
                  <input type="hidden" name="number" value={version.number} />
                  <Submit className="button-quiet button-small">{`Go back to version ${version.number}`}</Submit>
                </Form>
              ) : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
