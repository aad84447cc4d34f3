import type { Selectable } from 'kysely'
import { isUniqueViolation } from '#server/db/errors.ts'
import { newGuid, type Transaction } from '#server/db/open.ts'
import type { TeamTable } from '#server/db/tables/team-tables.ts'
import { Problem } from '#server/rules/problems.ts'

export type TeamRow = Omit<Selectable<TeamTable>, 'closed_at' | 'second_factor_reminded'>

/** The longest name of a team, in characters. */
export const maxTeamNameLength = 100

/** Throws badForm with the field `name`. */
export function requireTeamName(typed: string): string {
  const name = typed.trim()
  if (name !== '' && name.length <= maxTeamNameLength && !/\p{Cc}/u.test(name)) return name
  throw new Problem('badForm', { field: 'name', text: 'A team needs a name of 1 to 100 characters.' })
}

/** A team without members or requirements. Throws badForm for a name that is not one, or is taken. */
export async function insertTeam(tx: Transaction, typed: string, now: number): Promise<TeamRow> {
  const name = requireTeamName(typed)
  const row = {
    guid: newGuid(),
    name,
    allowed_methods: null,
    requires_second_factor: 0,
    second_factor_from: null,
    bar_colour: null,
    text_colour: null,
    email_line: null,
    session_hours: null,
    created_at: now,
  } as const
  await tx.insertInto('team').values(row).execute().catch(nameTaken(name))
  return row
}

/** Throws badForm for a name that another team has. */
export async function setTeamName(tx: Transaction, guid: string, name: string): Promise<void> {
  await tx.updateTable('team').set({ name }).where('guid', '=', guid).execute().catch(nameTaken(name))
}

function nameTaken(name: string) {
  return (error: unknown): never => {
    if (!isUniqueViolation(error)) throw error
    throw new Problem('badForm', { field: 'name', text: `A team named ${name} already exists.` })
  }
}
