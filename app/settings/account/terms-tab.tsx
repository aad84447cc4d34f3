import type { ShownTime } from '#server/rules/text/format.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { settingsPath } from '#app/ui/tab-names.ts'

type TermsTabProps = {
  data: {
    /** Where they are changed, for those who can. */
    edit: string | null
    shown: { version: number; text: string; sha256: string } | null
    isLatest: boolean
    versions: { version: number; at: ShownTime; to: string }[]
  }
}

/** The terms of access of a team: as its members read them. */
export function TermsTab({ data }: TermsTabProps) {
  const { edit, shown, isLatest, versions } = data
  return (
    <>
      <SetRow
        title={shown ? `Version ${shown.version}` : 'Terms of access'}
        words="Members of your team can require people to accept this text before they open a file. Each share records who accepted which version."
      >
        {shown ? (
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
        {edit ? (
          <p>
            <a className="btn" href={edit}>
              Change the terms …
            </a>
          </p>
        ) : null}
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
