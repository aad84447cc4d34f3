import { useLoaderData } from '@remix-run/react'
import type { AccountDetails } from '#server/operations/console/accounts.ts'
import { teamRoleName } from '#server/rules/accounts/team-roles.ts'
import { tierOf } from '#server/rules/product/plans.ts'
import { fileSize, shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts, type Fact } from '#app/ui/tables/facts.tsx'
import { nameOf, stateOf } from '#app/operator/shared/account-labels.server.ts'
import { ServerHead } from '#app/operator/shared/server-head.tsx'
import { accountActs } from '#app/operator/accounts/shared/acts.server.ts'

/** One account: what is known of it without looking at what belongs to its person, and what can be done with it. */
export const loader = load(
  routes.operator.accounts.account,
  'operator',
  async ({ user, services, params }) => {
    const { User } = params
    const account = await services.operator.accounts.details(User)
    const use = await services.files.usage.of(account)
    const stored =
      use.quota === null ? fileSize(use.consumed) : `${fileSize(use.consumed)} of ${fileSize(use.quota)}`
    return {
      name: nameOf(account),
      email: account.email,
      state: stateOf(account),
      isOperator: account.isOperator,
      isSelf: account.guid === user.guid,
      facts: factsOf(account, { stored, timeZone: user.timeZone }),
      toPlan: href(routes.operator.accounts.plan, { User }),
      acts: Object.entries(accountActs)
        .filter(([, act]) => act.isFor(account))
        .map(([Act, { verb, isBad }]) => ({
          label: verb,
          isBad,
          to: href(routes.operator.accounts.act, { User, Act }),
        })),
    }
  },
)

function factsOf(
  account: AccountDetails,
  { stored, timeZone }: { stored: string; timeZone: string },
): Fact[] {
  const { team, teamRole, signedInAt, closedAt } = account
  const most = account.countedTo
  const several = (count: number) => (count < most ? count.toLocaleString('en') : `${most - 1}+`)
  return [
    { label: 'Plan', value: tierOf(account.tierCode).name },
    { label: 'Team', value: team === null ? 'None' : `${team}, ${teamRoleName(teamRole ?? 2)}` },
    { label: 'Created', value: shownTime(account.createdAt, timeZone) },
    { label: 'Last sign-in', value: signedInAt === null ? 'Never' : shownTime(signedInAt, timeZone) },
    { label: 'Signed in now', value: several(account.sessions), note: 'browsers and programs' },
    { label: 'Access tokens', value: several(account.accessTokens), note: 'for programs' },
    {
      label: 'Password',
      value: account.mustChangePassword ? 'Has to be changed' : account.hasPassword ? 'Set' : 'None',
      ...(account.needsSetup ? { note: 'The account isn’t set up yet.' } : {}),
    },
    { label: 'Two-step verification', value: account.hasSecondFactor ? 'On' : 'Off' },
    { label: 'Storage', value: stored },
    { label: 'Shares', value: several(account.shares) },
    { label: 'Data rooms owned', value: several(account.rooms) },
    ...(closedAt === null ? [] : [{ label: 'Closed', value: shownTime(closedAt, timeZone) }]),
  ]
}

export const meta = titled<typeof loader>(({ name }) => `${name} – Server`)

export default function Account() {
  const { name, email, state, isOperator, isSelf, facts, toPlan, acts } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead
        here="accounts"
        title={name}
        crumbs={[{ to: href(routes.operator.accounts.index), label: 'Accounts' }]}
        facts={
          <>
            <span className="break">{email}</span> <Badge tone={state.tone}>{state.words}</Badge>{' '}
            {isOperator ? <Badge tone="brass">Administrator</Badge> : null}
          </>
        }
      />
      <h2 id="here" className="unseen">
        Account
      </h2>
      <div className="measure stack-wide">
        {isSelf ? <p className="note">This is your own account.</p> : null}
        <div className="card">
          <Facts facts={facts} />
        </div>
        <section className="card stack" aria-labelledby="acts">
          <h2 id="acts">Change this account</h2>
          <ul className="stack">
            <li>
              <a href={toPlan}>Change plan</a>
            </li>
            {acts.map(({ label, isBad, to }) => (
              <li key={label}>
                <a className={isBad ? 'bad' : undefined} href={to}>
                  {label}
                </a>
              </li>
            ))}
          </ul>
          <p className="small soft">Each one asks first, and is recorded in the audit log.</p>
        </section>
      </div>
    </>
  )
}
