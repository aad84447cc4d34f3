import { useLoaderData } from '@remix-run/react'
import { teamRoleLabel } from '#server/rules/accounts/team-people.ts'
import { shownTime } from '#server/rules/text/format.ts'
import { href, routes } from '#app/routes.ts'
import { loader as load } from '#app/request/loader.server.ts'
import { titled } from '#app/request/titled.ts'
import { Badge } from '#app/ui/badge.tsx'
import { Facts } from '#app/ui/tables/facts.tsx'
import { ServerHead } from '#app/operator/shared/server-head.tsx'
import { teamActs } from '#app/operator/teams/shared/acts.server.ts'

const membersShown = 100

/** One team: its members and domains, and what can be done with it as a whole. */
export const loader = load(routes.operator.teams.team, 'operator', async ({ user, services, params }) => {
  const { Team } = params
  const team = await services.operator.teams.details(Team)
  const act = (Act: string, domain?: string) => href(routes.operator.teams.act, { Team, Act }, { domain })
  return {
    name: team.name,
    facts: [
      { label: 'Members', value: String(team.members.length) },
      { label: 'Created', value: shownTime(team.createdAt, user.timeZone) },
      {
        label: 'Email domains',
        value:
          team.domains.map(({ domain, isLocked }) => (isLocked ? `${domain} (locked)` : domain)).join(', ') ||
          'None',
      },
    ],
    members: team.members.slice(0, membersShown).map(({ guid, email, role, isOpen }) => ({
      email,
      role: teamRoleLabel(role),
      isOpen,
      to: href(routes.operator.accounts.account, { User: guid }),
    })),
    hidden: Math.max(0, team.members.length - membersShown),
    claims: team.claims.map((domain) => ({ domain, to: act('confirm-domain', domain) })),
    acts: Object.entries(teamActs)
      .filter(([Act, one]) => Act !== 'confirm-domain' && one.isFor(team, { domain: '' }))
      .map(([Act, { verb, isBad }]) => ({ label: verb, isBad, to: act(Act) })),
  }
})

export const meta = titled<typeof loader>(({ name }) => `${name} – Server`)

export default function Team() {
  const { name, facts, members, hidden, claims, acts } = useLoaderData<typeof loader>()
  return (
    <>
      <ServerHead
        here="teams"
        title={name}
        crumbs={[{ to: href(routes.operator.teams.index), label: 'Teams' }]}
      />
      <h2 id="here" className="unseen">
        Team
      </h2>
      <div className="measure stack-wide">
        <div className="card">
          <Facts facts={facts} />
        </div>
        <section className="card stack" aria-labelledby="members">
          <h2 id="members">Members</h2>
          {members.length === 0 ? <p className="soft">No one yet.</p> : null}
          <ul className="stack">
            {members.map(({ email, role, isOpen, to }) => (
              <li key={email} className="break">
                <a href={to}>{email}</a> <span className="soft">{role}</span>{' '}
                {isOpen ? null : <Badge tone="bad">Disabled</Badge>}
              </li>
            ))}
          </ul>
          {hidden > 0 ? <p className="small soft">And {hidden} more, under Accounts.</p> : null}
        </section>
        {claims.length > 0 ? (
          <section className="card stack" aria-labelledby="claims">
            <h2 id="claims">Domains that wait for their record in DNS</h2>
            <ul className="stack">
              {claims.map(({ domain, to }) => (
                <li key={domain} className="break">
                  {domain} <a href={to}>Confirm domain</a>
                </li>
              ))}
            </ul>
          </section>
        ) : null}
        <section className="card stack" aria-labelledby="acts">
          <h2 id="acts">Change this team</h2>
          <ul className="stack">
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
