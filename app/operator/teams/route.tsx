import { useLoaderData } from '@remix-run/react'
import { shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Time } from '#app/ui/tables/time.tsx'
import { rowsShown } from '#app/operator/shared/after.server.ts'
import { ListPager } from '#app/operator/shared/list-pager.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

/** The teams by name: how many people, which domains. What is set for them is for their own administrators. */
export const loader = load(routes.operator.teams.index, 'operator', async ({ user, services, url, now }) => {
  const after = (url.searchParams.get('after') ?? '').slice(0, 200)
  const rows = await services.operator.teams.list(rowsShown + 1, after)
  const shown = rows.slice(0, rowsShown)
  const path = (next?: string) => href(routes.operator.teams.index, {}, { after: next })
  return {
    teams: shown.map(({ createdAt, requiresSecondFactor, secondFactorFrom, ...team }) => ({
      ...team,
      isRequired: requiresSecondFactor,
      requiredFrom:
        requiresSecondFactor && secondFactorFrom !== null && secondFactorFrom > now
          ? shownTime(secondFactorFrom, user.timeZone)
          : null,
      created: shownTime(createdAt, user.timeZone),
      to: href(routes.operator.teams.team, { Team: team.guid }),
    })),
    first: after === '' ? null : path(),
    next: rows.length > rowsShown ? path(shown.at(-1)!.name) : null,
  }
})

export const meta = titled('Teams – Server')

export default function Teams() {
  const { teams, first, next } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead here="teams" />
      <h2 id="here" className="unseen">
        Teams
      </h2>
      {teams.length === 0 ? (
        <p className="card empty">Teams and their email domains appear here.</p>
      ) : (
        <div className="list">
          <table className="table">
            <thead>
              <tr>
                <th scope="col">Team</th>
                <th scope="col" className="r">
                  Members
                </th>
                <th scope="col">Email domains</th>
                <th scope="col">Two-step verification</th>
                <th scope="col" className="o2">
                  Created
                </th>
              </tr>
            </thead>
            <tbody>
              {teams.map(({ guid, to, name, members, domains, isRequired, requiredFrom, created }) => (
                <tr key={guid}>
                  <th scope="row" className="break">
                    <a href={to}>{name}</a>
                  </th>
                  <td className="r" data-label="Members">
                    {members}
                  </td>
                  <td className="break" data-label={domains.length > 0 ? 'Email domains' : undefined}>
                    {domains.join(', ')}
                  </td>
                  <td data-label="Two-step verification">
                    {isRequired ? 'Required' : 'Optional'}
                    {requiredFrom ? (
                      <>
                        {' from '}
                        <Time {...requiredFrom} />
                      </>
                    ) : null}
                  </td>
                  <td className="o2 nowrap" data-label="Created">
                    <Time {...created} />
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
