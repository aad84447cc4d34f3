import type { Kysely } from 'kysely'
import type { Schema } from '#server/db/schema.ts'
import type { EmailParts } from '#server/mail/layout.ts'
import { barColours } from '#server/rules/files/bar-colours.ts'

/** Whose name, colours and logo emails about someone's files have: their team's, or null without one. */
export async function companyOf(kysely: Kysely<Schema>, userGuid: string): Promise<EmailParts['company']> {
  const team = await kysely
    .selectFrom('user')
    .innerJoin('team', 'team.guid', 'user.team_guid')
    .leftJoin('team_logo', (join) =>
      join.onRef('team_logo.team_guid', '=', 'team.guid').on('team_logo.is_shown', '=', 1),
    )
    .select([
      'team.name',
      'team.bar_colour',
      'team.text_colour',
      'team_logo.guid as logo',
      'team.email_line as line',
    ])
    .where('user.guid', '=', userGuid)
    .where('user.invite_status', '=', 'Active')
    .executeTakeFirst()
  return team
    ? {
        name: team.name,
        colours: barColours(team.bar_colour, team.text_colour),
        logo: team.logo,
        line: team.line,
      }
    : null
}
