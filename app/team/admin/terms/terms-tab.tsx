import type { FormAnswer } from '#app/request/action.server.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { ExportLinks } from '#app/ui/tables/export-links.tsx'
import { Message } from '#app/ui/tables/lines.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import type { TermsData } from './terms.server.ts'

type Props = { data: TermsData; answer: unknown }

function Terms({ data, answer: given }: Props) {
  const answer = given as FormAnswer | undefined
  const { shown, isLatest, versions, accepted } = data
  return (
    <>
      {isLatest ? (
        <Current data={data} answer={answer} />
      ) : shown ? (
        <SetRow title={`Version ${shown.version}`} words="An older version. It’s kept as it was.">
          <p>
            <a href={data.here}>Back to the current version</a>
          </p>
          <Message as="div" text={shown.text} />
          <Origin shown={shown} />
        </SetRow>
      ) : null}
      {versions.length > 0 ? (
        <SetRow title="All versions" words="Older versions are kept, with the people who accepted them.">
          <ul className="lines">
            {versions.map(({ version, at, to, source, isShown }) => (
              <li key={version}>
                <a href={to} aria-current={isShown ? 'page' : undefined}>
                  Version {version}
                </a>{' '}
                <span className="small soft push">
                  {source ? `from ${source}, ` : ''}
                  <Time {...at} />
                </span>
              </li>
            ))}
          </ul>
        </SetRow>
      ) : null}
      {shown && accepted ? (
        <Accepted version={shown.version} accepted={accepted} exportTo={data.exportTo} />
      ) : null}
    </>
  )
}

function Current({ data, answer }: { data: TermsData; answer: FormAnswer | undefined }) {
  const { shown, source } = data
  return (
    <>
      <SetRow
        title="Terms of access"
        words="Members can require people to accept this text before they open a file or enter a data room. Anyone who accepted an older version is asked again, unless the sender or the room’s owner turned that off."
      >
        <Form intent="saveTerms" action={data.here} answer={answer}>
          <Field
            name="text"
            label="Text of the terms"
            hint="Plain text. Each change creates a new version."
            rows={16}
            value={shown?.text ?? ''}
            answer={answer}
          />
          <Submit>Save as new version</Submit>
        </Form>
        {shown ? <Origin shown={shown} /> : null}
      </SetRow>
      <SetRow
        title="Get the text from the web"
        words="This server reads the page once and stores its text as a new version. Readers see the stored text, never the page."
      >
        {source?.isRunning ? (
          <p className="note">Reading {source.url} …</p>
        ) : source?.failure ? (
          <p className="note note-warn break">
            {source.url} (<Time {...source.at} />
            ): {source.failure}
          </p>
        ) : null}
        <Form intent="fetchTerms" action={data.here} answer={answer}>
          <Field
            name="url"
            label="Address"
            hint="For example https://example.com/terms"
            value={source?.url ?? ''}
            autoComplete="off"
            answer={answer}
          />
          <Submit className="">Get text</Submit>
        </Form>
        {source && !source.isRunning && !source.failure ? (
          <p className="small soft break">
            Read from {source.url} <Time {...source.at} />.
          </p>
        ) : null}
      </SetRow>
    </>
  )
}

function Origin({ shown }: { shown: NonNullable<TermsData['shown']> }) {
  return (
    <p className="small soft break">
      Version {shown.version}. {shown.source ? `Read from ${shown.source}. ` : ''}SHA-256 {shown.sha256}
    </p>
  )
}

type AcceptedProps = {
  version: number
  accepted: NonNullable<TermsData['accepted']>
  exportTo: TermsData['exportTo']
}

function Accepted({ version, accepted: { rows, previous, next }, exportTo }: AcceptedProps) {
  return (
    <section className="section" aria-labelledby="accepted">
      <header>
        <h2 id="accepted">Who accepted version {version}</h2>{' '}
        <ExportLinks to={exportTo} what="All versions" />
      </header>
      {rows.length > 0 ? (
        <div className="list">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Who</th>
                <th scope="col">When</th>
                <th scope="col">For</th>
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
                  <td data-label="For">
                    {row.what}
                    <div className="small soft break">{row.owner}</div>
                  </td>
                  <td data-label="From">{row.ip}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      ) : (
        <p className="soft">No one yet.</p>
      )}
      <Pager
        label="Pages of acceptances"
        previous={previous}
        next={next}
        where=""
        notes={{ previous: 'newest', next: 'older' }}
      />
    </section>
  )
}

export const termsView = { View: Terms } satisfies TeamView<TermsData>
