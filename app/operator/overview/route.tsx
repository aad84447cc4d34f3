import { useLoaderData } from '@remix-run/react'
import { duration } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import { routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Badge } from '#app/ui/badge.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'
import { partsOf } from './overview-parts.server.ts'

export const loader = load(routes.operator.overview, 'operator', async ({ user, services, now }) => {
  const found = await services.operator.overviews.read()
  const parts = partsOf(found, { timeZone: user.timeZone, now })
  const up = now - found.startedAt
  return {
    parts,
    isReady: found.isReady,
    issues: parts.filter(({ tone }) => tone === 'warn' || tone === 'bad').length,
    facts: `${productName} ${found.version} · running for ${duration(up)} · ${services.config.publicUrl.host}`,
  }
})

export const meta = titled('Server')

export default function ServerOverview() {
  const { parts, isReady, issues, facts } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead
        here="overview"
        facts={
          <>
            <Badge tone={isReady ? (issues === 0 ? 'good' : 'warn') : 'bad'}>
              {isReady ? issueText(issues) : 'Not ready'}
            </Badge>{' '}
            <span>{facts}</span>
          </>
        }
      />
      <h2 id="here" className="unseen">
        Overview
      </h2>
      <div className="list">
        <table className="table">
          <thead>
            <tr>
              <th scope="col">Part</th>
              <th scope="col">State</th>
              <th scope="col">Details</th>
            </tr>
          </thead>
          <tbody>
            {parts.map(({ name, tone, state, words }) => (
              <tr key={name}>
                <th scope="row" className="nowrap">
                  {name}
                </th>
                <td data-label="State">
                  <Badge tone={tone}>{state}</Badge>
                </td>
                <td className="break" data-label="Details">
                  {words}
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </>
  )
}

function issueText(issues: number): string {
  if (issues === 0) return 'No issues'
  return issues === 1 ? '1 issue' : `${issues} issues`
}
