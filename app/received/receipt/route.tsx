import { redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { href, routes } from '#app/routes.ts'
import { Message } from '#app/ui/tables/lines.tsx'
import { loader as load } from '#app/request/loader.server.ts'
import { askIdentity } from '#app/view-models/reading.server.ts'
import { shownReceipt } from '#app/view-models/records/receipt.server.ts'
import { titled } from '#app/request/titled.ts'

/**
 * What is recorded about the person asking, for one share or one room: found by the addresses confirmed in this
 * browser.
 */
export const loader = load(routes.received.receipt, 'visitor', async ({ identity, ...context }) => {
  const { services, params } = context
  const guid = params.ShareGuid
  const receipt = await services.viewing.receipts
    .of(identity, guid)
    .catch((error: unknown) => askIdentity(context, error, guid))
  if (receipt === 'manager') throw redirect(href(routes.rooms.settings, { RoomGuid: guid }), { status: 303 })
  if (receipt === 'sender') throw redirect(href(routes.shares.details, { ShareGuid: guid }), { status: 303 })
  return shownReceipt(receipt, identity.user?.timeZone ?? 'UTC')
})

export const meta = titled('What is recorded about me')

export const handle = { sheet: 'whole' }

export default function ReceiptPage() {
  const receipt = useLoaderData<typeof loader>()
  return (
    <div className="card stack">
      <p className="small">
        <a href={href(routes.received.reader)}>Files shared with me</a>
      </p>
      <h1>What is recorded about me</h1>
      <p>
        {receipt.isNamed ? <a href={receipt.file}>{receipt.name}</a> : receipt.name}, {receipt.by}.{' '}
        {receipt.closed}
      </p>
      <p className="soft">
        Everything recorded for {receipt.emails}. {receipt.teller} the same. Times marked “measured” come from
        your browser or program; others are the time between two requests, or of video and audio the parts
        that were sent. Times are in {receipt.zone}.
      </p>
      <section className="stack">
        <h2>Visits</h2>
        {receipt.visits.length > 0 ? (
          <ul className="lines">
            {receipt.visits.map((visit) => (
              <li key={visit.key}>
                <span>
                  <time title={visit.at.title}>{visit.at.text}</time>: {visit.what}, {visit.time}
                </span>
                <span className="small soft">
                  {' '}
                  {visit.from}, {visit.browser}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="soft">{receipt.noVisits}</p>
        )}
      </section>
      {receipt.accepted.map((terms) => (
        <section key={terms.key} className="stack">
          <h2>
            Terms accepted on <time title={terms.at.title}>{terms.at.text}</time>
          </h2>
          <p className="small soft break">
            From {terms.from}, with {terms.browser}. SHA-256 of the text: {terms.sha256}
          </p>
          <details>
            <summary>The text</summary>
            <Message as="div" text={terms.text} />
          </details>
        </section>
      ))}
      {receipt.requests.length > 0 ? (
        <section className="stack">
          <h2>Your requests to the sender</h2>
          <ul className="lines">
            {receipt.requests.map((request) => (
              <li key={request.key}>
                <span className="break">
                  <time title={request.at.title}>{request.at.text}</time>: {request.what}. {request.outcome}.
                </span>
                {request.reason ? (
                  <span className="small soft break"> You wrote: “{request.reason}”</span>
                ) : null}
                {request.note ? (
                  <span className="small soft break"> The sender wrote: “{request.note}”</span>
                ) : null}
              </li>
            ))}
          </ul>
        </section>
      ) : null}
      <section className="stack">
        <h2>Everything else</h2>
        {receipt.others.length > 0 ? (
          <ul className="lines">
            {receipt.others.map((record) => (
              <li key={record.key}>
                <span>{record.what}</span>
                <span className="small soft">
                  {' '}
                  <time title={record.at.title}>{record.at.text}</time>, {record.from}
                </span>
              </li>
            ))}
          </ul>
        ) : (
          <p className="soft">Nothing else.</p>
        )}
        {receipt.isCut ? <p className="small soft">Only the latest 2,000 entries are shown.</p> : null}
      </section>
    </div>
  )
}
