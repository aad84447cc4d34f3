import type { Identity } from '#server/accounts/identity.ts'
import { readerKey } from '#server/accounts/identity.ts'
import { newGuid } from '#server/db/guid.ts'
import type { App } from './app.ts'
import { userOf } from './make.ts'

/** Someone with an account, as services know who asks. */
export async function accountIdentity(app: App, email: string): Promise<Identity> {
  return { user: await userOf(app, email), readerEmail: null, browserId: `browser of ${email}` }
}

/** Someone who proved an address by a code and has no account. */
export function readerIdentity(email: string): Identity {
  return { user: null, readerEmail: email, browserId: `browser of ${email}` }
}

/** Has a member be inside a room, as after the door. */
export async function makeVisit(
  app: App,
  identity: Identity,
  { roomGuid, memberGuid }: { roomGuid: string; memberGuid: string },
): Promise<void> {
  const { database, clock } = app.strongroom.services
  await database.kysely
    .insertInto('visit')
    .values({
      guid: newGuid(),
      share_guid: null,
      room_guid: roomGuid,
      member_guid: memberGuid,
      recipient_guid: null,
      reader_key: readerKey(identity),
      started_at: clock(),
      seen_at: clock(),
    })
    .execute()
}

/** Makes people a team of which the first is the owner, the others members, or what is said. */
export async function makeTeam(
  app: App,
  emails: string[],
  roles: Record<string, number> = {},
): Promise<string> {
  const { kysely } = app.strongroom.services.database
  const guid = newGuid()
  await kysely
    .insertInto('team')
    .values({
      guid,
      name: `Team ${guid}`,
      allowed_methods: null,
      requires_second_factor: 0,
      created_at: 1,
    } as never)
    .execute()
  for (const [at, email] of emails.entries()) {
    const team_role = roles[email] ?? (at === 0 ? 0 : 2)
    await kysely
      .updateTable('user')
      .set({ team_guid: guid, team_role, invite_status: 'Active' })
      .where('email', '=', email)
      .execute()
  }
  return guid
}
