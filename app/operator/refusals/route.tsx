import { useLoaderData } from '@remix-run/react'
import type { Refusal } from '#server/operations/console/refusals.ts'
import { isProblemName, problems } from '#server/rules/problems.ts'
import { recentTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Address } from '#app/ui/address.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { afterIn, rowsShown, screenOf } from '#app/operator/shared/after.server.ts'
import { ListPager } from '#app/operator/shared/list-pager.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const whats: Record<string, string> = {
  Refused: 'Couldn’t open a file or data room',
  PasskeyLocked: 'Wrong passkeys: waiting time',
  PasskeyGuessed: 'Many wrong passkeys',
  CodesGuessed: 'Many wrong verification codes',
  AccountLocked: 'Many wrong passwords or codes of an account',
  SecondFactorFailed: 'Wrong two-step verification code',
}

/** What kept people out: when, who as far as it is known, from where and why. Never what they wanted to open. */
export const loader = load(routes.operator.refusals, 'operator', async ({ user, services, url, now }) => {
  const after = afterIn(url)
  const rows = await services.operator.refusals.list(rowsShown + 1, after)
  const path = (next?: string) => href(routes.operator.refusals, {}, { after: next })
  const { shown, next } = screenOf(rows, {
    lastOf: ({ at, subject }) => ({ at, guid: subject }),
    toNext: path,
  })
  return {
    refusals: shown.map(({ subject, sequence, at, kind, email, ip, country, reason }) => ({
      key: `${subject}.${sequence}`,
      when: recentTime(at, user.timeZone, now),
      what: whats[kind] ?? kind,
      reason: reasonText(reason),
      email: email ?? '',
      from: [ip, country].filter(Boolean).join(', '),
    })),
    first: after ? path() : null,
    next,
  }
})

function reasonText(reason: Refusal['reason']): string {
  if (reason === null) return ''
  return isProblemName(reason) ? problems[reason].text : reason
}

export const meta = titled('Blocked – Server')

export default function RecentRefusals() {
  const { refusals, first, next } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead here="refusals" />
      <h2 id="here" className="unseen">
        Blocked
      </h2>
      {refusals.length === 0 ? (
        <p className="card empty">Attempts that weren’t allowed appear here, without what they were about.</p>
      ) : (
        <div className="list">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">When</th>
                <th scope="col">What</th>
                <th scope="col">Who</th>
                <th scope="col">From</th>
              </tr>
            </thead>
            <tbody>
              {refusals.map(({ key, when, what, reason, email, from }) => (
                <tr key={key}>
                  <td className="nowrap">
                    <Time {...when} />
                  </td>
                  <td data-label="What">
                    {what}
                    {reason ? <div className="meta">{reason}</div> : null}
                  </td>
                  <td className="break" data-label={email ? 'Who' : undefined}>
                    {email ? <Address of={email} /> : null}
                  </td>
                  <td className="break" data-label={from ? 'From' : undefined}>
                    {from}
                  </td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      )}
      <ListPager first={first} next={next} />
    </>
  )
}
