import type { Command } from 'commander'
import { teamRoleName } from '#server/rules/accounts/team-roles.ts'
import { teamAddresses } from '#server/teams/addresses.ts'
import type { Connection } from '#server/teams/connections.ts'
import { certificateEnds } from '#server/teams/sign-in/certificates.ts'
import type { TeamDomain } from '#server/teams/domains.ts'
import type { Member, Team } from '#server/teams/teams.ts'
import { requirementOf } from './accounts/team-second-factor.ts'
import { answering } from './answer.ts'
import { columns } from './columns.ts'
import { withInstallation } from './installation.ts'

type Shown = {
  team: Team
  members: Member[]
  domains: TeamDomain[]
  connection: Connection | null
  publicUrl: URL
}

/** `strongroom team show`: everything about one team, and what its identity provider has to know about us. */
export function addShow(team: Command): void {
  const show = team
    .command('show')
    .description('show a team, and what to enter at its identity provider')
    .argument('<team>', 'the team')
    .addHelpText('after', '\nExample:\n  strongroom team show Acme')
  answering(show, async (named: string) => {
    const shown = await withInstallation('guest', async (services): Promise<Shown> => {
      const found = await services.teams.all.find(named)
      return {
        team: found,
        members: await services.teams.all.members(found),
        domains: await services.teams.domains.list(found),
        connection: await services.teams.connections.ofTeam(found.guid),
        publicUrl: services.config.publicUrl,
      }
    })
    return { lines: linesOf(shown), data: dataOf(shown) }
  })
}

/** What to enter at the identity provider. */
export function addressLines(publicUrl: URL, teamGuid: string, kind: Connection['kind'] | null): string[] {
  const { redirectUri, entityId, consumer } = teamAddresses(publicUrl, teamGuid)
  const oidc = [['Redirect address (OpenID Connect)', redirectUri.href]]
  const saml = [
    ['Entity id, and address of our metadata (SAML)', entityId.href],
    ['Assertion consumer service (SAML, HTTP-POST)', consumer.href],
  ]
  const rows = kind === 'oidc' ? oidc : kind === 'saml' ? saml : [...oidc, ...saml]
  return ['Enter at the identity provider:', ...columns(rows.map(([what, value]) => [`  ${what}`, value!]))]
}

function linesOf({ team, members, domains, connection, publicUrl }: Shown): string[] {
  const facts = [
    ['Name', team.name],
    ['Guid', team.guid],
    ['Sign in by', team.allowedMethods?.join(', ') ?? 'any way'],
    ['Two-step verification', requirementOf(team)],
    [
      'Domains',
      domains.map(({ domain, isLocked }) => domain + (isLocked ? ' (locked)' : '')).join(', ') || '-',
    ],
    ...connectionFacts(connection),
  ]
  const people = members.map((member) => [member.email, teamRoleName(member.role), member.status])
  return [
    ...columns(facts),
    '',
    ...addressLines(publicUrl, team.guid, connection?.kind ?? null),
    '',
    ...(people.length > 0 ? columns([['MEMBER', 'ROLE', 'STATUS'], ...people]) : ['No members yet.']),
  ]
}

function connectionFacts(connection: Connection | null): string[][] {
  if (!connection) return [['Single sign-on', 'none']]
  const { kind, settings } = connection
  if (kind === 'oidc') {
    return [
      ['Single sign-on', `OpenID Connect, ${settings.issuer}`],
      ['Client id', settings.clientId],
    ]
  }
  return [
    ['Single sign-on', `SAML, ${settings.entityId}`],
    ['Sign-on address', settings.signOnUrl],
    ...settings.certificates.map((pem) => ['Certificate until', validUntil(pem)]),
  ]
}

function dataOf({ team, members, domains, connection, publicUrl }: Shown) {
  const { redirectUri, entityId, consumer } = teamAddresses(publicUrl, team.guid)
  return {
    ...team,
    secondFactorFrom: team.secondFactorFrom === null ? null : time(team.secondFactorFrom),
    createdAt: time(team.createdAt),
    members: members.map(({ role, ...member }) => ({ ...member, role: teamRoleName(role) })),
    domains: domains.map(({ assertedAt, ...one }) => ({ ...one, assertedAt: time(assertedAt) })),
    // The client secret is not shown.
    connection: connection && { kind: connection.kind, ...connection.settings },
    redirectAddress: redirectUri.href,
    samlEntityId: entityId.href,
    samlConsumer: consumer.href,
  }
}

function validUntil(pem: string): string {
  return time(certificateEnds(pem)).slice(0, 10)
}

function time(at: number): string {
  return new Date(at).toISOString()
}
