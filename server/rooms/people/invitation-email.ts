import { composeEmail, type Email, type EmailParts } from '#server/mail/layout.ts'
import { utcMinute } from '#server/rules/text/format.ts'
import { productName } from '#server/rules/product/product.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'

type Person = { name: string; email: string }
export type RoomInvitation = {
  room: { name: string; version: RoomVersion; url: string }
  owner: Person
  /** The owner's. */
  company?: EmailParts['company']
  /** Who invites: the owner, or a co-owner. */
  inviter: Person
  message: string
  /** Epoch milliseconds; null if there is none. */
  startsAt: number | null
  expiresAt: number | null
}

/** The address of a room, as in emails. It does not identify who follows it. */
export function roomUrl(publicUrl: URL, room: { guid: string; version: RoomVersion }): string {
  return new URL(`/${room.version === 1 ? 'd' : 'dr'}/${room.guid}`, publicUrl).href
}

/** Invites someone to a room. Only its members may read the room's name: it is in no subject. */
export function invitationEmail(to: string, invitation: RoomInvitation): Email {
  const { room, owner, inviter, message } = invitation
  const isOwner = owner.email === inviter.email
  const from = isOwner
    ? `${owner.name} (${owner.email}) invited you to the data room “${room.name}” on ${productName}.`
    : `${inviter.name} (${inviter.email}) invited you to the data room “${room.name}”, which ${owner.name} (${owner.email}) owns on ${productName}.`
  return composeEmail({
    to,
    subject: `${owner.name} invited you to a data room`,
    heading: `${owner.name} invited you to a data room`,
    sender: inviter,
    company: invitation.company ?? null,
    message,
    paragraphs: [
      from,
      ...timesOf(invitation),
      `To enter, open the link and confirm this address, ${to}, with a code we’ll email you.`,
    ],
    action: { label: 'Open data room', url: room.url },
    footer:
      'The owner of the data room can see when you enter and what you read. If you don’t recognise who invited you, ignore this email.',
  })
}

/** The reader's time zone is unknown. */
function timesOf({ startsAt, expiresAt }: RoomInvitation): string[] {
  const [from, until] = [startsAt, expiresAt].map((at) => (at === null ? null : utcMinute(at)))
  if (from && until) return [`You can enter from ${from} until ${until}.`]
  if (from) return [`You can enter from ${from}.`]
  return until ? [`You can enter until ${until}.`] : []
}
