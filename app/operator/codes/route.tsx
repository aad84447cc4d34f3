import { useLoaderData } from '@remix-run/react'
import { tierOf } from '#server/rules/product/plans.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Time } from '#app/ui/tables/time.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'

/** The codes with which people create accounts: what they are for, never what they say. */
export const loader = load(routes.operator.codes.index, 'operator', async ({ user, services }) => {
  const codes = await services.accounts.signupCodes.list()
  return {
    mode: await services.accounts.registrations.mode(),
    codes: codes.map(({ name, tierCode, usesLeft, expiresAt, createdAt, note, isUsable }) => ({
      name,
      plan: tierCode === null ? 'Standard' : tierOf(tierCode).name,
      uses: usesLeft === null ? 'Any' : String(usesLeft),
      until: expiresAt === null ? null : shownTime(expiresAt, user.timeZone),
      created: shownTime(createdAt, user.timeZone),
      note,
      isUsable,
      revoke: href(routes.operator.codes.revoke, { Code: name }),
    })),
  }
})

export const meta = titled('Sign-up codes – Server')

const modes = {
  first: 'Anyone can create the first account.',
  open: 'Anyone can create an account; a code gives another plan.',
  code: 'Only people with a code can create an account.',
  closed: 'No one can create an account, with or without a code.',
}

export default function Codes() {
  const { mode, codes } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead
        here="codes"
        actions={
          <a className="btn btn-main" href={href(routes.operator.codes.create)}>
            Create code
          </a>
        }
      />
      <h2 id="here" className="unseen">
        Sign-up codes
      </h2>
      <div className="stack">
        <p className="soft">{modes[mode]}</p>
        {codes.length === 0 ? (
          <p className="card empty">Codes that you create appear here.</p>
        ) : (
          <div className="list">
            <table className="table">
              <thead>
                <tr>
                  <th scope="col">Code</th>
                  <th scope="col">Plan</th>
                  <th scope="col" className="r">
                    Accounts left
                  </th>
                  <th scope="col">Until</th>
                  <th scope="col" className="o2">
                    Created
                  </th>
                  <th scope="col" className="r">
                    <span className="unseen">Actions</span>
                  </th>
                </tr>
              </thead>
              <tbody>
                {codes.map(({ name, plan, uses, until, created, note, isUsable, revoke }) => (
                  <tr key={name}>
                    <th scope="row" className="break">
                      {name} {isUsable ? null : <Badge tone="soft">Over</Badge>}
                      {note ? <div className="small soft">{note}</div> : null}
                    </th>
                    <td data-label="Plan">{plan}</td>
                    <td className="r" data-label="Accounts left">
                      {uses}
                    </td>
                    <td className="nowrap" data-label="Until">
                      {until ? <Time {...until} /> : 'No end'}
                    </td>
                    <td className="o2 nowrap" data-label="Created">
                      <Time {...created} />
                    </td>
                    <td className="r nowrap">
                      <a href={revoke}>
                        Revoke<span className="unseen"> {name}</span>
                      </a>
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </div>
    </>
  )
}
