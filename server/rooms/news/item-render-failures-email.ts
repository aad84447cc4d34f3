import { composeEmail, type Email } from '#server/mail/layout.ts'
import { counted } from '#server/rules/text/format.ts'
import { firstStep, renderReason, waysOn } from '#server/rules/files/render-reason.ts'
import type { RoomVersion } from '#server/rules/rooms/room-roles.ts'
import { roomUrl } from '#server/rooms/people/invitation-email.ts'

type Failed = {
  room: { guid: string; name: string; version: RoomVersion }
  items: readonly { guid: string; error: string | null }[]
}

/** Tells the person who added files to a room that they cannot be shown. Which ones is behind the link. */
export function itemRenderFailuresEmail(
  { to, publicUrl }: { to: string; publicUrl: URL },
  { room, items }: Failed,
): Email {
  const isOne = items.length === 1
  const what = isOne ? 'A file' : counted(items.length, 'file')
  const reasons = [...new Set(items.map(({ error }) => renderReason(error)))]
  const steps = new Set(items.map(({ error }) => firstStep(error)))
  const [step = null] = steps.size === 1 ? steps : []
  const url = isOne
    ? new URL(`/rooms/${room.guid}/files/${items[0]!.guid}`, publicUrl).href
    : roomUrl(publicUrl, room)
  return composeEmail({
    to,
    subject: `${what} you added to a data room can’t be displayed`,
    heading: `${what} you added to a data room can’t be displayed`,
    paragraphs: [
      isOne
        ? `A file you added to the data room ${room.name} can’t be displayed: ${reasons[0]}. Members who open it see a notice instead.`
        : `${what} you added to the data room ${room.name} can’t be displayed. Members who open them see a notice instead.`,
      ...(isOne ? [] : [`Reasons: ${reasons.join('; ')}.`]),
      `On ${isOne ? 'its page' : 'the page of each file'} you can ${waysOn(step, 'replace the file', 'keep it as download only')}.`,
    ],
    action: { label: 'View options', url },
    footer: `You’re receiving this because you added the ${isOne ? 'file' : 'files'}.`,
  })
}
