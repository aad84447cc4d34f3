import type { ShownTime } from '#server/rules/text/format.ts'
import type { FormAnswer } from '#app/request/action.server.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

type TermsTabProps = {
  data: {
    mayEdit: boolean
    shown: { version: number; text: string; sha256: string } | null
    isLatest: boolean
    versions: { version: number; at: ShownTime; to: string }[]
  }
  answer: FormAnswer | undefined
}

/** The terms of access of a team: read by its members, written by its owners and admins. */
export function TermsTab({ data, answer }: TermsTabProps) {
  const { mayEdit, shown, isLatest, versions } = data
  const isEditing = mayEdit && isLatest
  return (
    <>
      <SetRow
        title={shown && !isEditing ? `Version ${shown.version}` : 'Terms of access'}
        words="Members of your team can require people to accept this text before they open a file. Each share records who accepted which version."
      >
        {isEditing ? (
          <EditTerms text={shown?.text ?? ''} answer={answer} />
        ) : shown ? (
          <>
            {isLatest ? null : (
              <p>
                An older version. <a href={settingsPath('terms')}>Back to the current version</a>
              </p>
            )}
            <Message as="div" text={shown.text} />
          </>
        ) : (
          <p className="soft">Your team has no terms yet. Its owners and admins can add them.</p>
        )}
        {shown ? <p className="small soft break">SHA-256 {shown.sha256}</p> : null}
      </SetRow>
      {versions.length > 1 ? (
        <SetRow title="All versions" words="Older versions are kept, with the people who accepted them.">
          <ul className="lines">
            {versions.map(({ version, at, to }) => (
              <li key={version}>
                <a href={to}>Version {version}</a>{' '}
                <time className="small soft push" title={at.title}>
                  {at.text}
                </time>
              </li>
            ))}
          </ul>
        </SetRow>
      ) : null}
    </>
  )
}

function EditTerms({ text, answer }: { text: string; answer: FormAnswer | undefined }) {
  return (
    <Form intent="saveTerms" answer={answer}>
      <Field
        name="text"
        label="Text of the terms"
        hint="Plain text. Each change creates a new version."
        rows={16}
        value={text}
        answer={answer}
      />
      <Submit>Save as new version</Submit>
    </Form>
  )
}
