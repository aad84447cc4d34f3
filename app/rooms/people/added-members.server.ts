import { counted } from '#server/rules/text/format.ts'
import { problems } from '#server/rules/problems.ts'
import type { AddedLine } from '#server/rooms/people/adding-members.ts'
import { overFull, type AddedPeople } from '#server/rooms/people/members.ts'
import { href, routes } from '#app/routes.ts'
import type { AddedAnswer } from './add-members.tsx'

type Chosen = { seesNothingYet: boolean; willBeTold: boolean }

/** The outcome of each line of a pasted list, in words. */
export function addedAnswer({ room, lines, max }: AddedPeople, chosen: Chosen): AddedAnswer {
  const done = lines.filter(({ outcome }) => outcome === 'added').length
  return {
    kind: 'added',
    heading: done === 0 ? 'No one was added' : `${counted(done, 'member')} added`,
    lines: lines.map((line, at) => ({
      key: String(at),
      typed: line.typed,
      words: outcomeText(line, max, chosen),
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

const tooManyText =
  'No email was sent: this address got three invitations within an hour. Send it later from the member’s page.'

function outcomeText(
  { outcome, isEmailHeld = false }: AddedLine,
  max: number,
  { seesNothingYet, willBeTold }: Chosen,
): string {
  switch (outcome) {
    case 'added':
      return [
        isEmailHeld ? tooManyText : willBeTold ? 'Invitation sent.' : 'No email was sent.',
        ...(seesNothingYet ? ['No folders yet.'] : []),
      ].join(' ')
    case 'already':
      return 'Already a member. Open the member to make changes.'
    case 'owner':
      return 'This is the data room’s owner.'
    case 'not in team':
      return problems.coOwnerNotInTeam.text
    case 'full':
      return overFull(max).text
    case 'no address':
      return 'Not an email address. Addresses look like name@example.com.'
  }
}
