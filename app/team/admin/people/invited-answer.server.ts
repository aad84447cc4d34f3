import { invitesOverPlanMessage } from '#server/rules/text/messages.ts'
import type { InvitedLine, InviteOutcome } from '#server/teams/people/invitations.ts'
import type { BulkAnswer } from '#app/ui/tables/bulk.tsx'

/** The outcome of each line of a pasted list, in words. */
export function invitedAnswer({ seats, lines }: { seats: number | null; lines: InvitedLine[] }): BulkAnswer {
  const words: Record<InviteOutcome, string> = {
    invited: 'Invited by email. The link works for 14 days.',
    emailHeld: 'Not sent: this address got three invitations within an hour. Try again later.',
    already: 'Already in the team.',
    full: invitesOverPlanMessage(seats ?? 0),
    noAddress: 'Not an email address. Addresses look like name@example.com.',
  }
  const done = lines.filter(({ outcome }) => outcome === 'invited').length
  return {
    kind: 'done',
    heading: done === 0 ? 'No one was invited' : `${done === 1 ? '1 person' : `${done} people`} invited`,
    lines: lines.map(({ typed, outcome }, at) => ({
      key: String(at),
      name: typed,
      words: words[outcome],
      isDone: outcome === 'invited',
    })),
  }
}
