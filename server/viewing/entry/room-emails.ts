import { composeEmail, type Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'

type To = { to: string; timeZone: string; publicUrl: URL }
type Done = { who: string; roomGuid: string; at: number }

/** Tells the owner that someone accepted the terms of a room. Which room is behind the link. */
export function roomAcceptedEmail({ to, timeZone, publicUrl }: To, { who, roomGuid, at }: Done): Email {
  return composeEmail({
    to,
    subject: 'The terms of a data room of yours were accepted',
    heading: 'Your terms were accepted',
    paragraphs: [
      `${who} accepted the terms of a data room of yours, on ${zonedTime(at, timeZone)}.`,
      'The record with the text, the network address and the browser stands on the page of the room.',
    ],
    action: { label: 'See who accepted what', url: new URL(`/rooms/${roomGuid}/terms`, publicUrl).href },
    footer: 'You get this letter because the settings of the room say so.',
    switchOffAt: new URL(`/rooms/${roomGuid}/settings`, publicUrl).href,
  })
}

/** Tells the owner that someone entered a room for the first time. */
export function roomEnteredEmail({ to, timeZone, publicUrl }: To, { who, roomGuid, at }: Done): Email {
  return composeEmail({
    to,
    subject: 'Somebody entered a data room of yours for the first time',
    heading: 'A member entered your data room',
    paragraphs: [`${who} entered a data room of yours for the first time, on ${zonedTime(at, timeZone)}.`],
    action: { label: 'Open the room', url: new URL(`/d/${roomGuid}`, publicUrl).href },
    footer: 'You get this letter because the settings of the room say so: one for each member.',
    switchOffAt: new URL(`/rooms/${roomGuid}/settings`, publicUrl).href,
  })
}
