import type { Events } from '#server/events/events.ts'
import type { Mailer } from '#server/mail/mailer.ts'
import {
  joinAskedEmail,
  joinDecidedEmail,
  teamClosedEmail,
  teamRemovedEmail,
  teamSecondFactorEmail,
  workHandedOverEmail,
} from './team-emails.ts'

type Deps = { events: Events; mailer: Mailer; publicUrl: URL }

/** Has the emails written that tell people of what happens in teams. */
export function tellOfTeams({ events, mailer, publicUrl }: Deps): void {
  events.onEmail('joinAskedEmail', async (tx, { facts: { team, person, admins } }) => {
    for (const to of admins) await mailer.enqueue(tx, joinAskedEmail({ to, publicUrl, team, person }))
  })
  events.onEmail('joinDecidedEmail', async (tx, { facts: { team, person, isAdmitted, isTold } }) => {
    // An address without an account is sent an invitation instead.
    if (isTold) await mailer.enqueue(tx, joinDecidedEmail({ to: person, publicUrl, team, isAdmitted }))
  })
  events.onEmail('teamClosedEmail', async (tx, { facts: { team, members } }) => {
    for (const to of members) await mailer.enqueue(tx, teamClosedEmail({ to, publicUrl, team }))
  })
  events.onEmail('teamSecondFactorEmail', async (tx, { facts: { team, from, members } }) => {
    for (const to of members) await mailer.enqueue(tx, teamSecondFactorEmail({ to, publicUrl, team, from }))
  })
  events.onEmail('teamRemovedEmail', async (tx, { facts: { team, person, heir } }) =>
    mailer.enqueue(tx, teamRemovedEmail({ to: person, publicUrl, team, heir })),
  )
  events.onEmail('workHandedOverEmail', async (tx, { facts: { heir: to, ...work } }) =>
    mailer.enqueue(tx, workHandedOverEmail({ to, publicUrl, ...work })),
  )
}
