import { useLoaderData } from '@remix-run/react'
import { counted, recentTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Address } from '#app/ui/address.tsx'
import { RowMenu } from '#app/ui/tables/row-menu.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { afterIn, rowsShown, screenOf } from '#app/operator/shared/after.server.ts'
import { shownJob } from '#app/operator/shared/job-labels.server.ts'
import { JobTable } from '#app/operator/shared/job-table.tsx'
import { ListPager } from '#app/operator/shared/list-pager.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const waitingShown = 25

/** Emails that wait, and those that could not be delivered: to whom and why, never what they say. */
export const loader = load(routes.operator.emails.index, 'operator', async ({ user, services, url, now }) => {
  const { jobs, emails, lostEmails } = services.operator
  const after = afterIn(url)
  const path = (next?: string) => href(routes.operator.emails.index, {}, { after: next })
  const lostAfter = after && { failedAt: after.at, guid: after.guid }
  const [waiting, held, rows] = await Promise.all([
    after ? [] : jobs.list('waiting', { limit: waitingShown, kind: 'mail' }),
    emails.countHeld(),
    lostEmails.list(rowsShown + 1, lostAfter),
  ])
  const { shown, next } = screenOf(rows, {
    lastOf: ({ failedAt, guid }) => ({ at: failedAt, guid }),
    toNext: path,
  })
  return {
    waiting: waiting.map((job) => shownJob(job, { timeZone: user.timeZone, now })),
    hasMoreWaiting: waiting.length === waitingShown,
    held,
    lost: shown.map(({ guid, email, reason, failedAt, canBeSent }) => ({
      guid,
      email,
      reason,
      when: recentTime(failedAt, user.timeZone, now),
      toSend: canBeSent ? href(routes.operator.emails.act, { Act: 'send-again' }, { email: guid }) : null,
    })),
    hasMailServer: services.config.smtpUrl !== null,
    toTest: act('test'),
    toSend: act('send-waiting'),
    toDrop: act('drop-waiting'),
    first: after ? path() : null,
    next,
  }
})

function act(Act: string): string {
  return href(routes.operator.emails.act, { Act })
}

export const meta = titled('Email – Server')

export default function Emails() {
  const shown = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead
        here="emails"
        actions={
          <a className="btn" href={shown.toTest}>
            Send test email
          </a>
        }
      />
      <h2 id="here" className="unseen">
        Email
      </h2>
      {shown.hasMailServer ? null : (
        <p className="note note-warn">
          There’s no mail server: each email is written to a file in the folder outbox of the data folder. Set
          SMTP_URL to have them sent.
        </p>
      )}
      {shown.held > 0 ? (
        <p className="note note-warn">
          <span>
            {counted(shown.held, 'email')} held after a restore. <a href={shown.toSend}>Send them</a>{' '}
            <a href={shown.toDrop}>Drop them</a>
          </span>
        </p>
      ) : null}
      {shown.first === null ? (
        <section className="section" aria-labelledby="waiting">
          <h2 id="waiting">Waiting</h2>
          {shown.waiting.length === 0 ? (
            <p className="card empty">Emails waiting for the mail server appear here.</p>
          ) : (
            <JobTable jobs={shown.waiting} isOfEmails />
          )}
          {shown.hasMoreWaiting ? (
            <p className="small">
              <a href={href(routes.operator.jobs.index)}>All waiting jobs</a>
            </p>
          ) : null}
        </section>
      ) : null}
      <section className="section" aria-labelledby="lost">
        <h2 id="lost">Not delivered</h2>
        {shown.lost.length === 0 ? (
          <p className="card empty">Emails that couldn’t be delivered appear here, for 30 days.</p>
        ) : (
          <>
            <LostTable lost={shown.lost} />
            <p className="small soft">
              An email can be sent again for a week, except one with a code or a link that has expired by
              then.
            </p>
          </>
        )}
      </section>
      <ListPager first={shown.first} next={shown.next} />
    </>
  )
}

type Lost = ReturnType<typeof useLoaderData<typeof loader>>['lost']

function LostTable({ lost }: { lost: Lost }) {
  return (
    <div className="list">
      <table className="table">
        <thead>
          <tr>
            <th scope="col">To</th>
            <th scope="col">Reason</th>
            <th scope="col">Given up</th>
            <th scope="col" className="act">
              <span className="unseen">Actions</span>
            </th>
          </tr>
        </thead>
        <tbody>
          {lost.map(({ guid, email, reason, when, toSend }) => (
            <tr key={guid}>
              <td className="break">
                <Address of={email} />
              </td>
              <td className="break" data-label="Reason">
                {reason}
              </td>
              <td className="nowrap" data-label="Given up">
                <Time {...when} />
              </td>
              <td className="act">
                {toSend ? <RowMenu of={email} actions={[{ label: 'Send again', to: toSend }]} /> : null}
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
