import { counted } from '#server/rules/text/format.ts'
import { problems } from '#server/rules/problems.ts'
import type { AddedLine } from '#server/rooms/people/adding-members.ts'
import { overFull, type AddedPeople } from '#server/rooms/people/members.ts'
import type { RoomAccess } from '#server/rooms/access/room-access.ts'
import { href, routes } from '#app/routes.ts'
import type { AddedAnswer } from './add-members.tsx'

type Chosen = { seesNothingYet: boolean; willBeTold: boolean }

/** The outcome of each line of a pasted list, in words. */
export function addedAnswer({ room, lines }: AddedPeople, chosen: Chosen): AddedAnswer {
  const done = lines.filter(({ outcome }) => outcome === 'added').length
  return {
    kind: 'added',
    heading:
      done === 0 ? 'Nobody was added' : `${counted(done, 'person').replace('persons', 'people')} added`,
    lines: lines.map((line, at) => ({
      key: String(at),
      typed: line.typed,
      words: wordsOf(line, room, chosen),
      isDone: line.outcome === 'added',
      to:
        line.guid === null
          ? null
          : href(routes.rooms.people.person, { RoomGuid: room.guid, Member: line.guid }),
      rights:
        line.outcome === 'added' && chosen.seesNothingYet && line.guid
          ? href(routes.rooms.rights.holder, { RoomGuid: room.guid, Holder: line.guid })
          : null,
    })),
  }
}

const heldWords =
  'No mail was sent: three invitations to this data room went to this address within an hour. Send it again later, from the page of this person.'

function wordsOf(
  { outcome, isEmailHeld = false }: AddedLine,
  room: RoomAccess,
  { seesNothingYet, willBeTold }: Chosen,
): string {
  switch (outcome) {
    case 'added':
      return [
        isEmailHeld ? heldWords : willBeTold ? 'The invitation is on its way.' : 'No mail was sent.',
        ...(seesNothingYet ? ['Sees nothing yet.'] : []),
      ].join(' ')
    case 'already':
      return 'In this data room already. Nothing was changed; open the person to change something.'
    case 'owner':
      return 'This is the owner of the data room.'
    case 'not in team':
      return problems.coOwnerNotInTeam.text
    case 'full':
      return overFull(room).text
    case 'no address':
      return 'Not an e-mail address. Addresses look like name@example.com.'
  }
}
