import type { FormAnswer } from '#app/request/action.server.ts'
import type { TeamView } from '#app/team/shared/team-view.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Consequences } from '#app/ui/consequences.tsx'
import { Field, Form, Submit } from '#app/ui/forms/form.tsx'
import { SetRow } from '#app/ui/frame/set-row.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import type { DomainsData } from './domains.server.ts'

type Props = { data: DomainsData; answer: unknown }

function Domains({ data, answer: given }: Props) {
  const answer = given as FormAnswer | undefined
  if (data.lock) return <LockDomain lock={data.lock} here={data.here} answer={answer} />
  return (
    <>
      {data.domains.map((domain) => (
        <OwnDomain key={domain.domain} domain={domain} answer={answer} />
      ))}
      {data.claims.map((claim) => (
        <Claim key={claim.domain} claim={claim} here={data.here} answer={answer} />
      ))}
      <SetRow
        title="Add a domain"
        words="A domain of your team’s email addresses. You prove it’s yours with a DNS record."
      >
        <Form intent="claimDomain" action={data.here} answer={answer}>
          <Field
            name="domain"
            label="Domain"
            hint="Without www or https, like example.com."
            autoComplete="off"
            answer={answer}
          />
          <Submit>Add domain</Submit>
        </Form>
      </SetRow>
    </>
  )
}

type Answered = { answer: FormAnswer | undefined }

function OwnDomain({ domain: own, answer }: { domain: DomainsData['domains'][number] } & Answered) {
  const { domain, isLocked } = own
  return (
    <SetRow title={domain} words={own.proof}>
      <p>
        <Badge tone={isLocked ? 'brass' : 'good'}>{isLocked ? 'Locked' : 'Open'}</Badge>{' '}
        {isLocked
          ? 'Only members of the team can sign in with addresses at this domain.'
          : 'Anyone with an address at this domain can sign in.'}
      </p>
      <Form intent="domain" answer={answerFor(answer, domain)} className="row">
        <input type="hidden" name="domain" value={domain} />
        <Submit name="act">{isLocked ? 'Unlock' : 'Lock …'}</Submit>{' '}
        <Submit name="act" className="btn-bad" about={domain}>
          Remove
        </Submit>
      </Form>
    </SetRow>
  )
}

function Claim({ claim, here, answer }: { claim: DomainsData['claims'][number]; here: string } & Answered) {
  const { domain, record, claimed, checked } = claim
  return (
    <SetRow title={domain} words="Waiting for its record in DNS.">
      <p>Add this TXT record to the DNS of {domain}, or send it to the person who manages that:</p>
      <p>
        Name <code className="record">{record.name}</code>
      </p>
      <p>
        Text <code className="record">{record.text}</code>
      </p>
      <p className="small soft">
        Added <Time {...claimed} />
        {checked ? (
          <>
            , last checked <Time {...checked} />
          </>
        ) : null}
      </p>
      <div className="row">
        <Form intent="checkDomain" action={here} answer={answerFor(answer, domain)} className="row">
          <input type="hidden" name="domain" value={domain} />
          <Submit about={domain}>Check now</Submit>
        </Form>{' '}
        <Form intent="domain" action={here} className="row">
          <input type="hidden" name="domain" value={domain} />
          <Submit name="act" className="" about={domain}>
            Remove
          </Submit>
        </Form>
      </div>
    </SetRow>
  )
}

/** A refusal is said at the domain that it is about. */
function answerFor(answer: FormAnswer | undefined, domain: string): FormAnswer | undefined {
  return answer?.result.initialValue?.['domain'] === domain ? answer : undefined
}

type LockProps = { lock: NonNullable<DomainsData['lock']>; here: string } & Answered

/** Asks whether a domain is to be locked, with who would be shut out. */
function LockDomain({ lock, here, answer }: LockProps) {
  const { domain, outside, operators, more, total } = lock
  return (
    <div className="measure card stack-wide">
      <h2 className="break">Lock {domain}?</h2>
      <Consequences
        lines={[
          'Only members of the team can sign in with an address at this domain. Everyone else is signed out right away.',
          'They can ask to join the team, or change their address. What they sent and received stays theirs, and they can still open files shared with them, using a code.',
        ]}
      />
      {total === 0 ? (
        <p>No account would be locked out right now.</p>
      ) : (
        <>
          <h3>{total === 1 ? '1 account is locked out' : `${total} accounts are locked out`}</h3>
          <ul className="bullets">
            {outside.map((email) => (
              <li key={email} className="break">
                {email}
              </li>
            ))}
          </ul>
          {more > 0 ? <p>And {more} more.</p> : null}
        </>
      )}
      {operators.length > 0 ? (
        <p className="note note-warn">
          {operators.join(', ')} administers this server and isn’t in the team, so the domain can’t be locked.
          Invite them first.
        </p>
      ) : null}
      <Form intent="domain" answer={answer} className="row">
        <input type="hidden" name="domain" value={domain} />
        <Submit name="act" className="btn-bad">
          Lock domain
        </Submit>{' '}
        <a href={here}>Cancel</a>
      </Form>
    </div>
  )
}

export const domainsView = { View: Domains } satisfies TeamView<DomainsData>
