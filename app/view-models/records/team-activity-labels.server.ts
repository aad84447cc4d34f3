import { isSignInMethod, sessionMethodLabels } from '#server/rules/accounts/sign-in-methods.ts'
import { counted, utcMinute } from '#server/rules/text/format.ts'
import type { Detail, TeamEventKind } from '#server/tracking/tracking.ts'

/** What happened in a team, as its administrators read it after the name of who did it. */
export const teamActivityLabel: Record<TeamEventKind, (detail: Detail) => string> = {
  TeamMade: ({ name }) => `created the team ${name}`,
  TeamRenamed: ({ from, to }) => `renamed the team from ${from} to ${to}`,
  TeamHandedOver: ({ person }) => `handed the team over to ${person}`,
  TeamClosed: ({ name }) => `closed the team ${name}`,
  TeamTermsChanged: ({ version }) => `changed the team’s terms of access (version ${version})`,
  TeamBrandingChanged: ({ what }) => `changed the team’s ${what}`,
  TeamDomainClaimed: ({ domain }) => `claimed the domain ${domain}`,
  TeamDomainProved: ({ domain }) => `proved the domain ${domain} by its record in DNS`,
  TeamDomainRemoved: ({ domain }) => `removed the domain ${domain}`,
  TeamDomainLocked: ({ domain }) => `locked the domain ${domain}`,
  TeamDomainUnlocked: ({ domain }) => `unlocked the domain ${domain}`,
  TeamMethodsChanged: ({ from, to }) =>
    `changed the sign-in methods from ${methodsText(from)} to ${methodsText(to)}`,
  TeamSignOutChanged: ({ from, to }) => `changed when members are signed out from ${from} to ${to}`,
  TeamSecondFactorChanged: ({ from, to }) =>
    `changed two-step verification from ${requirementText(from)} to ${requirementText(to)}`,
  TeamProviderPrepared: ({ provider }) => `set up the identity provider ${provider}, not yet on`,
  TeamProviderTested: ({ provider, worked }) =>
    `tested the identity provider ${provider}, which ${worked ? 'worked' : 'didn’t work'}`,
  TeamProviderChanged: ({ from, to }) =>
    `changed the identity provider for single sign-on from ${from} to ${to}`,
  TeamProviderDropped: ({ provider }) => `removed the identity provider ${provider}, which wasn’t on`,
  TeamInvited: ({ person, role }) => `invited ${person} as ${role}`,
  TeamUninvited: ({ person }) => `withdrew the invitation of ${person}`,
  TeamJoined: ({ role }) => `joined the team as ${role}`,
  TeamInvitationRejected: () => 'rejected the invitation to the team',
  TeamJoinAsked: () => 'asked to join the team',
  TeamJoinDecided: ({ person, admitted }) =>
    `${admitted ? 'approved' : 'rejected'} the request of ${person} to join`,
  TeamRoleChanged: ({ person, from, to }) => `changed the role of ${person} from ${from} to ${to}`,
  TeamMemberSuspended: ({ person }) => `suspended ${person}`,
  TeamMemberBack: ({ person }) => `restored access for ${person}`,
  TeamMemberRemoved: ({ person, kept, to }) =>
    `removed ${person} from the team${kept ? '' : `, to transfer what they shared and owned to ${to}`}`,
  TeamWorkHandedOver: ({ person, to, shares, rooms }) =>
    `transferred ${counted(Number(shares), 'shared file')} and ${counted(Number(rooms), 'data room')} of ${person} to ${to}`,
  TeamMemberLeft: () => 'left the team',
}

function methodsText(stored: Detail[string] | undefined): string {
  if (stored === 'any') return 'any method'
  const names = String(stored).split(',').filter(isSignInMethod)
  return names.map((name) => sessionMethodLabels[name]).join(', ')
}

function requirementText(stored: Detail[string] | undefined): string {
  if (stored === 'optional') return 'optional'
  return stored === 'now' ? 'required' : `required from ${utcMinute(Date.parse(String(stored)))}`
}
