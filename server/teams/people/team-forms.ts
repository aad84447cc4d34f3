import { z } from 'zod'
import { maxMessageLength, rowsOnScreen } from '#server/rules/sharing/options.ts'

const guid = z.string().max(100)
const role = z.enum(['0', '1', '2'], 'Choose a role.').transform(Number)

export const inviteForm = z.object({
  people: z
    .string({ error: 'Enter at least one email address.' })
    .max(50_000, 'That list is too long. Invite up to 100 people at a time.'),
  role,
  message: z
    .string()
    .max(10 * maxMessageLength, `Shorten the message to ${maxMessageLength} characters or fewer.`)
    .optional(),
})

/** What can be done with selected people, in the order of the buttons. */
export const peopleActs = [
  'Approve request',
  'Reject request',
  'Send invitation again',
  'Withdraw invitation',
  'Change role',
  'Suspend',
  'Restore access',
  'Remove …',
] as const
export type PeopleAct = (typeof peopleActs)[number]

const chosen = z
  .array(guid)
  .min(1, 'Select at least one person.')
  .max(rowsOnScreen, `Select up to ${rowsOnScreen} people at once.`)
export const peopleBulkForm = z.object({
  person: chosen,
  act: z.enum(peopleActs),
  role: role.optional().catch(undefined),
})

/**
 * `to` is the member who takes over what they share and own; empty keeps it with their accounts. `seen` is the one whose
 * preview the page showed.
 */
export const removePeopleForm = z.object({ person: chosen, to: guid.optional(), seen: guid.optional() })

const teamNameText = 'A team needs a name of 1 to 100 characters.'
export const teamNameForm = z.object({
  name: z.string({ error: teamNameText }).max(1000, teamNameText),
})
export const handOverForm = z.object({ to: z.string({ error: 'Choose a member.' }).max(100) })
/** Confirms by its name that this team is meant. */
export const closeTeamForm = z.object({
  teamName: z.string({ error: 'Enter the name of the team.' }).max(1000, 'Enter the name of the team.'),
})

const domain = z
  .string({ error: 'Enter a domain, like example.com.' })
  .max(300, 'Enter a domain, like example.com.')
export const domainForm = z.object({ domain })

/** What can be done with a domain; those with … ask first. */
export const domainActs = ['Remove', 'Lock …', 'Lock domain', 'Unlock'] as const
export const domainActForm = z.object({ domain, act: z.enum(domainActs) })
