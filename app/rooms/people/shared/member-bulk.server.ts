import type { Identity } from '#server/accounts/identity.ts'
import type { memberActs } from '#server/rooms/people/member-forms.ts'
import type { BulkAnswer } from '#app/ui/tables/bulk.tsx'
import { askedFirst, doneToEach } from '#app/view-models/bulk.server.ts'
import type { RequestContext } from '#app/request/loader.server.ts'

type Act = (typeof memberActs)[number]
type Chosen = { member: string[]; act: Act; group?: string | undefined }
type Where = { identity: Identity; room: string }

const question = {
  ofOne: 'Remove this person from the data room?',
  ofMany: 'Remove these people from the data room?',
}

/** What removing someone means, shown before it is done. */
export const removalConsequences = [
  'Who is reading or uploading stops at the next page or file. No mail is sent.',
  'What they added stays, and so does what is recorded of them.',
  'They can be added again: with no rights from before, and with the print copies spent that were spent.',
]

/** What the list of people does with the selected ones. */
export async function memberBulk(
  { services }: RequestContext,
  { identity, room }: Where,
  { member: shares, act, group }: Chosen,
): Promise<BulkAnswer> {
  const names = await services.rooms.members.namesOf(identity, room, shares)
  if (act === 'Remove …') return askedFirst(shares, names, question)
  const { heading, words, work } = actOf(services, { identity, room }, act, group)
  return doneToEach({ chosen: shares, names, heading, words, unknown: 'Unknown person' }, work)
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
        words: 'Cannot enter until let in again.',
        work: (guid) => membership.suspend(identity, room, guid),
      }
    case 'Let in again':
      return {
        heading: 'Let in again',
        words: 'May enter again, with the same rights.',
        work: (guid) => membership.letBack(identity, room, guid),
      }
    case 'Send invitation again':
      return {
        heading: 'Invitations',
        words: 'The invitation goes out by mail once more.',
        work: (guid) => membership.invite(identity, room, guid),
      }
    case 'Put into group':
      return {
        heading: group ? 'Put into the group' : 'Taken out of their groups',
        words: group ? 'The role and rights of the group hold now.' : 'The own role and own rights hold now.',
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
  const words = 'Removed, from the next page on.'
  return doneToEach({ chosen: shares, names, heading: 'Removed', words, unknown: 'Unknown person' }, (guid) =>
    services.rooms.membership.remove(identity, room, guid),
  )
}
