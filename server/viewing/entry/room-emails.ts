import { composeEmail, type Email } from '#server/mail/layout.ts'
import { zonedTime } from '#server/rules/text/format.ts'

type To = { to: string; timeZone: string; publicUrl: URL }
type Done = { who: string; roomGuid: string; at: number }

/** Tells the owner that someone accepted the terms of a room. Which room is behind the link. */
export function roomAcceptedEmail({ to, timeZone, publicUrl }: To, { who, roomGuid, at }: Done): Email {
  return composeEmail({
    to,
    subject: 'The terms of your data room were accepted',
    heading: 'Your terms were accepted',
    paragraphs: [
      `${who} accepted the terms of your data room on ${zonedTime(at, timeZone)}.`,
      'The record, with the terms, the IP address and the browser, is on the data room’s page.',
    ],
    action: { label: 'View acceptances', url: new URL(`/rooms/${roomGuid}/terms`, publicUrl).href },
    footer: 'You can turn these emails off in the data room’s settings.',
    switchOffAt: new URL(`/rooms/${roomGuid}/settings`, publicUrl).href,
  })
}

/** Tells the owner that someone entered a room for the first time. */
export function roomEnteredEmail({ to, timeZone, publicUrl }: To, { who, roomGuid, at }: Done): Email {
  return composeEmail({
    to,
    subject: 'A member entered your data room for the first time',
    heading: 'A member entered your data room',
    paragraphs: [`${who} entered your data room for the first time, on ${zonedTime(at, timeZone)}.`],
    action: { label: 'Open data room', url: new URL(`/d/${roomGuid}`, publicUrl).href },
    footer: 'You get one email per member. You can turn these emails off in the data room’s settings.',
    switchOffAt: new URL(`/rooms/${roomGuid}/settings`, publicUrl).href,
  })
}
