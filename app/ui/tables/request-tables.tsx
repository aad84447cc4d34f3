import type { Granted, RequestKind } from '#server/rules/sharing/requests.ts'
import type { ShownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { Avatar } from '#app/ui/avatars.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { Form, Submit } from '#app/ui/forms/form.tsx'
import { RowMenu } from './row-menu.tsx'
import { Time } from './time.tsx'

type AboutRequest = {
  key: string
  email: string
  name: string
  initials: string
  /** Who wants to forward the file, or null. */
  requestedBy: string | null
  file: string
  fileHref: string
  requestedAt: ShownTime
}

export type WaitingRequest = AboutRequest & {
  share: string
  kind: RequestKind
  /** How many more days a recipient asks for; null if it is about access. */
  days: number | null
  reason: string
  until: ShownTime
  /** What approving gives without further choices. */
  granted: Granted
  /** The pages on which more can be chosen. */
  approve: string
  reject: string
}

export type DecidedRequest = AboutRequest & {
  outcome: { words: string; tone: Tone }
  by: string
  decidedAt: ShownTime | null
  note: string
}

type WaitingProps = { requests: WaitingRequest[]; hasFiles: boolean; from: 'requests' | 'home' | 'share' }

/** What waits for the owner's decision, with both answers; an end or a reason is given on a page of its own. */
export function WaitingList({ requests, hasFiles, from }: WaitingProps) {
  return (
    <div className="list">
      {requests.map((request) => (
        <WaitingRow key={request.key} request={request} hasFile={hasFiles} from={from} />
      ))}
    </div>
  )
}

type RowProps = { request: WaitingRequest; hasFile: boolean; from: WaitingProps['from'] }

function WaitingRow({ request, hasFile, from }: RowProps) {
  const { key, email, name, initials, requestedBy, reason, granted, share, kind } = request
  const who = name || email
  const { asks, before, gives } = requestText(request)
  return (
    <article className="ask">
      <Avatar name={who} initials={initials} />
      <div>
        <p className="break">
          <b className="name">{who}</b> {asks}
          {hasFile ? before : ''}
          {hasFile ? (
            <a className="plain strong" href={request.fileHref}>
              {request.file}
            </a>
          ) : null}
          . {reason ? `“${reason}”` : <span className="soft">No reason given</span>}
        </p>
        <p className="tiny soft break">
          {name ? `${email} · ` : ''}
          {requestedBy ? `requested by ${requestedBy} · ` : ''}
          <Time {...request.requestedAt} /> · open until <Time {...request.until} /> · Approve gives {gives}
        </p>
      </div>
      <Form intent="decide" action={href(routes.requests.index)} className="row">
        <input type="hidden" name="request" value={key} />
        <input type="hidden" name="share" value={share} />
        <input type="hidden" name="kind" value={kind} />
        <input type="hidden" name="granted" value={granted} />
        <input type="hidden" name="from" value={from} />
        <Submit name="act" className="btn-small btn-soft" about={email}>
          Approve
        </Submit>{' '}
        <Submit name="act" className="btn-small" about={email}>
          Reject
        </Submit>{' '}
        <RowMenu
          of={email}
          actions={[
            { label: 'Approve with options', to: request.approve },
            { label: 'Reject with a reason', to: request.reject },
          ]}
        />
      </Form>
    </article>
  )
}

/** What is asked, the word before the name of its file, and what approving gives. */
function requestText({ days, granted }: WaitingRequest) {
  if (days !== null)
    return { asks: `asks for ${days} more days`, before: ' with ', gives: `${days} days from now` }
  const gives = granted === 'view' ? 'view-only access' : 'the file’s permissions'
  return { asks: 'requests access', before: ' to ', gives }
}

export function DecidedTable({ requests, hasFiles }: { requests: DecidedRequest[]; hasFiles: boolean }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col" className="nm">
              For
            </th>
            {hasFiles ? <th scope="col">File</th> : null}
            <th scope="col">Decision</th>
            <th scope="col">Decided</th>
          </tr>
        </thead>
        <tbody>
          {requests.map((request) => (
            <DecidedRow key={request.key} request={request} hasFile={hasFiles} />
          ))}
        </tbody>
      </table>
    </div>
  )
}

function DecidedRow({ request, hasFile }: { request: DecidedRequest; hasFile: boolean }) {
  const { email, name, requestedBy, outcome, note, decidedAt, by } = request
  const facts = [...(name ? [email] : []), ...(requestedBy ? [`requested by ${requestedBy}`] : [])]
  return (
    <tr>
      <td className="nm break">
        <span className="name">{name || email}</span>
        {facts.length > 0 ? <p className="meta">{facts.join(' · ')}</p> : null}
      </td>
      {hasFile ? (
        <td className="break">
          <a className="plain" href={request.fileHref}>
            {request.file}
          </a>
        </td>
      ) : null}
      <td>
        <Badge tone={outcome.tone}>{outcome.words}</Badge>
        {note ? <p className="meta break">{note}</p> : null}
      </td>
      <td className="nowrap">
        {decidedAt ? <Time {...decidedAt} /> : null}
        <p className="meta">{by}</p>
      </td>
    </tr>
  )
}
