import type { FormAnswer } from '#app/request/action.server.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Facts } from '#app/ui/tables/facts.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { People } from './people.tsx'
import type { ProviderData, ShownConnection, TestBegun } from './provider.server.ts'

type Answered = { data: ProviderData; answer: FormAnswer | undefined }

/** The team's identity provider, and the one that is being set up beside it. */
export function ProviderRow({ data, answer }: Answered) {
  const { on, draft, panels } = data
  return (
    <SetRow
      title="Single sign-on"
      id="provider"
      words="With your team’s own identity provider. Anyone who controls it can sign in as any member with an address at one of the team’s domains, except administrators of this server."
    >
      {on ? (
        <div className="card stack">
          <p>
            <Badge tone="good">On</Badge>
          </p>
          <Facts facts={on.facts} />
          <TestAnswer connection={on} />
          <Form intent="teamProvider" action={data.here} answer={answerAt(answer, 'on')} className="row">
            <input type="hidden" name="place" value="on" />
            <Submit name="act" className="" about="the provider that is on">
              Test
            </Submit>{' '}
            <a className="btn" href={panels.off}>
              Switch off …
            </a>{' '}
            <a className="btn btn-bad" href={panels['remove-on']}>
              Remove …
            </a>
          </Form>
        </div>
      ) : (
        <p>Off. No one can sign in this way.</p>
      )}
      {draft ? <Draft data={data} draft={draft} answer={answer} /> : null}
      <p className="row">
        <a className="btn" href={panels.oidc}>
          Set up OpenID Connect …
        </a>{' '}
        <a className="btn" href={panels.saml}>
          Set up SAML …
        </a>
      </p>
      {on ? (
        <p className="small soft">
          For another provider, a new secret or a new certificate, set it up again: the current one stays on
          until you switch to the new one.
        </p>
      ) : null}
    </SetRow>
  )
}

function Draft({ data, draft, answer }: Answered & { draft: ShownConnection }) {
  return (
    <div className="card stack">
      <p>
        <Badge tone="warn">Not switched on yet</Badge>
      </p>
      <Facts facts={draft.facts} />
      <TestAnswer connection={draft} />
      {data.switching ? (
        <>
          <People
            people={data.switching.shutOut}
            one="Switching it on locks out 1 member"
            many="members are locked out when it’s switched on"
          />
          {data.switching.refusal ? <p className="note note-warn">{data.switching.refusal}</p> : null}
        </>
      ) : null}
      <Form intent="teamProvider" action={data.here} answer={answerAt(answer, 'draft')} className="row">
        <input type="hidden" name="place" value="draft" />
        <Submit
          name="act"
          className={draft.testedAt ? '' : 'btn-main'}
          about="the provider that is being set up"
        >
          Test
        </Submit>{' '}
        {draft.testedAt && data.isOwner && !data.switching?.refusal ? (
          <Submit name="act">Switch on</Submit>
        ) : null}{' '}
        <a className="btn btn-bad" href={data.panels['remove-draft']}>
          Remove …
        </a>
      </Form>
      {data.isOwner ? null : <p className="small soft">Only an owner of the team can switch it on.</p>}
    </div>
  )
}

/** A refusal is said at the provider that it is about. */
function answerAt(answer: FormAnswer | undefined, place: 'on' | 'draft'): FormAnswer | undefined {
  return answer?.result.initialValue?.['place'] === place ? answer : undefined
}

/** What came back from the last test, as long as it is kept. */
function TestAnswer({ connection: { answer, testedAt } }: { connection: ShownConnection }) {
  if (!answer) {
    return testedAt ? (
      <p className="small soft">
        Last test that worked: <Time {...testedAt} />
      </p>
    ) : null
  }
  return (
    <div className={answer.isGood ? 'note note-good stack' : 'note note-bad stack'}>
      <p>
        <strong>{answer.isGood ? 'The test worked.' : 'The test didn’t work.'}</strong> {answer.words}
      </p>
      {answer.claims.length > 0 ? (
        <details>
          <summary>What the provider said</summary>
          <dl className="facts">
            {answer.claims.map(([name, value], at) => (
              <div key={`${name} ${at}`}>
                <dt className="break">{name}</dt>
                <dd className="break">{value}</dd>
              </div>
            ))}
          </dl>
        </details>
      ) : null}
    </div>
  )
}

/** After “Test”: where it goes on. */
export function TestStarted({ begun, here }: { begun: TestBegun; here: string }) {
  return (
    <div className="measure card stack-wide">
      <h2>Test single sign-on</h2>
      <p>
        Sign in at <strong>{begun.host}</strong> as yourself. You’ll come back here and see what it said. The
        test signs no one in and changes no account.
      </p>
      <p className="row">
        <a className="btn btn-main" href={begun.address}>
          Continue to {begun.host}
        </a>{' '}
        <a href={here}>Cancel</a>
      </p>
    </div>
  )
}

/** Asks whether the provider is to be off or removed, with who could not sign in then. */
export function EndProvider({ data, answer }: Answered) {
  const { panel, outlook, here } = data
  const isOff = panel === 'off'
  const place = panel === 'remove-draft' ? 'draft' : 'on'
  return (
    <div className="measure card stack-wide" id="provider">
      <h2>{isOff ? 'Switch single sign-on off?' : 'Remove the identity provider?'}</h2>
      <Consequences
        lines={[
          place === 'draft'
            ? 'It isn’t on, so no one is affected.'
            : 'No one can sign in with it any more. Anyone already signed in stays signed in.',
          isOff
            ? 'What you entered is kept: you can test it and switch it on again.'
            : 'What you entered is deleted. To use it again, you set it up again.',
        ]}
      />
      {outlook ? (
        <>
          <People people={outlook.shutOut} one="1 member is locked out" many="members are locked out" />
          {outlook.shutOut.total === 0 ? <p>No member is locked out.</p> : null}
          <People
            people={outlook.withPassword}
            one="1 member has to set a password first, with “Forgot your password?”"
            many="members have to set a password first, with “Forgot your password?”"
          />
          {outlook.refusal ? <p className="note note-warn">{outlook.refusal}</p> : null}
        </>
      ) : null}
      <Form intent="teamProvider" answer={answer} className="row">
        <input type="hidden" name="place" value={place} />
        {outlook?.refusal ? null : (
          <Submit name="act" className="btn-bad">
            {isOff ? 'Switch off' : 'Remove'}
          </Submit>
        )}{' '}
        <a href={here}>Cancel</a>
      </Form>
    </div>
  )
}
