import { Badge, type Tone } from '#app/ui/badge.tsx'

type Time = { text: string; title: string }

type AboutRequest = {
  key: string
  email: string
  name: string
  /** Who wants to forward the file, or null. */
  askedBy: string | null
  file: string
  fileHref: string
  askedAt: Time
}

export type WaitingRequest = AboutRequest & { reason: string; until: Time; approve: string; reject: string }

export type DecidedRequest = AboutRequest & {
  outcome: { words: string; tone: Tone }
  by: string
  decidedAt: Time | null
  note: string
}

/** What waits for the owner's decision; both answers lead to a page with a button. */
export function WaitingTable({ requests, hasFiles }: { requests: WaitingRequest[]; hasFiles: boolean }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">For</th>
          {hasFiles ? <th scope="col">File</th> : null}
          <th scope="col">Reason</th>
          <th scope="col">Requested</th>
          <th scope="col">Your decision</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.key}>
            <Who {...request} />
            {hasFiles ? <FileCell {...request} /> : null}
            <td className="break" data-label="Reason">
              {request.reason || <span className="soft">No reason given</span>}
            </td>
            <td data-label="Requested">
              <time title={request.askedAt.title}>{request.askedAt.text}</time>
              <div className="small soft">
                until <time title={request.until.title}>{request.until.text}</time>
              </div>
            </td>
            <td data-label="Your decision">
              <div className="row">
                <a className="btn btn-main btn-small" href={request.approve}>
                  Approve<span className="unseen"> {request.email}</span>
                </a>{' '}
                <a className="btn btn-small" href={request.reject}>
                  Reject<span className="unseen"> {request.email}</span>
                </a>
              </div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

export function DecidedTable({ requests, hasFiles }: { requests: DecidedRequest[]; hasFiles: boolean }) {
  return (
    <table className="table">
      <thead>
        <tr>
          <th scope="col">For</th>
          {hasFiles ? <th scope="col">File</th> : null}
          <th scope="col">Decision</th>
          <th scope="col">Decided</th>
        </tr>
      </thead>
      <tbody>
        {requests.map((request) => (
          <tr key={request.key}>
            <Who {...request} />
            {hasFiles ? <FileCell {...request} /> : null}
            <td data-label="Decision">
              <Badge tone={request.outcome.tone}>{request.outcome.words}</Badge>
              {request.note ? <div className="small soft break">{request.note}</div> : null}
            </td>
            <td data-label="Decided">
              {request.decidedAt ? (
                <time title={request.decidedAt.title}>{request.decidedAt.text}</time>
              ) : null}
              <div className="small soft">{request.by}</div>
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}

function Who({ email, name, askedBy }: AboutRequest) {
  return (
    <td>
      <span className="name">{name || email}</span>
      {name ? <div className="small soft break">{email}</div> : null}
      <div className="small soft break">{askedBy ? `requested by ${askedBy}` : 'requests access'}</div>
    </td>
  )
}

function FileCell({ file, fileHref }: AboutRequest) {
  return (
    <td className="break" data-label="File">
      <a href={fileHref}>{file}</a>
    </td>
  )
}
