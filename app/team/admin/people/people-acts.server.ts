import type { User } from '#server/accounts/accounts.ts'
import { teamRoleLabel, type PersonState } from '#server/rules/accounts/team-people.ts'
import { Problem } from '#server/rules/problems.ts'
import type { PeopleAct } from '#server/teams/people/team-forms.ts'
import type { RequestContext } from '#app/request/loader.server.ts'
import type { BulkAnswer } from '#app/ui/tables/bulk.tsx'
import { doneToEach } from '#app/view-models/bulk.server.ts'
import { askRemoval } from './removing.server.ts'

const unknown = 'Unknown person'

/** What can be done with someone in this state, besides what everyone has a page for. */
export const actsByState: Record<PersonState, readonly PeopleAct[]> = {
  active: ['Change role', 'Suspend', 'Remove …'],
  pending: ['Change role', 'Suspend', 'Remove …'],
  suspended: ['Restore access', 'Remove …'],
  invited: ['Send invitation again', 'Withdraw invitation'],
  expired: ['Send invitation again', 'Withdraw invitation'],
  asked: ['Approve request', 'Reject request'],
  rejected: [],
  withdrawn: [],
  left: [],
}

/** What the list of people does with the selected ones. */
export async function peopleBulk(
  context: RequestContext,
  actor: User,
  { person, act, role }: { person: string[]; act: PeopleAct; role?: number | undefined },
): Promise<BulkAnswer> {
  if (act === 'Remove …') return askRemoval(context, actor, { person })
  const { services } = context
  const names = await services.teams.people.namesOf(actor, person)
  const { heading, words, work } = deedOf(services, actor, act, role)
  return doneToEach({ chosen: person, names, heading, words, unknown }, work)
}

type Deed = { heading: string; words: string; work: (guid: string) => Promise<void> }

function deedOf(
  { teams: { invitations, membership } }: RequestContext['services'],
  actor: User,
  act: Exclude<PeopleAct, 'Remove …'>,
  role: number | undefined,
): Deed {
  switch (act) {
    case 'Approve request':
      return {
        heading: 'Requests approved',
        words: 'Approved. They’ll get an email.',
        work: (guid) => membership.decide(actor, guid, true),
      }
    case 'Reject request':
      return {
        heading: 'Requests rejected',
        words: 'Rejected. They’ll get an email.',
        work: (guid) => membership.decide(actor, guid, false),
      }
    case 'Send invitation again':
      return {
        heading: 'Invitations',
        words: 'Invitation sent again. Only its link works.',
        work: (guid) => invitations.again(actor, guid),
      }
    case 'Withdraw invitation':
      return {
        heading: 'Invitations withdrawn',
        words: 'Withdrawn. The link no longer works.',
        work: (guid) => invitations.takeBack(actor, guid),
      }
    case 'Change role': {
      if (role === undefined) throw new Problem('badForm', { field: 'role', text: 'Choose a role.' })
      return {
        heading: 'Roles',
        words: `Role is now ${teamRoleLabel(role)}.`,
        work: (guid) => membership.changeRole(actor, guid, role),
      }
    }
    case 'Suspend':
      return {
        heading: 'Suspended',
        words: 'Can’t sign in, and what they shared is closed, until you restore access.',
        work: (guid) => membership.suspend(actor, guid),
      }
    case 'Restore access':
      return {
        heading: 'Access restored',
        words: 'Can sign in again. What they shared is open again.',
        work: (guid) => membership.restore(actor, guid),
      }
  }
}
