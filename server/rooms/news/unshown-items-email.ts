import { composeEmail, type Email } from '#server/mail/layout.ts'
import { counted } from '#server/rules/text/format.ts'
import { renderReason } from '#server/rules/files/render-reason.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { roomUrl } from '#server/rooms/people/invitation-email.ts'

type Failed = {
  room: { guid: string; name: string; version: RoomVersion }
  items: readonly { guid: string; error: string | null }[]
}

/** Tells the person who added files to a room that they cannot be shown. Which ones is behind the link. */
export function unshownItemsEmail(
  { to, publicUrl }: { to: string; publicUrl: URL },
  { room, items }: Failed,
): Email {
  const isOne = items.length === 1
  const what = isOne ? 'A file' : counted(items.length, 'file')
  const reasons = [...new Set(items.map(({ error }) => renderReason(error)))]
  const url = isOne
    ? new URL(`/rooms/${room.guid}/files/${items[0]!.guid}`, publicUrl).href
    : roomUrl(publicUrl, room)
  return composeEmail({
    to,
    subject: `${what} that you added to a data room cannot be shown`,
    heading: `${what} that you added to a data room cannot be shown`,
    paragraphs: [
      isOne
        ? `A file that you added to the data room ${room.name} cannot be shown: ${reasons[0]}. Members who open it read that, and cannot read the file.`
        : `${what} that you added to the data room ${room.name} cannot be shown. Members who open them read that, and cannot read the files.`,
      ...(isOne ? [] : [`The reasons: ${reasons.join('; ')}.`]),
      `On ${isOne ? 'its page' : 'the page of each file'} you can try again, put another copy in its place, or keep it as download only.`,
    ],
    action: { label: 'See what can be done', url },
    footer: `You get this email because you added the ${isOne ? 'file' : 'files'}.`,
  })
}
