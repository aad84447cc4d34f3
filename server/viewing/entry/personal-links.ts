import type { Kysely } from 'kysely'
import type { User } from '#server/accounts/accounts.ts'
import type { Database } from '#server/db/open.ts'
import type { Schema } from '#server/db/schema.ts'
import { barColours, type BarColours } from '#server/rules/files/bar-colours.ts'
import { logoIn, type Logo } from '#server/rules/files/logos.ts'
import { isGuid } from '#server/rules/text/guid.ts'

/** Who sent a share, as its recipients see it at the door; `company`, `colours` and `logo` are those of the sender's team. */
export type ShownSender = {
  name: string
  firstName: string
  email: string
  company: string | null
  colours: BarColours | null
  logo: Logo | null
}

/** What the link in one recipient's email says: whose address a code goes to, and who invites them. */
export type PersonalLink = { email: string; sender: ShownSender }

/**
 * The links in recipients' emails. Each names one recipient by the identifier of their row, which no one can guess and
 * which ends with their access. It opens nothing: the code still goes to the recipient's address.
 */
export class PersonalLinks {
  readonly #database: Database

  constructor({ database }: { database: Database }) {
    this.#database = database
  }

  /** Null for a link of another share, of a recipient who was removed, or of none. */
  async find(shareGuid: string, recipientGuid: string): Promise<PersonalLink | null> {
    if (!isGuid(shareGuid) || !isGuid(recipientGuid)) return null
    const row = await sendersOf(this.#database.kysely)
      .innerJoin('recipient', 'recipient.share_guid', 'share.guid')
      .select('recipient.email as recipient_email')
      .where('share.guid', '=', shareGuid)
      .where('recipient.guid', '=', recipientGuid)
      .where('recipient.revoked_at', 'is', null)
      .where('share.binned_at', 'is', null)
      .where('user.status', '=', 'Active')
      .executeTakeFirst()
    return row ? { email: row.recipient_email, sender: shownSender(row) } : null
  }

  /** For readers to whom the share was already found. */
  async senderOf(shareGuid: string): Promise<ShownSender | null> {
    const row = await sendersOf(this.#database.kysely).where('share.guid', '=', shareGuid).executeTakeFirst()
    return row ? shownSender(row) : null
  }

  /** How recipients will see this person as a sender. */
  async asSender({ guid }: Pick<User, 'guid'>): Promise<ShownSender> {
    return shownSender(
      await people(this.#database.kysely).where('user.guid', '=', guid).executeTakeFirstOrThrow(),
    )
  }
}

function sendersOf(kysely: Kysely<Schema>) {
  return people(kysely).innerJoin('share', 'share.owner_guid', 'user.guid')
}

function people(kysely: Kysely<Schema>) {
  return kysely
    .selectFrom('user')
    .leftJoin('team', 'team.guid', 'user.team_guid')
    .select(['user.first_name', 'user.last_name', 'user.email'])
    .leftJoin('team_logo', (join) =>
      join.onRef('team_logo.team_guid', '=', 'team.guid').on('team_logo.is_shown', '=', 1),
    )
    .select(['team.name as team_name', 'team.bar_colour', 'team.text_colour'])
    .select([
      'team_logo.guid as logo_guid',
      'team_logo.width as logo_width',
      'team_logo.height as logo_height',
    ])
}

type SenderRow = {
  first_name: string
  last_name: string
  email: string
  team_name: string | null
  bar_colour: string | null
  text_colour: string | null
} & Parameters<typeof logoIn>[0]

function shownSender(row: SenderRow): ShownSender {
  return {
    name: `${row.first_name} ${row.last_name}`.trim(),
    firstName: row.first_name,
    email: row.email,
    company: row.team_name,
    colours: barColours(row.bar_colour, row.text_colour),
    logo: logoIn(row),
  }
}
