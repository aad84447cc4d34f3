import { useLoaderData } from '@remix-run/react'
import { planRequestLabel } from '#server/rules/product/plan-requests.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import { recentTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load, pageNumber } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Address } from '#app/ui/address.tsx'
import { Badge, type Tone } from '#app/ui/badge.tsx'
import { ChoiceLinks } from '#app/ui/forms/choice-links.tsx'
import { Pager } from '#app/ui/tables/pager.tsx'
import { RowMenu } from '#app/ui/tables/row-menu.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { rowsShown } from '#app/operator/shared/after.server.ts'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

const tones: Record<string, Tone> = { Waiting: 'warn', Approved: 'good', Declined: 'bad', Withdrawn: 'soft' }

/** What accounts ask for their plans: those that wait for a decision, or all. */
export const loader = load(
  routes.operator.requests.index,
  'operator',
  async ({ user, services, url, now }) => {
    const isAll = url.searchParams.get('show') === 'all'
    const page = pageNumber(url)
    const { requests, total } = await services.plans.requests.page(user, {
      page,
      pageSize: rowsShown,
      ...(isAll ? {} : { status: 'Waiting' as const }),
    })
    const path = (next: number) =>
      href(
        routes.operator.requests.index,
        {},
        { show: isAll ? 'all' : undefined, page: next > 1 ? next : undefined },
      )
    return {
      requests: requests.map((request) => ({
        guid: request.guid,
        name: request.name || request.email,
        email: request.email,
        to: href(routes.operator.accounts.account, { User: request.userGuid }),
        has: tierOf(request.hasTierCode).name,
        asks: planRequestLabel({ ...request, plan: tierOf(request.tierCode).name }),
        message: request.message,
        status: request.status,
        tone: tones[request.status] ?? ('soft' as const),
        when: recentTime(request.createdAt, user.timeZone, now),
      })),
      choices: [
        { label: 'Waiting', to: href(routes.operator.requests.index), isHere: !isAll },
        { label: 'All', to: href(routes.operator.requests.index, {}, { show: 'all' }), isHere: isAll },
      ],
      previous: page > 1 ? path(page - 1) : null,
      next: total > page * rowsShown ? path(page + 1) : null,
      where: `Page ${page}`,
    }
  },
)

export const meta = titled('Plan requests – Server')

export default function PlanRequests() {
  const { requests, choices, previous, next, where } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead here="requests" />
      <h2 id="here" className="unseen">
        Plan requests
      </h2>
      <div className="tools">
        <ChoiceLinks label="Show" choices={choices} />
      </div>
      {requests.length === 0 ? (
        <p className="card empty">Requests for another plan, seats or an invoice appear here.</p>
      ) : (
        <div className="list">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Account</th>
                <th scope="col">Asks for</th>
                <th scope="col">Status</th>
                <th scope="col" className="o2">
                  When
                </th>
                <th scope="col" className="act">
                  <span className="unseen">Actions</span>
                </th>
              </tr>
            </thead>
            <tbody>
              {requests.map((request) => (
                <RequestLine key={request.guid} request={request} />
              ))}
            </tbody>
          </table>
        </div>
      )}
      <Pager label="Pages of the list" previous={previous} next={next} where={where} />
    </>
  )
}

type Shown = ReturnType<typeof useLoaderData<typeof loader>>['requests'][number]

function RequestLine({ request }: { request: Shown }) {
  const { guid, name, email, to, has, asks, message, status, tone, when } = request
  const decide = (Decision: string) => href(routes.operator.requests.decide, { Request: guid, Decision })
  return (
    <tr>
      <td className="break">
        <a className="name plain break" href={to}>
          {name}
        </a>
        <div className="meta">
          <Address of={email} />, {has}
        </div>
      </td>
      <td className="break" data-label="Asks for">
        {asks}
        {message ? <div className="meta message">{message}</div> : null}
      </td>
      <td>
        <Badge tone={tone}>{status}</Badge>
      </td>
      <td className="o2 nowrap" data-label="When">
        <Time {...when} />
      </td>
      <td className="act">
        {status === 'Waiting' ? (
          <RowMenu
            of={email}
            actions={[
              { label: 'Approve', to: decide('approve') },
              { label: 'Decline', to: decide('decline'), isBad: true },
            ]}
          />
        ) : null}
      </td>
    </tr>
  )
}
