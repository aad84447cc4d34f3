import type { Detail, TeamEventKind } from '#server/tracking/tracking.ts'

/** What happened in a team, as its administrators read it after the name of who did it. */
export const teamActivityLabel: Record<TeamEventKind, (detail: Detail) => string> = {
  TeamMade: ({ name }) => `created the team ${name}`,
  TeamRenamed: ({ from, to }) => `renamed the team from ${from} to ${to}`,
  TeamHandedOver: ({ person }) => `handed the team over to ${person}`,
  TeamClosed: ({ name }) => `closed the team ${name}`,
  TeamTermsChanged: ({ version }) => `changed the team’s terms of access (version ${version})`,
  TeamDomainClaimed: ({ domain }) => `claimed the domain ${domain}`,
  TeamDomainProved: ({ domain }) => `proved the domain ${domain} by its record in DNS`,
  TeamDomainRemoved: ({ domain }) => `removed the domain ${domain}`,
  TeamDomainLocked: ({ domain }) => `locked the domain ${domain}`,
  TeamDomainUnlocked: ({ domain }) => `unlocked the domain ${domain}`,
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
  TeamMemberRemoved: ({ person, kept }) =>
    `removed ${person} from the team${kept ? '' : ', and transferred what they shared and owned'}`,
  TeamMemberLeft: () => 'left the team',
}
