import type { Identity } from '#server/accounts/identity.ts'
import type { memberActs } from '#server/rooms/people/member-forms.ts'
import type { BulkAnswer } from '#app/ui/tables/bulk.tsx'
import { confirmationOf, doneToEach } from '#app/view-models/bulk.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

type Act = (typeof memberActs)[number]
type Chosen = { member: string[]; act: Act; group?: string | undefined }
type Where = { identity: Identity; room: string }

const question = {
  ofOne: 'Remove this member?',
  ofMany: 'Remove these members?',
}

/** What removing someone means, shown before it is done. */
export const removalConsequences = [
  'They lose access from the next page or file, even while reading or uploading. No email is sent.',
  'What they added stays, and so does their activity.',
  'You can add them again. Their previous permissions don’t return; copies they printed still count.',
]

/** What the list of people does with the selected ones. */
export async function memberBulk(
  { services }: RequestContext,
  { identity, room }: Where,
  { member: shares, act, group }: Chosen,
): Promise<BulkAnswer> {
  const names = await services.rooms.members.namesOf(identity, room, shares)
  if (act === 'Remove …') return confirmationOf(shares, names, question)
  const { heading, words, work } = actOf(services, { identity, room }, act, group)
  return doneToEach({ chosen: shares, names, heading, words, unknown: 'Unknown member' }, work)
}

type Deed = { heading: string; words: string; work: (guid: string) => Promise<void> }

function actOf(
  { rooms: { membership } }: RequestContext['services'],
  { identity, room }: Where,
  act: Exclude<Act, 'Remove …'>,
  group: string | undefined,
): Deed {
  switch (act) {
    case 'Suspend':
      return {
        heading: 'Suspended',
        words: 'No access until restored.',
        work: (guid) => membership.suspend(identity, room, guid),
      }
    case 'Restore access':
      return {
        heading: 'Access restored',
        words: 'Access restored with the same permissions.',
        work: (guid) => membership.letBack(identity, room, guid),
      }
    case 'Send invitation again':
      return {
        heading: 'Invitations',
        words: 'Invitation sent again.',
        work: (guid) => membership.invite(identity, room, guid),
      }
    case 'Add to group':
      return {
        heading: group ? 'Added to the group' : 'Removed from their groups',
        words: group
          ? 'The group’s role and permissions now apply.'
          : 'Their own role and permissions now apply.',
        work: (guid) => membership.putInGroup(identity, room, guid, group || null),
      }
  }
}

export async function removeMembers(
  { services }: RequestContext,
  { identity, room }: Where,
  shares: readonly string[],
): Promise<BulkAnswer> {
  const names = await services.rooms.members.namesOf(identity, room, shares)
  const words = 'Removed. Access ends with the next page.'
  return doneToEach({ chosen: shares, names, heading: 'Removed', words, unknown: 'Unknown member' }, (guid) =>
    services.rooms.membership.remove(identity, room, guid),
  )
}
